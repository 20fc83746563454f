import type { components } from './schema.gen'

type Schemas = components['schemas']
export type RunLines = Schemas['RunLinesView']
export type Failing = Schemas['FailingView']
export type FailingSpot = Schemas['FailingSpotView']
export type RunLine = Schemas['RunLineView']
export type Run = Schemas['RunPageView']
export type Progress = Schemas['ProgressView']
export type Column = Schemas['ColumnView']
export type Spine = Schemas['SpineView']
export type GridPage = Schemas['GridPageView']
export type GridRow = Schemas['GridRowView']
export type GridCell = Schemas['GridCellView']
export type Cell = Schemas['CellView']
export type Call = Schemas['CallView']
export type CallPage = Schemas['CallPageView']
export type LatestCall = Schemas['LatestCallView']
export type LatestCalls = Schemas['LatestCallsView']
export type Exchange = Schemas['ExchangeView']
export type Tag = Schemas['TagView']
export type Results = Schemas['ResultsView']
export type Breakdown = Schemas['BreakdownView']
export type Scan = Schemas['ScanView']
export type SomeCases = Pick<Schemas['NewRun'], 'limit' | 'only_cases' | 'only_tags' | 'pause_after'>
export type NamedFile = Schemas['NamedFile']
export type SuiteText = Schemas['SuiteText']
export type Part = Schemas['PartView']
export type PartKind = Schemas['PartKind']
export type Board = Schemas['ShownBoardView']
export type Facet = Schemas['Facet']
export type Ranking = Schemas['RankingPageView']
export type Card = Schemas['CardView']
export type Spending = Schemas['SpendingView']
export type House = Schemas['HouseView']
export type Estimate = Schemas['EstimateView']
export type NewRun = Schemas['NewRun']
export type Project = Schemas['ProjectView']
export type NewProject = Schemas['NewProject']
export type ProjectChange = Schemas['ProjectChange']
export type Assignment = Schemas['AssignmentView']
export type Scale = Schemas['ScaleView']
export type RankForecast = Schemas['RankForecastView']
export type NewRanking = Schemas['NewRanking']
export type ExperimentLine = Schemas['ExperimentLineView']
export type Experiment = Schemas['ExperimentView']
export type ExperimentCheck = Schemas['ExperimentCheckView']
export type ExperimentChange = Schemas['ExperimentChange']
export type NewExperiment = Schemas['NewExperiment']
export type Template = Schemas['TemplateView']
export type Refinement = Schemas['RefinementPageView']
export type RefineOptions = Schemas['RefineOptions']
export type NewExamination = Schemas['NewExamination']
export type Provider = Schemas['ProviderView']
export type ProviderKind = Schemas['KindView']
export type ProviderChange = Schemas['ProviderChange']
export type NewProvider = Schemas['NewProvider']
export type Probe = Schemas['ProbeView']
export type Server = Schemas['ServerView']
export type Labels = Schemas['RunLabelsView']
export type NewLabel = Schemas['NewLabel']
export type Prompt = Schemas['PromptView']
export type PromptVersion = Schemas['PromptVersionView']
export type PromptChange = Schemas['PromptChangeView']
export type Proof = Schemas['ProofView']
export type Review = Schemas['SuggestionView']
export type Dataset = Schemas['DatasetView']
export type CasePage = Schemas['CasePage']
export type StoredCase = Schemas['CaseView']
export type NewDataset = Schemas['NewDataset']
export type NewTable = Schemas['NewTable']
export type Export = Schemas['ExportView']
export type Bundle = Schemas['BundleView']
export type Unbundled = Schemas['UnbundledView']
export type OldRuns = Schemas['OldRunsView']
export type TableColumns = Schemas['TableColumnsView']
export type Comparison = Schemas['BaselineView']
export type Coverage = Schemas['CoverageView']
export type EditedCase = Schemas['EditedCase']
export type NewDraft = Schemas['NewDraft']
export type Drafts = Schemas['DraftsView']
export type Battery = Schemas['BatteryView']
export type BatterySample = Schemas['BatterySampleView']
export type NewBattery = Schemas['NewBattery']
export type Drift = Schemas['DriftView']
export type Rechecked = Schemas['RecheckTallyView']
export type NewAssignment = Schemas['NewAssignment']
export type Pairs = Schemas['PairsView']
export type BlindPair = Schemas['BlindPairView']
export type Chat = Schemas['ChatView']
export type ChatLines = Schemas['ChatLinesView']
export type ChatAnswer = Schemas['ChatAnswerView']
export type AskedModel = Schemas['AskedModel']
export type Outcome = Schemas['CellOutcome']

/** Why the server said no, in its own words. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly fields: Record<string, unknown> = {},
  ) {
    super(detail)
  }
}

/** Whether the server may have done what was asked all the same: it did not answer, or broke while it did. */
export const isUnheard = (error: unknown): boolean => !(error instanceof Problem) || error.status === 0 || error.status >= 500

/** Why a reply is none that was wanted. */
export async function problemOf(reply: Response): Promise<Problem> {
  try {
    const told = (await reply.json()) as { code?: string; detail?: string; fields?: Record<string, unknown> }
    return new Problem(reply.status, told.code ?? 'http_error', told.detail ?? reply.statusText, told.fields)
  } catch {
    return new Problem(reply.status, 'http_error', `The server answered ${reply.status}.`)
  }
}

async function ask(path: string, init: RequestInit): Promise<Response> {
  let reply: Response
  try {
    reply = await fetch(path, { ...init, headers: { Accept: 'application/json', ...init.headers } })
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new Problem(0, 'server_unreachable', 'The server does not answer; if it was closed, start it again with: edison up')
  }
  if (!reply.ok) throw await problemOf(reply)
  return reply
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await (await ask(path, signal ? { signal } : {})).json()) as T
}

/** A wish; the key makes it happen once, however often it is sent. */
export const post = <T>(path: string, body?: unknown, key?: string): Promise<T> => send<T>('POST', path, body, key)
/** A change of what is there. What is sent while the page goes away is kept alive, as far as a browser allows. */
export const patch = <T>(path: string, body: unknown, isLeaving = false): Promise<T> => send<T>('PATCH', path, body, undefined, isLeaving)
/** What takes the place of all that was there. */
export const put = <T>(path: string, body: unknown): Promise<T> => send<T>('PUT', path, body)
export const remove = (path: string): Promise<null> => send<null>('DELETE', path)

async function send<T>(method: string, path: string, body?: unknown, key: string = crypto.randomUUID(), keepalive = false): Promise<T> {
  const headers: Record<string, string> = { 'Idempotency-Key': key }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const reply = await ask(path, { method, headers, keepalive, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  return (reply.status === 204 ? null : await reply.json()) as T
}

export const address = (path: string, wishes: Record<string, string | number | boolean | null | undefined>): string => {
  const given = Object.entries(wishes).filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== false)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return query ? `${path}?${query}` : path
}
