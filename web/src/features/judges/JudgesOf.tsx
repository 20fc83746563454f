import { Button, FileInput, Select } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type Experiment, get, type SuiteText } from '../../api/client'
import { plural } from '../../lib/numbers'
import { parts, Trouble } from '../../ui/Parts'
import { askedOf } from '../experiments/definition'
import { useExperiments } from '../experiments/queries'

interface Props { value: SuiteText | null; what: string; onChange: (suite: SuiteText | null) => void }
const isSuite = (name: string): boolean => /\.(ya?ml|json)$/i.test(name)

/** Judges as an experiment or a suite has them, with their parameters and instructions; besides those that are named. */
export function JudgesOf({ value, what, onChange }: Props) {
  const experiments = useExperiments(undefined, undefined).data ?? []
  const take = useMutation({ mutationFn: (id: string) => get<Experiment>(`/api/experiments/${encodeURIComponent(id)}`), onSuccess: (one) => onChange({ name: `${one.name || 'experiment'}.json`.slice(-200), content: JSON.stringify(one.definition), files: one.files }) })
  const read = async (chosen: File[]): Promise<void> => {
    const suite = chosen.find((file) => isSuite(file.name))
    if (!suite) return
    const files = await Promise.all(chosen.filter((file) => file !== suite).map(async (file) => [file.name, await file.text()] as const))
    onChange({ name: suite.name, content: await suite.text(), files: Object.fromEntries(files) })
  }
  return (
    <details className={parts.fold}>
      <summary>Judges of an experiment or a suite <span className="muted">{value ? value.name : 'none'}</span></summary>
      <p className="muted">They {what} with the parameters and instructions that they have there.</p>
      {experiments.length > 0 && <Select label="Of an experiment" searchable clearable placeholder="None" data={experiments.map((one) => ({ value: one.id, label: one.name || 'Untitled experiment' }))} value={null} onChange={(id) => { if (id) take.mutate(id) }} />}
      <FileInput label="Of a suite" description="YAML or JSON, together with the files that it names" placeholder="Choose files" multiple accept=".yaml,.yml,.json,.txt,.md,.csv,.jsonl" value={[]} onChange={(chosen) => void read(chosen)} />
      {take.isError && <Trouble error={take.error} safe="Nothing was changed." />}
      {value && <p role="status">{value.name}{told(value)}. <Button variant="subtle" size="compact-xs" onClick={() => onChange(null)}>Leave them out</Button></p>}
    </details>
  )
}

/** Who they are, where that can be read here, and how many files came with them. */
function told(suite: SuiteText): string {
  const files = Object.keys(suite.files ?? {}).length
  const names = namesIn(suite.content)
  return [names !== null && `: ${names.join(', ') || 'it has no judges'}`, files > 0 && `, with ${plural(files, 'file')}`].filter(Boolean).join('')
}

function namesIn(content: string): string[] | null {
  try {
    return askedOf((JSON.parse(content) as { judges?: unknown }).judges).map((one) => String(one.name ?? one.model))
  } catch {
    return null
  }
}
