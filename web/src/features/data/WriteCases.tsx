import { Button, Modal, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type Dataset, isUnheard } from '../../api/client'
import { useDraft } from '../../lib/draft'
import { parts, Trouble } from '../../ui/Parts'
import { AS_USUAL, CaseFields, casesLike, techniqueOf } from './CaseFields'
import css from './DataPage.module.css'
import { useGenerate, type Where } from './queries'

/** What new cases are to be like: of a kind that is thin, or of one that fails in a run, which says what they are for and who writes. */
export interface Aim { title: string; suffix: string; tags: string[]; hints: string[]; failing?: { run: string; spot: string } }

/** Have a model write cases; they go into a set of their own, unverified until somebody stands for them. */
export function WriteCases({ where, set, aim, onClose }: { where: Where; set: Dataset; aim: Aim; onClose: () => void }) {
  const go = useNavigate()
  const name = `${where.name}-${aim.suffix}`.replace(/[^\w.-]+/g, '-').slice(0, 100)
  const draft = useDraft(`generate ${where.project ?? ''} ${aim.failing?.run ?? ''} ${name}`, { ...AS_USUAL, name, goal: '', model: '', cases: 10 as number | string, budget: '' as number | string, key: crypto.randomUUID() as string })
  const d = { ...AS_USUAL, ...draft.value }
  const send = useGenerate()
  const isSaid = aim.failing !== undefined
  const write = (change: Partial<typeof d>): void => { send.reset(); draft.write({ ...d, key: crypto.randomUUID(), ...change }) }
  const cases = { name: d.name, kind: isSaid ? ('adversarial' as const) : ('synthetic' as const), ...casesLike(d), count: Number(d.cases) || 10, tags: aim.tags, hints: aim.hints, at: aim.failing?.run ?? null, spots: aim.failing ? [aim.failing.spot] : [], beside: `${where.name}@${set.version}` }
  const begin = (): void => send.mutate({ key: d.key, wish: { kind: 'cases', mode: 'draft', goal: d.goal, text: '', focus: [], alternatives: 1, technique: techniqueOf(d), model: d.model || null, budget_usd: typeof d.budget === 'number' ? d.budget : null, project: where.project ?? null, cases } }, { onSuccess: (told) => { draft.forget(); void go({ to: '/runs/$run', params: { run: told.run } }) } })
  return (
    <Modal opened onClose={onClose} title={aim.title} size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={css.form}>
        {isSaid && <p className="muted">Adversarial cases: whoever writes is shown what failed there and what was wrong with it. Each case says which run and spot it comes from.</p>}
        <Textarea label="What the cases are for" placeholder={isSaid ? 'as the run says' : ''} autosize minRows={2} value={d.goal} onChange={(e) => write({ goal: e.currentTarget.value })} />
        <TextInput label="Who writes" description="As provider/model" placeholder={isSaid ? 'whoever refines or judges in the run, else its first model' : 'openai/gpt-4o-mini'} value={d.model} onChange={(e) => write({ model: e.currentTarget.value })} />
        <NumberInput label="How many" min={1} max={2000} value={d.cases} onChange={(number) => write({ cases: number })} />
        <NumberInput label="Budget in dollars" min={0} decimalScale={2} prefix="$" value={d.budget} onChange={(budget) => write({ budget })} />
        <CaseFields value={d} onChange={write} />
        <TextInput label="Into a set called" description="A set of its own; what is written again of this one is left out" value={d.name} onChange={(e) => write({ name: e.currentTarget.value })} />
        {send.isError && <Trouble error={send.error} safe={isUnheard(send.error) ? 'Whether it began is not known: the same button gives what was begun, and it is paid for once.' : 'Nothing was started.'} />}
        <div className={parts.actions}><Button disabled={(!isSaid && (!d.goal.trim() || !d.model.trim())) || !d.name} loading={send.isPending} onClick={begin}>Write them</Button><span className="muted">They stay unverified until you approve them on their page.</span></div>
      </div>
    </Modal>
  )
}
