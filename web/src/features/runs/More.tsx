import { Button, Checkbox, Menu, Modal, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { post, type Rechecked, type Run } from '../../api/client'
import { useDraft } from '../../lib/draft'
import { count, plural, spent } from '../../lib/numbers'
import { parts, Trouble } from '../../ui/Parts'
import css from './RunPage.module.css'

/** What is seldom done with a run that has ended: its answers are checked again, or all of it is removed. */
export function More({ run }: { run: Run }) {
  const [does, act] = useState<'recheck' | 'scan' | 'remove' | null>(null)
  return (
    <>
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target><Button size="compact-md" variant="default">More</Button></Menu.Target>
        <Menu.Dropdown>
          {run.shown_as === 'boards' && <Menu.Item onClick={() => act('recheck')}>Check the answers again…</Menu.Item>}
          {(run.shown_as === 'boards' || run.shown_as === 'rounds') && <Menu.Item onClick={() => act('scan')}>Look through the outputs…</Menu.Item>}
          <Menu.Item onClick={() => act('remove')}>Remove this run…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Recheck run={run} opened={does === 'recheck'} close={() => act(null)} />
      <LookThrough run={run} opened={does === 'scan'} close={() => act(null)} />
      <Remove run={run} opened={does === 'remove'} close={() => act(null)} />
    </>
  )
}

interface Props { run: Run; opened: boolean; close: () => void }

function Recheck({ run, opened, close }: Props) {
  const cache = useQueryClient()
  const draft = useDraft<{ checks?: string; embedder?: string }>(`recheck ${run.id}`, {})
  const wish = { checks: '', embedder: '', ...draft.value }
  const write = (change: Partial<typeof wish>): void => { send.reset(); draft.write({ ...wish, ...change }) }
  const send = useMutation({
    mutationFn: () => post<Rechecked>(`/api/runs/${run.id}/recheck`, { checks: wish.checks.trim() || null, embedder: wish.embedder.trim() || null }),
    onSuccess: () => { draft.forget(); return cache.invalidateQueries({ queryKey: ['run', run.id] }) },
  })
  const told = send.data
  return (
    <Modal opened={opened} onClose={() => { send.reset(); close() }} title="Check the answers again" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={css.form}>
        <p>Checks are made on the answers that are stored: no answer is asked for, and nothing is paid for one. What was found before is replaced, and boards are made anew.</p>
        <Textarea label="Checks" description="A list as under checks in a suite; empty makes those of the run again" placeholder={'- icontains: "{{ expect }}"'} autosize minRows={4} maxRows={14} spellCheck={false} classNames={{ input: css.code ?? '' }} value={wish.checks} onChange={(e) => write({ checks: e.currentTarget.value })} />
        <TextInput label="Who makes vectors" description="PROVIDER/MODEL, for checks that go by meaning; only texts whose vectors are not kept yet are sent, and paid for" placeholder={run.embedder ?? 'this machine'} value={wish.embedder} onChange={(e) => write({ embedder: e.currentTarget.value })} />
        {send.isError && <Trouble error={send.error} safe="The findings are as they were." />}
        {told && <p role="status">{plural(told.outputs, 'answer')} checked again: {count(told.changed)} of {plural(told.findings, 'finding')} changed, {count(told.added)} added, {count(told.dropped)} dropped. {count(told.mended)} pass now and did not before, {count(told.broken)} passed and do not.</p>}
        <div className={parts.actions}><Button loading={send.isPending} onClick={() => send.mutate()}>Check again</Button><Button variant="default" onClick={() => { send.reset(); close() }}>{told ? 'Close' : 'Leave it'}</Button></div>
      </div>
    </Modal>
  )
}

const KINDS = [{ value: 'pii', label: 'Private data', about: 'addresses, numbers of accounts and telephones, and the like' }, { value: 'secrets', label: 'Secrets', about: 'keys and passwords' }, { value: 'jailbreak', label: 'Signs of a jailbreak', about: 'words of a model that was talked out of its task' }]

/** Stored outputs, looked through as a run of its own: nobody is asked and nothing is paid. */
function LookThrough({ run, opened, close }: Props) {
  const go = useNavigate()
  const cache = useQueryClient()
  const [kinds, choose] = useState(KINDS.map((one) => one.value))
  const key = useRef(crypto.randomUUID())
  const send = useMutation({
    mutationFn: () => post<Run>(`/api/runs/${run.id}/scan`, { kinds }, key.current),
    onSuccess: (made) => { key.current = crypto.randomUUID(); void cache.invalidateQueries({ queryKey: ['runs'] }); void go({ to: '/runs/$run/scan', params: { run: made.id } }) },
  })
  return (
    <Modal opened={opened} onClose={() => { send.reset(); close() }} title="Look through the outputs" centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={css.form}>
        <p>Every stored output is looked through for what must not stand there. It is a run of its own, which can be cancelled and goes on after a crash; nobody is asked, and nothing is paid.</p>
        <Checkbox.Group label="Looked for" value={kinds} onChange={(chosen) => { key.current = crypto.randomUUID(); choose(chosen) }}><div className={css.kinds}>{KINDS.map((one) => <Checkbox key={one.value} value={one.value} label={one.label} description={one.about} />)}</div></Checkbox.Group>
        {send.isError && <Trouble error={send.error} safe="The run is as it was." />}
        <div className={parts.actions}><Button disabled={kinds.length === 0} loading={send.isPending} onClick={() => send.mutate()}>Look through them</Button><Button variant="default" onClick={close}>Leave it</Button></div>
      </div>
    </Modal>
  )
}

function Remove({ run, opened, close }: Props) {
  const go = useNavigate()
  const cache = useQueryClient()
  const send = useMutation({
    mutationFn: () => post<null>(`/api/runs/${run.id}/remove`, undefined),
    onSuccess: () => { void go({ to: '/runs', search: {} }); void cache.invalidateQueries({ queryKey: ['runs'] }) },
  })
  return (
    <Modal opened={opened} onClose={() => { send.reset(); close() }} title={`Remove ${run.name}?`} centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <p className={css.ask}>Its {plural(run.planned, 'cell')}, {plural(run.progress.attempts, 'call')} and all that was found go for ever; boards, cards and versions that were made of it stay where they are kept. What it cost, {spent(run.progress.spent_usd, run.progress.unpriced_calls)}, stays counted.</p>
      {send.isError && <Trouble error={send.error} safe="Nothing was removed." />}
      <div className={css.choose}><Button variant="default" onClick={close}>Leave it</Button><Button color="red.9" loading={send.isPending} onClick={() => send.mutate()}>Remove the run</Button></div>
    </Modal>
  )
}
