import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import IconArrowsExchange from '@tabler/icons-react/dist/esm/icons/IconArrowsExchange.mjs'
import IconChecklist from '@tabler/icons-react/dist/esm/icons/IconChecklist.mjs'
import IconCoins from '@tabler/icons-react/dist/esm/icons/IconCoins.mjs'
import IconColumns from '@tabler/icons-react/dist/esm/icons/IconColumns.mjs'
import IconDatabase from '@tabler/icons-react/dist/esm/icons/IconDatabase.mjs'
import IconFlask from '@tabler/icons-react/dist/esm/icons/IconFlask.mjs'
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import IconFolder from '@tabler/icons-react/dist/esm/icons/IconFolder.mjs'
import IconGavel from '@tabler/icons-react/dist/esm/icons/IconGavel.mjs'
import IconHome from '@tabler/icons-react/dist/esm/icons/IconHome.mjs'
import IconKeyboard from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs'
import IconLayoutGrid from '@tabler/icons-react/dist/esm/icons/IconLayoutGrid.mjs'
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs'
import IconPuzzle from '@tabler/icons-react/dist/esm/icons/IconPuzzle.mjs'
import IconServer from '@tabler/icons-react/dist/esm/icons/IconServer.mjs'
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs'
import IconSortDescending from '@tabler/icons-react/dist/esm/icons/IconSortDescending.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs'
import IconTestPipe from '@tabler/icons-react/dist/esm/icons/IconTestPipe.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { get, type Review, type RunLines } from '../api/client'
import { useFeedState, useLiveFeed } from '../api/live'
import { narrowed, useLastProject } from '../lib/project'
import { KeySheet, useGlobalKeys } from './Keys'
import { Palette, usePaletteKey } from './Palette'
import css from './Shell.module.css'
import { Switcher } from './Switcher'

const places = [
  { group: 'Work', items: [{ to: '/', label: 'Home', Icon: IconHome }, { to: '/experiments', label: 'Experiments', Icon: IconFlask }, { to: '/runs', label: 'Runs', Icon: IconLayoutGrid }, { to: '/reviews', label: 'Reviews', Icon: IconChecklist }, { to: '/compare', label: 'Compare', Icon: IconColumns }, { to: '/batteries', label: 'Batteries', Icon: IconTestPipe }] },
  { group: 'Library', items: [{ to: '/prompts', label: 'Prompts', Icon: IconFileText }, { to: '/data', label: 'Data', Icon: IconDatabase }, { to: '/rankings', label: 'Rankings', Icon: IconSortDescending }, { to: '/judges', label: 'Judges', Icon: IconGavel }, { to: '/parts', label: 'Parts', Icon: IconPuzzle }] },
  { group: 'House', items: [{ to: '/projects', label: 'Projects', Icon: IconFolder }, { to: '/calls', label: 'Calls', Icon: IconArrowsExchange }, { to: '/costs', label: 'Costs', Icon: IconCoins }, { to: '/servers', label: 'Servers', Icon: IconServer }, { to: '/settings', label: 'Settings', Icon: IconSettings }] },
] as const
const FEED = { live: 'Live', reconnecting: 'Reconnecting', closed: 'Not connected' }

export function Shell() {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const feed = useFeedState().data ?? 'reconnecting'
  const going = useQuery({ queryKey: ['runs', 'open'], queryFn: ({ signal }) => get<RunLines>('/api/runs?open=true&limit=50', signal) }).data?.items.length ?? 0
  const waiting = useQuery({ queryKey: ['reviews', 'open'], queryFn: ({ signal }) => get<Review[]>('/api/reviews?everywhere=true', signal) }).data?.length ?? 0
  const badges: Record<string, [number, string]> = { '/runs': [going, 'going on'], '/reviews': [waiting, 'waiting'] }
  const project = useLastProject()
  const [keys, showKeys] = useState(false)
  const [palette, showPalette] = useState(false)
  useLiveFeed()
  useCurrentInSight()
  usePaletteKey(() => showPalette(true))
  useGlobalKeys(() => showKeys(true))
  return (
    <div className={css.shell}>
      <a href="#main" className={css.skip}>Skip to content</a>
      <nav className={css.nav} aria-label="Main">
        <Link to="/" className={css.brand} aria-label="Edison, home">
          <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true"><path d="M4 3.5h12M4 10h8.5M4 16.5h12" stroke="var(--accent)" strokeWidth="2.4" strokeLinecap="round" /><circle cx="16" cy="10" r="1.9" fill="var(--cut)" /></svg>
          <span>Edison</span>
        </Link>
        <Switcher />
        {places.map((g) => (
          <div key={g.group} className={css.group} role="group" aria-label={g.group}>
            <div className={css.label} aria-hidden="true">{g.group}</div>
            {g.items.map(({ to, label, Icon }) => (
              <Link key={to} to={to} search={narrowed(to, project)} className={css.link} activeOptions={{ exact: to === '/', includeSearch: false }}>
                <Icon size={17} stroke={1.7} aria-hidden="true" />
                <span>{label}</span>
                <Badge of={badges[to]} />
              </Link>
            ))}
          </div>
        ))}
        <div className={css.foot}>
          <span className={css.feed} data-state={feed}>{FEED[feed]}</span>
          <span>
            <ActionIcon variant="subtle" color="gray" aria-label="Go to, or do (Ctrl K)" onClick={() => showPalette(true)}><IconSearch size={17} /></ActionIcon>
            <ActionIcon variant="subtle" color="gray" aria-label="All keys" onClick={() => showKeys(true)}><IconKeyboard size={17} /></ActionIcon>
            <ActionIcon variant="subtle" color="gray" aria-label={scheme === 'dark' ? 'Use light theme' : 'Use dark theme'} onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}>
              {scheme === 'dark' ? <IconSun size={17} /> : <IconMoon size={17} />}
            </ActionIcon>
          </span>
        </div>
      </nav>
      <main id="main" className={css.main} tabIndex={-1}>
        {feed === 'closed' && <p className={css.closed} role="alert"><b>Not connected.</b> What stands here may be old. If Edison was started anew, open the address that <code>edison up</code> printed, in this browser. What you typed stays; this page tries again by itself.</p>}
        <Suspense fallback={<div className={css.wait} role="status">Loading…</div>}><Outlet /></Suspense>
      </main>
      <Palette opened={palette} onClose={() => showPalette(false)} showKeys={() => showKeys(true)} />
      <KeySheet opened={keys} onClose={() => showKeys(false)} />
    </div>
  )
}

/** On a narrow screen the places stand in a row that scrolls. */
function useCurrentInSight(): void {
  const place = useLocation().pathname.split('/')[1] ?? ''
  useEffect(() => { document.querySelector(`nav a[href="/${CSS.escape(place)}"]`)?.scrollIntoView({ inline: 'center', block: 'nearest' }) }, [place])
}

function Badge({ of }: { of: [number, string] | undefined }) {
  if (!of || of[0] === 0) return null
  return <span className={css.badge} title={of.join(' ')}>{of[0]}</span>
}
