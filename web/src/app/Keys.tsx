import { Modal, Switch, Table } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { areLettersOn, isTyping, setLetters } from '../lib/keys'

const PAGES = { h: '/', r: '/runs', n: '/runs/new', p: '/prompts', v: '/reviews', d: '/data', k: '/rankings', j: '/judges', c: '/costs', s: '/settings', o: '/projects' } as const
const SHEET: [string, string][] = [
  ['?', 'All keys'],
  ['g then h, r, n', 'Go home, to the runs, to a new run'],
  ['g then p, v, d', 'Go to prompts, reviews, data'],
  ['g then k, j, o, c, s', 'Go to rankings, judges, projects, costs, settings'],
  ['↑ ↓ ← →, or k j h l', 'Move in a grid'],
  ['Page Up, Page Down', 'Move by a screen'],
  ['Home, End', 'To the first or last column'],
  ['Ctrl Home, Ctrl End', 'To the first or last row'],
  ['Enter', 'Open the cell'],
  ['j k, then a e r c', 'In a review: choose a hunk, approve, edit, reject it, request changes'],
  ['Escape', 'Close what is open'],
]

/** The outside system is the keyboard. Letters sleep while somebody types, and can be switched off. */
export function useGlobalKeys(showAll: () => void): void {
  const go = useNavigate()
  useEffect(() => {
    let leads = false
    const press = (e: KeyboardEvent): void => {
      if (e.ctrlKey || e.metaKey || e.altKey || isTyping(e.target)) return
      if (!areLettersOn()) return
      const to = leads ? PAGES[e.key as keyof typeof PAGES] : undefined
      leads = e.key === 'g' && !leads
      if (to) {
        e.preventDefault()
        e.stopPropagation()
        void go({ to })
      } else if (e.key === '?') showAll()
    }
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [go, showAll])
}

export function KeySheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [letters, keep] = useState(areLettersOn)
  return (
    <Modal opened={opened} onClose={onClose} title="All keys" centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <Table>
        <Table.Tbody>
          {SHEET.map(([keys, does]) => (
            <Table.Tr key={keys}><Table.Td><kbd>{keys}</kbd></Table.Td><Table.Td>{does}</Table.Td></Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Switch mt="md" label="Single letters are keys" checked={letters} onChange={(e) => { setLetters(e.currentTarget.checked); keep(e.currentTarget.checked) }} />
    </Modal>
  )
}
