import { Button, FileInput, Modal } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type SentBundle, useLookInto, useTakeIn } from '../../api/bundles'
import type { Bundle, Unbundled } from '../../api/client'
import { bytesTold, inBase64, tooLarge } from '../../lib/files'
import { count, plural, words } from '../../lib/numbers'
import { parts, Trouble, When } from '../../ui/Parts'
import css from './ProjectPage.module.css'

/** What people know of what a bundle holds; all other rows belong to its runs. */
const KNOWN: [string, string, string?][] = [['prompt', 'prompt'], ['prompt_version', 'version of prompts', 'versions of prompts'], ['dataset_version', 'version of sets of cases', 'versions of sets of cases'], ['sample_case', 'case'], ['experiment', 'experiment'], ['assignment', 'assignment'], ['kept_part', 'kept part']]

/** A bundle of another installation: looked into first, then taken in whole or not at all. */
export function TakeIn({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [file, setFile] = useState<(SentBundle & { size: number }) | null>(null)
  const [refused, refuse] = useState<string | null>(null)
  const look = useLookInto()
  const add = useTakeIn()
  const forget = (): void => { setFile(null); refuse(null); look.reset(); add.reset() }
  const take = async (chosen: File | null): Promise<void> => {
    forget()
    const why = chosen && tooLarge(chosen)
    if (why) return refuse(`${why} Import it on the server with “edison bundle import”.`)
    if (!chosen) return
    const read = await inBase64(chosen)
    setFile({ ...read, size: chosen.size })
    look.mutate(read)
  }
  return (
    <Modal opened={opened} onClose={() => { forget(); onClose() }} title="Import a bundle" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={css.form}>
        <p className="muted">A bundle holds a project of another installation, or of this one: prompts, cases, experiments, reviews and runs with all that was found out. No key and no provider is in it.</p>
        <FileInput label="Bundle" description="One that “Write a bundle” or edison bundle export made" placeholder={file?.name ?? 'Choose a file'} accept=".edison,.zip,application/zip" value={null} onChange={(chosen) => void take(chosen)} />
        {refused && <p className={parts.note} role="alert">{refused}</p>}
        {look.isPending && <p className="muted" role="status">It is looked into …</p>}
        {look.isError && <Trouble error={look.error} safe="Nothing was stored." />}
        {file && look.data && !add.data && <Holds bundle={look.data} file={file} />}
        {add.isError && <Trouble error={add.error} safe="Nothing of it was taken in." />}
        {add.data ? <Brought added={add.data} onClose={onClose} /> : (
          <div className={parts.actions}><Button disabled={!file || !look.data} loading={add.isPending} onClick={() => { if (file) add.mutate({ name: file.name, content: file.content }) }}>Import all of it</Button><Button variant="default" onClick={() => { forget(); onClose() }}>Leave it</Button></div>
        )}
      </div>
    </Modal>
  )
}

function Holds({ bundle, file }: { bundle: Bundle; file: { name: string; size: number } }) {
  const known = KNOWN.filter(([table]) => bundle.rows[table])
  return (
    <section aria-label="What it holds" className={css.form}>
      <p>{file.name}, {bytesTold(file.size)}, written <When at={bundle.made_at} />. It holds:</p>
      <ul>
        {known.map(([table, one, many]) => <li key={table}>{plural(bundle.rows[table] ?? 0, one, many)}</li>)}
        <li>{plural(bundle.runs.length, 'run')}{bundle.rows.attempt ? ` with ${plural(bundle.rows.attempt, 'call')}` : ''}{bundle.left_out > 0 && `; ${count(bundle.left_out)} that had not ended ${bundle.left_out === 1 ? 'was' : 'were'} left out`}</li>
      </ul>
      <details className={parts.fold}><summary>All rows by table</summary><dl className={css.held}>{Object.entries(bundle.rows).map(([table, rows]) => <div key={table} className={css.row}><dt>{words(table)}</dt><dd className="num">{count(rows)}</dd></div>)}</dl></details>
      <p className="muted">Runs that are here already stay as they are. Where something of the same name is here and says something else, nothing is imported at all.</p>
    </section>
  )
}

function Brought({ added, onClose }: { added: Unbundled; onClose: () => void }) {
  return (
    <>
      <p role="status">{added.rows === 0 ? 'All of it was here already; nothing changed.' : `Imported: ${plural(added.runs.length, 'run')}, ${plural(added.rows, 'row')} in all.`}{added.known > 0 && ` ${plural(added.known, 'run was', 'runs were')} here before and stayed.`}</p>
      <div className={parts.actions}>{added.runs.length > 0 && <Button renderRoot={(props) => <Link to="/runs" search={{}} {...props} />}>See the runs</Button>}<Button variant="default" onClick={onClose}>Close</Button></div>
    </>
  )
}
