import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

const REST_MS = 80

/** The outside system is the size of the box. */
export function useSize(box: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, set] = useState({ width: 1000, height: 700 })
  useLayoutEffect(() => {
    const el = box.current
    if (!el) return
    const look = (): void => set({ width: el.clientWidth, height: el.clientHeight })
    const watch = new ResizeObserver(look)
    watch.observe(el)
    look()
    return () => watch.disconnect()
  }, [box])
  return size
}

/** Pages in sight and their neighbours come at once; after a leap only the resting place is asked for. */
export function useSettled(pages: number[], top: number): number[] {
  const [kept, keep] = useState<number[]>(() => around(pages, top))
  useEffect(() => {
    const next = around(pages, top)
    const wait = setTimeout(() => keep((old) => (next.join() === old.join() ? old : next)), pages.every((p) => kept.includes(p)) ? 0 : REST_MS)
    return () => clearTimeout(wait)
  }, [pages, top, kept])
  return kept
}

function around(pages: number[], top: number): number[] {
  const from = Math.max(0, (pages[0] ?? 0) - 1)
  const to = Math.min(top, (pages.at(-1) ?? 0) + 1)
  return Array.from({ length: Math.max(0, to - from) + 1 }, (_, i) => from + i)
}
