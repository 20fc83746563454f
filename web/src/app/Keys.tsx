import { Modal, Switch, Table } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { areLettersOn, isTyping, setLetters } from '../lib/keys'
import { areFieldsPlain, setFieldsPlain } from '../lib/plain'
import { narrowed } from '../lib/project'

const PAGES = { h: '/', r: '/runs', n: '/runs/new', e: '/experiments', p: '/prompts', v: '/reviews', d: '/data', k: '/rankings', j: '/judges', l: '/calls', c: '/costs', s: '/settings', m: '/servers', o: '/projects', b: '/batteries' } as const
const SHEET: [string, string][] = [
  ['?', 'All keys'],
  ['Ctrl k', 'Go to a page, run, experiment, prompt or set of cases by its name'],
  ['g then h, e, r, n', 'Go home, to the experiments, the runs, a new run'],
  ['g then p, v, d, b', 'Go to prompts, reviews, data, batteries'],
  ['g then k, j, o, l, c, m, s', 'Go to rankings, judges, projects, calls, costs, servers, settings'],
  ['↑ ↓ ← →, or k j h l', 'Move in a grid'],
  ['Page Up, Page Down', 'Move by a screen'],
  ['Home, End', 'To the first or last column'],
  ['Ctrl Home, Ctrl End', 'To the first or last row'],
  ['Enter', 'Open the cell'],
  ['1 2, u, then Ctrl Enter', 'In a cell: pass, fail, what you said before; store what is written, and the next'],
  ['j k, then a e r c u', 'In a review: choose a hunk, approve, edit, reject it, request changes, undo'],
  ['1 2 3 0, then Enter or v', 'Side by side: left, tie, right, not judged; next pair, or reveal'],
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
        void go({ to, search: narrowed(to) })
      } else if (e.key === '?') showAll()
    }
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [go, showAll])
}

export function KeySheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [letters, keep] = useState(areLettersOn)
  const [plain, make] = useState(areFieldsPlain)
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
      <Switch mt="xs" label="Prompts are written in plain fields" description="Instead of the editor, where a screen reader or dictation does better with them" checked={plain} onChange={(e) => { setFieldsPlain(e.currentTarget.checked); make(e.currentTarget.checked) }} />
    </Modal>
  )
}
