import { Button, FileInput, Modal, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Card, type NamedFile, post } from '../../api/client'
import { useDraft } from '../../lib/draft'
import { plural } from '../../lib/numbers'
import { parts, Trouble } from '../../ui/Parts'
import css from './JudgesPage.module.css'

/** The cards of an examination once more: with what people have chosen since, or by another rule; nobody is asked. */
export function Anew({ run, onClose }: { run: string; onClose: () => void }) {
  const cache = useQueryClient()
  const [people, take] = useState<NamedFile | null>(null)
  const draft = useDraft(`cards ${run}`, '')
  const suite = draft.value
  const make = useMutation({
    mutationFn: () => post<Card[]>(`/api/judges/cards/${run}`, { people, suite: suite.trim() || null }),
    onSuccess: () => { draft.forget(); return cache.invalidateQueries({ queryKey: ['judges'] }) },
  })
  return (
    <Modal opened onClose={onClose} title="Make the cards again" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={css.form}>
        <p className="muted">They are made from the judgments that are stored: nobody is asked, and nothing is paid. Each takes the place of the card before.</p>
        <FileInput label="What people chose since" description="CSV with pair, choice (a, b or tie) and person" placeholder={people?.name ?? 'Choose a file'} accept=".csv,.tsv,.jsonl,.json" value={null} onChange={(chosen) => { make.reset(); if (chosen) void chosen.text().then((content) => take({ name: chosen.name, content })) }} />
        {people && <p className="muted">{people.name}, {plural(people.content.length, 'character')}. <Button variant="subtle" size="compact-xs" onClick={() => { make.reset(); take(null) }}>Leave it out</Button></p>}
        <Textarea label="Another rule" description="The same suite, in YAML, with other thresholds; empty keeps the rule of the examination" autosize minRows={2} maxRows={12} spellCheck={false} value={suite} onChange={(e) => { make.reset(); draft.write(e.currentTarget.value) }} />
        {make.isError && <Trouble error={make.error} safe="The cards are as they were." />}
        {make.data && <p role="status">{plural(make.data.length, 'card')} made again.</p>}
        <div className={parts.actions}><Button loading={make.isPending} onClick={() => make.mutate()}>Make them again</Button><Button variant="default" onClick={onClose}>{make.data ? 'Close' : 'Leave it'}</Button></div>
      </div>
    </Modal>
  )
}
