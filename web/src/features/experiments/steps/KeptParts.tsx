import { Button, Menu, Modal, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { PartKind } from '../../../api/client'
import { parts, Trouble } from '../../../ui/Parts'
import { CALLED, useKeepPart, useParts } from '../../parts/queries'
import { KEPT } from '../definition'
import css from '../WizardPage.module.css'

interface Props { kind: PartKind; project: string | undefined; value: unknown; onTake: (name: string) => void }

/** Take one that is kept under a name, or keep what is written here under one. */
export function Keep({ kind, project, value, onTake }: Props) {
  const kept = useParts(kind, project).data ?? []
  const [names, name] = useState(false)
  return (
    <>
      {kept.length > 0 && (
        <Menu position="bottom-start" withinPortal={false}>
          <Menu.Target><Button variant="default">Take a kept {kind}</Button></Menu.Target>
          <Menu.Dropdown>{kept.map((one) => <Menu.Item key={one.name} onClick={() => onTake(`${KEPT}${one.name}`)}>{one.name}, version {one.version}</Menu.Item>)}</Menu.Dropdown>
        </Menu>
      )}
      {value !== null && <Button variant="subtle" color="gray" onClick={() => name(true)}>Keep this {kind} …</Button>}
      {names && <Naming kind={kind} project={project} value={value} newest={(called) => kept.find((one) => one.name === called)?.version ?? 0} close={() => name(false)} />}
    </>
  )
}

function Naming({ kind, project, value, newest, close }: Omit<Props, 'onTake'> & { newest: (name: string) => number; close: () => void }) {
  const [called, call] = useState('')
  const keep = useKeepPart(project)
  const before = newest(called.trim())
  return (
    <Modal opened onClose={close} title={`Keep this ${kind}`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={css.inner}>
        <p>{CALLED[kind]} that are kept can be taken by every experiment of the project; versions are never changed.</p>
        <TextInput label="Name" placeholder={kind === 'rubric' ? 'polite-and-grounded' : kind === 'judge' ? 'strict' : 'cheap'} maxLength={100} value={called} onChange={(e) => { keep.reset(); call(e.currentTarget.value) }} data-autofocus />
        {before > 0 && <p className={parts.note}>There is one of this name: yours becomes version {before + 1} of it.</p>}
        {keep.isError && <Trouble error={keep.error} safe="Nothing was kept; the experiment is as it was." />}
        {keep.data && <p role="status">Kept as {keep.data.name}, version {keep.data.version}. <Link to="/parts" search={{ kind, ...(project ? { project } : {}) }}>Look at it</Link></p>}
        <div className={parts.actions}><Button disabled={!called.trim() || keep.isSuccess} loading={keep.isPending} onClick={() => keep.mutate({ kind, name: called.trim(), value, note: '', newest: before })}>Keep it</Button><Button variant="default" onClick={close}>{keep.data ? 'Close' : 'Leave it'}</Button></div>
      </div>
    </Modal>
  )
}

/** A kept judge or model in a list: what it says stands where it is kept. */
export function KeptLine({ kind, name, project, onRemove }: { kind: PartKind; name: string; project: string | null; onRemove: () => void }) {
  return <p>The kept {kind} <b>{name}</b>, as it stands when it is run. <Link to="/parts" search={{ kind, ...(project ? { project } : {}) }}>Look at it</Link> <Button size="compact-xs" variant="subtle" color="gray" aria-label={`Remove ${name}`} onClick={onRemove}>Remove</Button></p>
}
