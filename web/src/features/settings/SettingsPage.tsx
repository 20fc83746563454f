import { SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { House } from '../../api/client'
import { span } from '../../lib/numbers'
import { Bones, PageHead, parts, Trouble } from '../../ui/Parts'
import { Budgets } from './Budgets'
import { Providers } from './Providers'
import { useHouse } from './queries'
import css from './SettingsPage.module.css'

export default function SettingsPage() {
  const house = useHouse()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <div className={parts.page}>
      <PageHead title="Settings">Providers and their keys are looked after here; all else is set in the environment of the server and only shown.</PageHead>
      <section className={`card ${css.part}`}><h2>Theme</h2><SegmentedControl size="xs" aria-label="Theme" data={[{ value: 'auto', label: 'As the system' }, { value: 'light', label: 'Light' }, { value: 'dark', label: 'Dark' }]} value={colorScheme} onChange={(v) => setColorScheme(v as 'auto' | 'light' | 'dark')} /></section>
      {house.isLoadingError ? <Trouble error={house.error} retry={() => void house.refetch()} /> : !house.data ? <div className="card"><Bones /></div> : <Shown house={house.data} />}
    </div>
  )
}

function Shown({ house }: { house: House }) {
  return (
    <>
      <Providers house={house} />
      <Budgets />
      <section className={`card ${css.part}`}>
        <div className={css.bar}><h2>Limits</h2><Link to="/servers">Servers and models</Link></div>
        {house.limits.length === 0 ? <p className="muted">No provider makes anybody wait.</p> : <ul>{house.limits.map((l) => <li key={`${l.endpoint} ${l.unit}`}>{l.endpoint} at {l.address}, {l.unit}: {l.paused_s > 0 ? `asked everybody to wait for another ${span(l.paused_s)}` : `slots are taken for ${span(l.taken_s)}`}</li>)}</ul>}
      </section>
      <section className={`card ${css.part}`}>
        <h2>House</h2>
        <dl className={css.facts}><dt>Version</dt><dd>{house.version}</dd><dt>Archive</dt><dd>{house.archive}</dd></dl>
        <div className={`${parts.tablebox} ${css.wide}`} tabIndex={0}><table className={parts.table} data-stack><thead><tr><th scope="col">Variable</th><th scope="col">Without it</th><th scope="col">Here</th><th scope="col">Meaning</th></tr></thead><tbody>{house.settings.map((s) => <tr key={s.variable}><th scope="row"><code>{s.variable}</code></th><td data-label="Without it:">{s.default}</td><td className={css.here}>{s.is_set ? <b>set</b> : <span className="muted">not set</span>}</td><td className="muted" data-whole><Coded text={s.meaning} /></td></tr>)}</tbody></table></div>
      </section>
    </>
  )
}

/** What stands between backticks is code. */
const Coded = ({ text }: { text: string }) => text.split('`').map((part, i) => (i % 2 ? <code key={i}>{part}</code> : part))
