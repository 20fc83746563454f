import { Button, Select, Switch } from '@mantine/core'
import { useState } from 'react'
import type { Dataset } from '../../api/client'
import { when } from '../../lib/dates'
import { plural } from '../../lib/numbers'
import { parts, Trouble } from '../../ui/Parts'
import css from './DataPage.module.css'
import { useEndedRuns, useFromRun, type Where } from './queries'

/** What a run has taught about cases: answers that people put right, and cases that tell contenders apart. */
export function FromRun({ where, set, onMade }: { where: Where; set: Dataset; onMade: (version: number) => void }) {
  const [opened, open] = useState(false)
  const [run, choose] = useState<string | null>(null)
  const [only, leaveOut] = useState(false)
  const runs = useEndedRuns(opened)
  const take = useFromRun(where)
  const act = (what: 'corrections' | 'separating'): void => {
    if (run) take.mutate({ what, body: what === 'corrections' ? { run } : { version: set.version, run, only } }, { onSuccess: (made) => onMade(made.version) })
  }
  return (
    <details open={opened || undefined} className={`card ${css.coverage}`} onToggle={(e) => open(e.currentTarget.open)}>
      <summary>From a run: what people put right, and which cases tell contenders apart</summary>
      {opened && (
        <div className={css.form}>
          {runs.isLoadingError ? <Trouble error={runs.error} retry={() => void runs.refetch()} /> : <Select size="xs" maw={420} label="Which run" placeholder={runs.data?.length === 0 ? 'No run has ended yet' : 'Choose one'} searchable data={(runs.data ?? []).map((one) => ({ value: one.id, label: `${one.name}, ${when(one.began_at)}: ${plural(one.cases, 'case')}` }))} value={run} onChange={(id) => { take.reset(); choose(id) }} />}
          <div className={parts.actions}>
            <Button size="compact-sm" variant="default" disabled={!run} loading={take.isPending && take.variables.what === 'corrections'} onClick={() => act('corrections')}>Take people’s corrections</Button>
            <span className="muted">Cases whose answers people put right, with that as the expected answer.</span>
          </div>
          <div className={parts.actions}>
            <Button size="compact-sm" variant="default" disabled={!run} loading={take.isPending && take.variables.what === 'separating'} onClick={() => act('separating')}>Mark cases that separate</Button>
            <Switch size="xs" label="Leave out all others" checked={only} onChange={(e) => leaveOut(e.currentTarget.checked)} />
            <span className="muted">Those on which the run told versions or models apart get a tag. Both make the next version.</span>
          </div>
          {take.isError && <Trouble error={take.error} safe="No version was changed." />}
        </div>
      )}
    </details>
  )
}
