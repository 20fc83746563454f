/** A definition in the form of edison.yaml, as far as it is written. What a step does not know it leaves as it is. */
export type Definition = Record<string, unknown>
export interface Written { name: string; definition: Definition; files: Record<string, string> }
export interface Criterion { name: string; description?: string; weight?: number | null; scale?: unknown }
export interface Asked { model: string; [more: string]: unknown }
export interface PromptText { system: string; user: string; rest: Record<string, unknown> }

export const STEPS = ['objective', 'rubric', 'prompt', 'data', 'models', 'judges', 'limits'] as const
export type Step = (typeof STEPS)[number]
export type Standing = 'empty' | 'incomplete' | 'ready'
export const CALLED: Record<Step, string> = { objective: 'Objective', rubric: 'Rubric', prompt: 'Seed prompt', data: 'Test data', models: 'Models', judges: 'Judges', limits: 'Limits and start' }
export const STORED = 'data:'
/** What stands for a rubric, a judge or a model that is kept under a name. */
export const KEPT = 'kept:'
export const isKept = (value: string): boolean => value.startsWith(KEPT)
export const keptName = (value: string): string => value.slice(KEPT.length)
/** How whoever is asked is led to what it says, as files name it. */
export const TECHNIQUES = ['direct', 'reason_first', 'step_by_step', 'self_consistency', 'critique_and_revise', 'panel', 'debate']
export const takesSamples = (technique: string): boolean => technique === 'self_consistency' || technique === 'panel'

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value)
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined || value === null || value === '' ? [] : [value])
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const criteriaOf = (definition: Definition): Criterion[] => listOf(definition.rubric).flatMap((one) => (isObject(one) ? [{ ...one, name: textOf(one.name) } as Criterion] : typeof one === 'string' ? [{ name: one }] : []))
/** Whether the rubric is written in a way that the step can show; a file of one cannot be changed here. */
export const isRubricShown = (definition: Definition): boolean => typeof definition.rubric !== 'string'

/** Arms and judges: a model's name, or a mapping with one; applications (commands, addresses) are shown and left as they are. */
export const askedOf = (value: unknown): Asked[] => listOf(value).flatMap((one) => (typeof one === 'string' ? [{ model: one }] : isObject(one) ? [{ ...one, model: textOf(one.model) }] : []))
export const isApplication = (one: Asked): boolean => ['http', 'command', 'python'].some((kind) => kind in one)
/** As short as it can be said. */
export const writtenAsked = (asked: Asked[]): unknown[] => asked.map((one) => {
  if (isApplication(one)) { const { model: _, ...application } = one; return application }
  const said = Object.entries(one).filter(([name, value]) => name === 'model' || (value !== '' && value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)))
  return said.length === 1 ? one.model : Object.fromEntries(said)
})

export function promptOf(definition: Definition): PromptText {
  const written = listOf(definition.prompt ?? definition.prompts)[0]
  if (!isObject(written)) return { system: '', user: textOf(written), rest: {} }
  const { system, user, ...rest } = written
  return { system: textOf(system), user: textOf(user), rest }
}
/** Several prompts are compared in a file; here the first of them is written. */
export const promptsOf = (definition: Definition): number => listOf(definition.prompt ?? definition.prompts).length

export function withPrompt(definition: Definition, { system, user, rest }: PromptText): Definition {
  const key = definition.prompts !== undefined && definition.prompt === undefined ? 'prompts' : 'prompt'
  const others = listOf(definition[key]).slice(1)
  const mapping = { ...(system ? { system } : {}), ...(user ? { user } : {}), ...rest }
  const written: unknown = system || Object.keys(rest).length > 0 ? mapping : user
  return withKey(definition, key, others.length > 0 ? [written, ...others] : written)
}

export function withKey(definition: Definition, key: string, value: unknown): Definition {
  const { [key]: _, ...rest } = definition
  const isNothing = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  return isNothing ? rest : { ...rest, [key]: value }
}

const VARIABLE = /\{\{[-\s]*([A-Za-z_][\w.]*)/g
/** The names that stand between double braces. */
export const variablesIn = (...texts: string[]): string[] => [...new Set(texts.flatMap((text) => [...text.matchAll(VARIABLE)].map((found) => (found[1] ?? '').split('.')[0] ?? '')))].filter(Boolean)

/** The cases that stand in the definition itself. */
export const casesOf = (definition: Definition): Record<string, unknown>[] => (Array.isArray(definition.cases) ? definition.cases.filter(isObject) : [])
const OURS = ['id', 'expect', 'tags', 'difficulty', 'checks', 'split', 'criteria', 'family', 'turns', 'user']
export const columnsOfCases = (cases: Record<string, unknown>[]): string[] => [...new Set(cases.flatMap((one) => Object.keys(one)))].filter((name) => !OURS.includes(name))

export function standingOf(step: Step, { name, definition }: Written): Standing {
  switch (step) {
    case 'objective': return textOf(definition.goal).trim() ? 'ready' : name && name !== 'Untitled experiment' ? 'incomplete' : 'empty'
    case 'rubric': {
      const criteria = criteriaOf(definition)
      if (!isRubricShown(definition)) return 'ready'
      return criteria.length === 0 ? 'empty' : criteria.every((one) => one.name.trim()) ? 'ready' : 'incomplete'
    }
    case 'prompt': { const { system, user } = promptOf(definition); return system.trim() || user.trim() ? (variablesIn(system, user).length > 0 ? 'ready' : 'incomplete') : 'empty' }
    case 'data': return typeof definition.cases === 'string' && definition.cases ? 'ready' : casesOf(definition).length > 0 ? 'ready' : 'empty'
    case 'models': { const arms = askedOf(definition.arms); return arms.length === 0 ? 'empty' : arms.every((one) => isApplication(one) || isKept(one.model) || one.model.includes('/')) ? 'ready' : 'incomplete' }
    case 'judges': { const judges = askedOf(definition.judges); return judges.length === 0 ? 'empty' : judges.every((one) => isKept(one.model) || one.model.includes('/')) ? 'ready' : 'incomplete' }
    case 'limits': return typeof definition.budget_usd === 'number' ? 'ready' : 'empty'
  }
}

/** The step in which a mistake of the definition is mended. */
export function stepOf(path: string): Step {
  const key = /^\w+/.exec(path)?.[0] ?? ''
  const known: Record<string, Step> = { name: 'objective', goal: 'objective', rubric: 'rubric', prompt: 'prompt', prompts: 'prompt', cases: 'data', arms: 'models', providers: 'models', judges: 'judges' }
  return known[key] ?? 'limits'
}
