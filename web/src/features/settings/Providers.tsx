import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import type { House, Provider } from '../../api/client'
import { plural } from '../../lib/numbers'
import { parts, Trouble, When } from '../../ui/Parts'
import { EditProvider } from './EditProvider'
import { useRemoveProvider, useTestProvider } from './queries'
import css from './SettingsPage.module.css'

/** Whom models are asked at. Keys go in and never come out. */
export function Providers({ house }: { house: House }) {
  const [edits, edit] = useState<Provider | 'new' | null>(null)
  const [leaving, leave] = useState<Provider | null>(null)
  return (
    <section className={`card ${css.part}`} aria-labelledby="providers">
      <div className={css.bar}><h2 id="providers">Providers</h2><Button size="compact-md" variant="default" onClick={() => edit('new')}>Add a provider</Button></div>
      {house.providers.length === 0 ? <p className="muted">None is stored. Well-known providers are used with the key in their variable; add one to store its key here, encrypted, or to name a server of your own.</p> : (
        <div className={`${parts.tablebox} ${css.wide}`} tabIndex={0}>
          <table className={parts.table} data-stack>
            <thead><tr><th scope="col">Name</th><th scope="col">Kind</th><th scope="col">Address</th><th scope="col">Key</th><th scope="col" data-right>Changed</th><th scope="col"><span className="sr">What can be done</span></th></tr></thead>
            <tbody>{house.providers.map((one) => <Line key={one.name} provider={one} onEdit={() => edit(one)} onLeave={() => leave(one)} />)}</tbody>
          </table>
        </div>
      )}
      <Allowed entries={house.allowed} />
      <EditProvider key={edits === null || edits === 'new' ? 'new' : edits.name} opened={edits !== null} changes={edits === 'new' ? null : edits} kinds={house.kinds} onClose={() => edit(null)} />
      <Remove provider={leaving} onClose={() => leave(null)} />
    </section>
  )
}

function Line({ provider: p, onEdit, onLeave }: { provider: Provider; onEdit: () => void; onLeave: () => void }) {
  const test = useTestProvider()
  return (
    <tr>
      <th scope="row">{p.name}</th>
      <td>{p.kind}</td>
      <td className={css.address}>{p.address}</td>
      <td data-label="Key">{p.key}{p.variable && <span className="muted"> {p.variable}</span>}</td>
      <td data-right data-label="Changed"><When at={p.changed_at} /></td>
      <td>
        <div className={css.row}>
          <Button size="compact-xs" variant="default" loading={test.isPending} aria-label={`Test ${p.name}`} onClick={() => test.mutate(p.name)}>Test</Button>
          <Button size="compact-xs" variant="default" aria-label={`Change ${p.name}`} onClick={onEdit}>Change</Button>
          <Button size="compact-xs" variant="subtle" color="gray" aria-label={`Remove ${p.name}`} onClick={onLeave}>Remove …</Button>
        </div>
        <p role="status" className={css.told}>{test.data && `It answers${test.data.models === null ? '; it offers no list of models' : ` and lists ${plural(test.data.models, 'model')}`}.`}{test.isError && <span className={css.refused}>{test.error.message}</span>}</p>
      </td>
    </tr>
  )
}

/** Who may be asked at all; whoever runs the server says that, and nobody else. */
function Allowed({ entries }: { entries: readonly string[] | null }) {
  if (entries === null) return <p className="muted">Everybody may be asked: <code>EDISON_ALLOWED</code> is not set for this server.</p>
  if (entries.length === 0) return <p className="muted">Nobody may be asked: <code>EDISON_ALLOWED</code> of this server is an empty list.</p>
  return <p>Only these may be asked, as <code>EDISON_ALLOWED</code> of this server says: {entries.map((entry, i) => <span key={entry}>{i > 0 && ', '}<code>{entry}</code></span>)}.</p>
}

function Remove({ provider, onClose }: { provider: Provider | null; onClose: () => void }) {
  const remove = useRemoveProvider()
  return (
    <Modal opened={provider !== null} onClose={() => { remove.reset(); onClose() }} title={`Remove ${provider?.name ?? ''}`} centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={css.form}>
        <p>It is forgotten, and its key with it. Runs that have it pinned look for a key in their variables.</p>
        {remove.isError && <Trouble error={remove.error} safe="Nothing was removed." />}
        <div className={parts.actions}><Button color="red.9" loading={remove.isPending} onClick={() => { if (provider) remove.mutate(provider, { onSuccess: onClose }) }}>Remove it</Button><Button variant="default" onClick={onClose}>Leave it</Button></div>
      </div>
    </Modal>
  )
}
