import { Textarea, TextInput } from '@mantine/core'
import { Assist } from '../Assist'
import { textOf, withKey } from '../definition'
import type { StepProps } from '../WizardPage'

export function Objective({ experiment, writing, value, define }: StepProps) {
  const goal = textOf(value.definition.goal)
  return (
    <>
      <h2>What is it for?</h2>
      <TextInput label="Name" maxLength={200} value={value.name} onChange={(e) => { const name = e.currentTarget.value; writing.change((now) => ({ ...now, name })) }} />
      <Textarea label="Goal" description="What a good answer does, in words that judges are shown" placeholder="Answer customers of a small online shop correctly, politely and completely." autosize minRows={4} maxRows={14} value={goal} onChange={(e) => { const written = e.currentTarget.value; define((now) => withKey(now, 'goal', written)) }} />
      <Assist kind="goal" text={goal} told={(draft) => draft.text} onTake={(draft) => define((now) => withKey(now, 'goal', draft.text))} {...{ experiment, writing, value }} />
    </>
  )
}
