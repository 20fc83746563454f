import { Button, FileInput, Modal, Select, Textarea, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useDraft } from '../../lib/draft'
import { bytesTold, inBase64, tooLarge } from '../../lib/files'
import { plural } from '../../lib/numbers'
import { parts, Trouble } from '../../ui/Parts'
import { columnsOf, FIELDS, isParquet, type Mapped, renamed } from './columns'
import css from './DataPage.module.css'
import { useColumns, useImport } from './queries'

interface Taken { name: string; size: number; content: string }
interface Props { opened: boolean; project: string | undefined; onClose: () => void; onDone: (name: string) => void }
const KINDS = [{ value: 'golden', label: 'Golden: people stand for what they expect' }, { value: 'synthetic', label: 'Synthetic: written by models' }, { value: 'adversarial', label: 'Adversarial: written to find faults' }]
const EMPTY = { name: '', note: '', kind: 'golden' as 'golden' | 'synthetic' | 'adversarial', pasted: '' }
const CALLED: Record<string, string> = { id: 'Name of the case', expect: 'Expected answer', tags: 'Tags', split: 'What it is for', difficulty: 'Difficulty', family: 'Family' }

/** What was pasted as a file whose name says how it is written. */
function pastedAs(content: string): { name: string; content: string } | null {
  const first = content.trimStart()[0]
  if (first === undefined) return null
  return { name: first === '{' ? 'pasted.jsonl' : first === '[' ? 'pasted.json' : 'pasted.csv', content }
}

/** A file, or what was pasted; columns under other names are pointed at. All cases are taken, or none. */
export function Import({ opened, project, onClose, onDone }: Props) {
  const draft = useDraft(`data ${project ?? ''}`, EMPTY)
  const [file, setFile] = useState<Taken | null>(null)
  const [refused, refuse] = useState<string | null>(null)
  const [mapped, map] = useState<Mapped>({})
  const send = useImport(project)
  const look = useColumns()
  const isBinary = file !== null && isParquet(file.name)
  const wish = draft.value
  const given = file ?? pastedAs(wish.pasted)
  const named = useMemo(() => {
    const read = file ?? pastedAs(wish.pasted)
    return read && !isParquet(read.name) ? columnsOf(read.name, read.content) : []
  }, [file, wish.pasted])
  const columns = isBinary ? (look.data?.columns ?? []) : named
  const take = async (chosen: File | null): Promise<void> => {
    const why = chosen && tooLarge(chosen, !isParquet(chosen.name))
    refuse(why && `${why} Import it with “edison data import”, or send fewer cases.`)
    look.reset()
    send.reset()
    if (why) return
    const read = chosen && { name: chosen.name, size: chosen.size, content: isParquet(chosen.name) ? (await inBase64(chosen)).content : await chosen.text() }
    setFile(read)
    map({})
    if (read && isParquet(read.name)) look.mutate({ file: read.name, content: read.content })
    if (chosen && !wish.name) draft.write({ ...wish, name: chosen.name.replace(/\.\w+$/, '').replace(/[^\w.-]+/g, '-') })
  }
  const begin = (): void => {
    if (given) send.mutate({ isParquet: isBinary, name: wish.name, file: given.name, content: given.content, kind: wish.kind, note: wish.note, columns: renamed(mapped) }, { onSuccess: (made) => { draft.forget(); setFile(null); onDone(made.name) } })
  }
  return (
    <Modal opened={opened} onClose={onClose} title="Import cases" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={css.form}>
        <FileInput label="File" description="CSV, JSON lines, JSON, YAML or Parquet" placeholder={file?.name ?? 'Choose a file'} accept=".csv,.tsv,.jsonl,.ndjson,.json,.yaml,.yml,.parquet,.pq" value={null} onChange={(chosen) => void take(chosen)} />
        {file ? <p className="muted">{file.name}, {isBinary ? bytesTold(file.size) : plural(file.content.length, 'character')}{isBinary && look.data && `, ${plural(look.data.rows, 'row')}`}. <Button variant="subtle" size="compact-xs" onClick={() => void take(null)}>Leave it out</Button></p> : <Textarea label="Or paste them" description="A table with a line of names, or JSON" autosize minRows={3} maxRows={10} spellCheck={false} classNames={{ input: css.code ?? '' }} value={wish.pasted} onChange={(e) => { draft.write({ ...wish, pasted: e.currentTarget.value }); send.reset() }} />}
        {refused && <p className={parts.note} role="alert">{refused}</p>}
        {look.isPending && <p className="muted" role="status">Its columns are being read …</p>}
        {look.isError && <Trouble error={look.error} safe="Nothing was stored." />}
        <TextInput label="Name" description="Letters, digits, dots, dashes and underscores; where there is such a set, this is its next version" value={wish.name} maxLength={100} onChange={(e) => draft.write({ ...wish, name: e.currentTarget.value })} />
        <Select label="Kind" data={KINDS} value={wish.kind} allowDeselect={false} onChange={(kind) => draft.write({ ...wish, kind: (kind ?? 'golden') as typeof wish.kind })} />
        {columns.length > 0 && (
          <fieldset className={css.columns}>
            <legend>Columns</legend>
            <p className="muted">All that is not named here is a variable of the prompt, under its own name.</p>
            <div>{FIELDS.map((ours) => <Select key={ours} size="xs" label={CALLED[ours]} clearable placeholder="in no column" data={columns} value={mapped[ours] ?? (columns.includes(ours) ? ours : null)} onChange={(theirs) => map({ ...mapped, [ours]: theirs ?? '' })} />)}</div>
          </fieldset>
        )}
        <TextInput label="Note" value={wish.note} onChange={(e) => draft.write({ ...wish, note: e.currentTarget.value })} />
        {send.isError && <Trouble error={send.error} safe="Nothing was stored." />}
        <div className={parts.actions}><Button disabled={!given || !wish.name || (isBinary && !look.data)} loading={send.isPending} onClick={begin}>Keep as a version</Button></div>
      </div>
    </Modal>
  )
}
