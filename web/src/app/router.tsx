import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { NotFound } from './NotFound'
import { Shell } from './Shell'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })
type Page = () => Promise<{ default: React.ComponentType }>
const page = <P extends string>(path: P, load: Page) => createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load) })

/** What of an address is kept: the named texts, and nothing else. */
const texts = <K extends string>(...names: K[]) => (given: Record<string, unknown>): Partial<Record<K, string>> =>
  Object.fromEntries(names.flatMap((name) => (typeof given[name] === 'string' ? [[name, given[name]]] : []))) as Partial<Record<K, string>>
/** An address holds texts as they are: a case called 007 is no number, and `cell=5` needs no quotes. */
const readSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))
const writeSearch = (search: Record<string, unknown>): string => {
  const given = new URLSearchParams(Object.entries(search).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))).toString()
  return given && `?${given}`
}

const runs = createRoute({ getParentRoute: () => root, path: '/runs', component: lazyRouteComponent(() => import('../features/runs/RunsPage')), validateSearch: texts('show', 'project') })
const run = createRoute({ getParentRoute: () => root, path: '/runs/$run', component: lazyRouteComponent(() => import('../features/runs/RunLayout')) })
const inRun = [
  createRoute({ getParentRoute: () => run, path: '/', component: lazyRouteComponent(() => import('../features/runs/RunPage')), validateSearch: texts('outcome', 'tag', 'criterion', 'failing', 'apart', 'cell') }),
  createRoute({ getParentRoute: () => run, path: '/results', component: lazyRouteComponent(() => import('../features/results/ResultsPage')), validateSearch: texts('facet') }),
  createRoute({ getParentRoute: () => run, path: '/compare', component: lazyRouteComponent(() => import('../features/results/ComparePage')), validateSearch: texts('with', 'flips') }),
  createRoute({ getParentRoute: () => run, path: '/refinement', component: lazyRouteComponent(() => import('../features/refine/RefinementPage')), validateSearch: texts('view') }),
  createRoute({ getParentRoute: () => run, path: '/side-by-side', component: lazyRouteComponent(() => import('../features/sidebyside/SideBySidePage')), validateSearch: texts('case', 'left', 'right', 'mode', 'against') }),
  createRoute({ getParentRoute: () => run, path: '/ranking', component: lazyRouteComponent(() => import('../features/rankings/RankingPage')), validateSearch: texts('text') }),
  createRoute({ getParentRoute: () => run, path: '/scan', component: lazyRouteComponent(() => import('../features/runs/ScanPage')) }),
  createRoute({ getParentRoute: () => run, path: '/calls', component: lazyRouteComponent(() => import('../features/calls/CallsPage')), validateSearch: texts('state', 'call') }),
]

const kept = <P extends string, K extends string>(path: P, load: Page, ...names: K[]) => createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load), validateSearch: texts(...names) })

export const router = createRouter({
  routeTree: root.addChildren([
    page('/', () => import('../features/home/HomePage')),
    runs,
    kept('/runs/new', () => import('../features/runs/NewRunPage'), 'do'),
    run.addChildren(inRun),
    kept('/experiments', () => import('../features/experiments/ExperimentsPage'), 'status', 'project'),
    kept('/experiments/new', () => import('../features/experiments/NewExperimentPage'), 'project'),
    page('/experiments/$experiment', () => import('../features/experiments/ExperimentPage')),
    kept('/experiments/$experiment/edit', () => import('../features/experiments/WizardPage'), 'step'),
    kept('/prompts', () => import('../features/prompts/PromptsPage'), 'project'),
    kept('/prompts/$prompt', () => import('../features/prompts/PromptPage'), 'project', 'version', 'against', 'view'),
    kept('/reviews', () => import('../features/reviews/ReviewsPage'), 'show', 'project'),
    kept('/reviews/$review', () => import('../features/reviews/ReviewPage'), 'hunk', 'view'),
    kept('/data', () => import('../features/data/DataPage'), 'project'),
    kept('/data/$dataset', () => import('../features/data/DatasetPage'), 'project', 'version', 'first'),
    kept('/parts', () => import('../features/parts/PartsPage'), 'kind', 'project', 'inactive'),
    page('/batteries', () => import('../features/batteries/BatteriesPage')),
    page('/compare', () => import('../features/compare/ChatsPage')),
    kept('/compare/$chat', () => import('../features/compare/ChatPage'), 'left', 'right'),
    page('/rankings', () => import('../features/rankings/RankingsPage')),
    page('/rankings/new', () => import('../features/rankings/NewRankingPage')),
    kept('/projects', () => import('../features/projects/ProjectsPage'), 'show'),
    page('/projects/$project', () => import('../features/projects/ProjectPage')),
    page('/judges', () => import('../features/judges/JudgesPage')),
    page('/servers', () => import('../features/settings/ServersPage')),
    kept('/calls', () => import('../features/calls/LatestCallsPage'), 'endpoint', 'stage', 'state', 'call'),
    kept('/costs', () => import('../features/costs/CostsPage'), 'by'),
    page('/settings', () => import('../features/settings/SettingsPage')),
  ]),
  defaultPreload: 'intent',
  parseSearch: readSearch,
  stringifySearch: writeSearch,
})
declare module '@tanstack/react-router' {
  interface Register { router: typeof router }
}
