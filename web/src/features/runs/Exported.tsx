import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Export, get, type Run } from '../../api/client'
import { bytesTold } from '../../lib/files'
import { Bones, parts, Trouble } from '../../ui/Parts'

const TOLD: Record<string, string> = { bundle: 'A project with all that was found out in it, as one file. “Import a bundle” under Projects takes it in, here or in another installation.' }

/** The file that a run writes: how far it is, and the file itself once it is whole. */
export default function Exported({ run }: { run: Run }) {
  const found = useQuery({ queryKey: ['run', run.id, 'exported', run.settlement], queryFn: ({ signal }) => get<Export>(`/api/runs/${run.id}/exported`, signal) })
  if (found.isLoadingError) return <div className={parts.page}><Trouble error={found.error} safe="The run goes on without this page." retry={() => void found.refetch()} /></div>
  if (!found.data) return <div className={parts.page}><div className="card"><Bones lines={3} /></div></div>
  const { format, is_whole, is_kept, bytes, trouble, of_run, file } = found.data
  const isEnded = run.ended_at !== null
  return (
    <div className={parts.page}>
      <section className={`card ${parts.empty}`}>
        <h2>{is_whole && is_kept ? 'The file is ready' : is_whole ? 'The file was handed over' : isEnded ? 'There is no file' : 'The file is being written'}</h2>
        <p>{TOLD[format] ?? <>All results of {of_run ? <Link to="/runs/$run" params={{ run: of_run }} search={{}}>a run</Link> : 'a run'} as {format}.</>} {is_whole ? `${bytesTold(bytes)} before it is packed.` : isEnded ? (trouble ?? 'It was stopped before all pages were written; write it again.') : 'You may close this page; it goes on by itself.'} {is_whole && !is_kept && `It was put at ${file ?? 'its place'}, and its pages were let go; write it again to have it here.`}</p>
        {is_whole && is_kept && <Button component="a" href={`/api/runs/${run.id}/export?format=${format}`} download>Download it</Button>}
      </section>
    </div>
  )
}
