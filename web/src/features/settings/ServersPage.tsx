import { Button, Switch } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Server } from '../../api/client'
import { count, plural, span } from '../../lib/numbers'
import { Bones, EmptyState, PageHead, parts, Trouble } from '../../ui/Parts'
import { useHouse, useServers } from './queries'
import css from './SettingsPage.module.css'

const FEW = 12

/** Every address that could be asked: what it has, or why it does not answer; and who is made to wait. */
export default function ServersPage() {
  const servers = useServers()
  const [onlyLoaded, setOnlyLoaded] = useState(false)
  const limits = useHouse().data?.limits ?? []
  return (
    <div className={parts.page}>
      <PageHead title="Servers and models" actions={<><Switch size="xs" label="Only loaded" checked={onlyLoaded} onChange={(event) => setOnlyLoaded(event.currentTarget.checked)} /><Button variant="default" loading={servers.isFetching} onClick={() => void servers.refetch()}>Ask them again</Button></>}>Every provider that is stored, or has its key in a variable, is asked for its models; that costs nothing.</PageHead>
      {limits.length > 0 && <section className={`card ${css.part}`}><h2>Who is made to wait</h2><ul>{limits.map((l) => <li key={`${l.endpoint} ${l.unit}`}>{l.endpoint} at {l.address}, {l.unit}: {l.paused_s > 0 ? `asked everybody to wait for another ${span(l.paused_s)}` : `slots are taken for ${span(l.taken_s)}`}</li>)}</ul></section>}
      {servers.isLoadingError ? <Trouble error={servers.error} retry={() => void servers.refetch()} /> : !servers.data ? <div className="card"><Bones /></div> : servers.data.length === 0 ? (
        <EmptyState title="Nobody can be asked yet" action={<Button variant="default" renderRoot={(props) => <Link to="/settings" {...props} />}>Add a provider</Button>}>No provider is stored, and no variable of this server holds the key of a well-known one. The simulator (<code>sim/edison-sim-medium</code>) needs neither.</EmptyState>
      ) : servers.data.map((one) => <Shown key={`${one.provider} ${one.address}`} server={one} onlyLoaded={onlyLoaded} />)}
    </div>
  )
}

function Shown({ server, onlyLoaded }: { server: Server; onlyLoaded: boolean }) {
  const models = onlyLoaded ? (server.loaded ?? []) : server.models
  const [few, more] = [models.slice(0, FEW), models.slice(FEW)]
  return (
    <section className={`card ${css.part}`} aria-label={`${server.provider} at ${server.address}`}>
      <div className={css.bar}>
        <div><h2>{server.provider}</h2><p className="muted">{server.address}</p></div>
        <span className={css.reach} data-reached={server.problem === null || undefined}>{server.problem === null ? 'Answers' : 'Not reached'}</span>
      </div>
      {server.problem !== null ? <p>{server.problem}</p> : (
        <>
          <p className="muted">{plural(server.models.length, 'model')}{server.loaded === null ? (onlyLoaded ? ', of which it does not say what is loaded' : '') : `, ${count(server.loaded.length)} loaded`}; {server.slots === null ? 'how many calls it takes at once it does not say' : `${count(server.slots)} calls at once`}.</p>
          <p className={css.models}>{few.map((name) => <code key={name}>{name}</code>)}</p>
          {more.length > 0 && <details className={css.wide}><summary>{`${count(more.length)} more`}</summary><p className={css.models}>{more.map((name) => <code key={name}>{name}</code>)}</p></details>}
        </>
      )}
    </section>
  )
}
