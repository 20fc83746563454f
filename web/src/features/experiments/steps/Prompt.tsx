import { parts } from '../../../ui/Parts'
import { PromptEditor } from '../../../ui/PromptEditor'
import { Assist } from '../Assist'
import { casesOf, columnsOfCases, promptOf, promptsOf, variablesIn, withPrompt } from '../definition'
import type { StepProps } from '../WizardPage'
import css from '../WizardPage.module.css'
import { PromptParts } from './PromptParts'

const joined = ({ system, user }: { system: string; user: string }): string => [system, user].filter((text) => text.trim()).join('\n\n')

/** The text it begins with; what stands between double braces is filled in from each case. */
export default function Prompt({ experiment, writing, value, define }: StepProps) {
  const prompt = promptOf(value.definition)
  const variables = variablesIn(prompt.system, prompt.user)
  const known = columnsOfCases(casesOf(value.definition))
  const write = (change: Partial<typeof prompt>): void => define((now) => withPrompt(now, { ...promptOf(now), ...change }))
  return (
    <>
      <h2>What is asked?</h2>
      {promptsOf(value.definition) > 1 && <p className={parts.note}>It has several prompts, which are compared; the first of them is written here, and the others stay as they are.</p>}
      <PromptEditor label="System" description="What the model is told about its task" known={known} value={prompt.system} onChange={(system) => write({ system })} />
      <PromptEditor label="User" description="What it is asked; {{ question }} stands for a value of the case" known={known} value={prompt.user} onChange={(user) => write({ user })} />
      <div className={css.tags} role="status">
        <span className="muted">{variables.length === 0 ? 'No variable is found: every case would be asked the same.' : 'Variables found:'}</span>
        {variables.map((name) => <code key={name} data-lacks={(known.length > 0 && !known.includes(name)) || undefined}>{name}{known.length > 0 && !known.includes(name) && ' (in no case)'}</code>)}
      </div>
      <PromptParts name={`prompt ${experiment.id}`} rest={prompt.rest} known={known} onChange={(rest) => write({ rest })} />
      <Assist kind="prompt" text={joined(prompt)} told={(draft) => joined(taken(draft, prompt))} onTake={(draft) => write(taken(draft, prompt))} {...{ experiment, writing, value }} />
    </>
  )
}

/** A whole prompt, or other words for the one text that there is. */
function taken(draft: { text: string; value: unknown }, prompt: { system: string; user: string }): { system: string; user: string } {
  const told = draft.value as { system?: unknown; user?: unknown } | null
  if (told !== null && typeof told === 'object' && (typeof told.system === 'string' || typeof told.user === 'string')) return { system: String(told.system ?? ''), user: String(told.user ?? '') }
  // An improvement goes through the texts as one; the last part of it is the question where it was so before.
  if (!prompt.system.trim()) return { system: '', user: draft.text }
  const end = prompt.user.trim()
  return end && draft.text.endsWith(end) ? { system: draft.text.slice(0, -end.length).trimEnd(), user: prompt.user } : { system: draft.text, user: end && draft.text.includes(end) ? '' : prompt.user }
}
