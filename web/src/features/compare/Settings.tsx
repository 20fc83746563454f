import { Button, Modal, NumberInput, Textarea, TextInput } from '@mantine/core'
import { type AskedModel, type Chat, Problem } from '../../api/client'
import { compare } from '../../lib/diff'
import { useDraft } from '../../lib/draft'
import { DiffView } from '../../ui/DiffView'
import { parts, Trouble } from '../../ui/Parts'
import css from './Compare.module.css'
import { useChat, useSettings } from './queries'

const number = (given: number | string): number | null => (given === '' ? null : Number(given))
const asked = (chat: Chat): AskedModel[] => chat.columns.map((one) => ({ model: one.model, system: one.system, temperature: one.sampling.temperature ?? null, max_tokens: one.sampling.max_tokens ?? null, seed: one.sampling.seed ?? null, repeat_penalty: one.sampling.repeat_penalty ?? null, timeout_s: one.timeout_s }))

/** How each model is asked from the next turn on, and who else takes part. */
export function Settings({ chat, opened, onClose }: { chat: Chat; opened: boolean; onClose: () => void }) {
  return <Modal opened={opened} onClose={onClose} title="How each model is asked" size="xl" closeButtonProps={{ 'aria-label': 'Close' }}>{opened && <Form chat={chat} onDone={onClose} />}</Modal>
}

function Form({ chat, onDone }: { chat: Chat; onDone: () => void }) {
  const draft = useDraft(`chat settings ${chat.id}`, { models: asked(chat), seen: chat.revision })
  const { models, seen } = draft.value
  const write = (next: AskedModel[]): void => draft.write({ models: next, seen })
  const save = useSettings(chat.id)
  const now = useChat(chat.id)
  const isConflict = save.error instanceof Problem && save.error.code === 'changed_meanwhile'
  // What was refused stood against something newer: until that is read there is nothing to hold one's own against.
  const isBehind = now.isFetching || save.variables?.seen === chat.revision
  const store = (by: number): void => save.mutate({ models, seen: by }, { onSuccess: () => { draft.forget(); onDone() }, onError: () => void now.refetch() })
  const change = (place: number, update: Partial<AskedModel>): void => write(models.map((one, at) => (at === place ? { ...one, ...update } : one)))
  return (
    <div className={css.settings}>
      {models.map((one, place) => (
        <fieldset key={place}>
          <legend>{chat.columns[place]?.name ?? 'One more'}</legend>
          {place >= chat.columns.length && <TextInput label="Model" placeholder="PROVIDER/MODEL" value={one.model} onChange={(e) => change(place, { model: e.currentTarget.value })} />}
          <Textarea label="System" autosize minRows={1} maxRows={6} value={one.system ?? ''} onChange={(e) => change(place, { system: e.currentTarget.value })} />
          <div className={css.numbers}>
            <NumberInput label="Temperature" min={0} max={10} step={0.1} value={one.temperature ?? ''} onChange={(value) => change(place, { temperature: number(value) })} />
            <NumberInput label="Most tokens" min={1} value={one.max_tokens ?? ''} onChange={(value) => change(place, { max_tokens: number(value) })} />
            <NumberInput label="Seed" min={0} value={one.seed ?? ''} onChange={(value) => change(place, { seed: number(value) })} />
            <NumberInput label="Repeat penalty" min={0} max={10} step={0.1} value={one.repeat_penalty ?? ''} onChange={(value) => change(place, { repeat_penalty: number(value) })} />
            <NumberInput label="Seconds" min={1} max={3600} value={one.timeout_s ?? 300} onChange={(value) => change(place, { timeout_s: number(value) ?? 300 })} />
          </div>
        </fieldset>
      ))}
      {isConflict ? (
        <div className={parts.note} role="alert">
          <p>Somebody changed how they are asked meanwhile. It stands on the left, yours on the right; nothing was overwritten.</p>
          {!isBehind && <DiffView rows={compare(JSON.stringify(asked(chat), null, 2), JSON.stringify(models, null, 2))} split label="As they are asked now, and yours" />}
          <div className={css.buttons}><Button size="compact-sm" loading={save.isPending || (isBehind && !now.isError)} onClick={() => (isBehind ? void now.refetch() : store(chat.revision))}>Use mine all the same</Button><Button size="compact-sm" variant="default" onClick={() => { draft.forget(); save.reset() }}>Leave theirs</Button></div>
        </div>
      ) : save.isError && <Trouble error={save.error} safe="What you wrote stays here." />}
      <div className={css.buttons}>
        <Button variant="default" disabled={models.length >= 10} onClick={() => write([...models, { model: models[0]?.model ?? '', system: '', max_tokens: 2048, timeout_s: 300 }])}>Add a model</Button>
        <Button loading={save.isPending} onClick={() => store(seen)}>Use from the next turn on</Button>
      </div>
    </div>
  )
}
