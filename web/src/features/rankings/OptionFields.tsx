import { Button, FileInput, NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import type { NamedFile } from '../../api/client'
import { plural } from '../../lib/numbers'
import { parts } from '../../ui/Parts'
import css from './NewRankingPage.module.css'
import { type Options, peopleIn } from './options'

interface Props { value: Options; judges: string[]; onChange: (change: Partial<Options>) => void }
const ENDS = [{ value: 'publish', label: 'The order is published as far as it stands' }, { value: 'fail', label: 'There is no order' }]

/** What makes a text good, what people chose already, how much each counts, and when it is enough. */
export function OptionFields({ value, judges, onChange }: Props) {
  const people = peopleIn(value.people)
  return (
    <>
      <details className={parts.fold}>
        <summary>What makes a text good <span className="muted">{value.rubric ? 'a rubric is given' : 'by the question'}</span></summary>
        <Textarea label="Rubric" description="In plain words, or a YAML list of criteria with name, description and weight" placeholder={'- name: reasons\n  description: It gives reasons, not opinions.\n  weight: 0.6\n- name: language\n  weight: 0.4'} autosize minRows={3} maxRows={12} value={value.rubric?.content ?? ''} onChange={(e) => onChange({ rubric: e.currentTarget.value.trim() ? { name: /^\s*(-|\[|\w+:)/.test(e.currentTarget.value) ? 'rubric.yaml' : 'rubric.txt', content: e.currentTarget.value } : null })} />
        <FileField label="Or a file of it" accept=".yaml,.yml,.json,.txt,.md" file={value.rubric} onTake={(rubric) => onChange({ rubric })} />
      </details>
      <details className={parts.fold}>
        <summary>A scale of your own <span className="muted">{value.scaleFile ? value.scaleFile.name : 'none'}</span></summary>
        <FileField label="A scale of your own" description="YAML or JSON with name and grades, from the lowest to the highest" accept=".yaml,.yml,.json" file={value.scaleFile} onTake={(scaleFile) => onChange({ scaleFile })} />
      </details>
      <details className={parts.fold}>
        <summary>People and weights <span className="muted">{people.length > 0 ? plural(people.length, 'person', 'people') : 'judges alone, all alike'}</span></summary>
        <FileField label="Comparisons that people made" description="CSV or JSONL: left, right, winner and judge; they count beside those of the judges" accept=".csv,.tsv,.jsonl,.json" file={value.people} onTake={(given) => onChange({ people: given })} />
        {[...judges, ...people].length > 0 ? (
          <div className={css.pair}>{[...judges, ...people].map((name) => <NumberInput key={name} label={`Weight of ${name}`} placeholder="1" min={0} step={0.5} decimalScale={2} value={value.weights[name] ?? ''} onChange={(weight) => onChange({ weights: { ...value.weights, [name]: weight } })} />)}</div>
        ) : <p className="muted">Name judges above to weigh them.</p>}
      </details>
      <details className={parts.fold}>
        <summary>When it is enough <span className="muted">{[value.least, value.shift, value.success, value.deadline].some((one) => one !== '') || value.ends !== 'publish' ? 'as you say' : 'as usual'}</span></summary>
        <div className={css.pair}>
          <NumberInput label="Comparisons, at least" description="Before so many it is not called stable" min={0} allowDecimal={false} value={value.least} onChange={(least) => onChange({ least })} />
          <NumberInput label="A score may still move" description="Logits per comparison" placeholder="as usual" min={0} step={0.01} decimalScale={4} value={value.shift} onChange={(shift) => onChange({ shift })} />
          <NumberInput label="Share with a finding, at least" description="0 asks for none" placeholder="as usual" min={0} max={1} step={0.05} decimalScale={2} value={value.success} onChange={(success) => onChange({ success })} />
          <TextInput label="Ends after" description="With what there is: 90s, 30m, 2h" placeholder="never" maxLength={20} value={value.deadline} onChange={(e) => onChange({ deadline: e.currentTarget.value })} />
        </div>
        <Select label="When the money ends too soon" allowDeselect={false} data={ENDS} value={value.ends} onChange={(ends) => onChange({ ends: (ends ?? 'publish') as Options['ends'] })} />
      </details>
    </>
  )
}

function FileField({ label, description, accept, file, onTake }: { label: string; description?: string; accept: string; file: NamedFile | null; onTake: (file: NamedFile | null) => void }) {
  const take = async (chosen: File | null): Promise<void> => onTake(chosen ? { name: chosen.name, content: await chosen.text() } : null)
  return (
    <div>
      <FileInput label={label} {...(description ? { description } : {})} placeholder={file?.name ?? 'Choose a file'} accept={accept} value={null} onChange={(chosen) => void take(chosen)} />
      {file && <p className="muted">{file.name}, {plural(file.content.length, 'character')}. <Button variant="subtle" size="compact-xs" onClick={() => onTake(null)}>Leave it out</Button></p>}
    </div>
  )
}
