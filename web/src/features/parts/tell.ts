import type { Part } from '../../api/client'
import { words } from '../../lib/numbers'

export interface Line { name: string; more?: string; text?: string }
const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value)
const short = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** What a part says, a line for each criterion or setting. */
export function tellPart(part: Part): Line[] {
  const value: unknown = part.value
  if (part.kind === 'rubric') return (Array.isArray(value) ? value : [value]).map((one) => (isObject(one) ? { name: short(one.name ?? 'criterion'), ...(typeof one.weight === 'number' || one.scale !== undefined ? { more: [typeof one.weight === 'number' && `${Math.round(100 * one.weight)} %`, one.scale !== undefined && `scale ${short(one.scale)}`].filter(Boolean).join(', ') } : {}), ...(one.description ? { text: short(one.description) } : {}) } : { name: short(one) }))
  if (!isObject(value)) return [{ name: short(value) }]
  const { model, instructions, ...rest } = value
  const more = Object.entries(rest).map(([name, said]) => `${words(name)} ${short(said)}`).join(', ')
  return [{ name: short(model ?? value.name ?? part.kind), ...(more ? { more } : {}), ...(instructions ? { text: short(instructions) } : {}) }]
}
