import { Button, Checkbox, Modal, Textarea } from '@mantine/core'
import { Problem, type PromptVersion } from '../../api/client'
import { useDraft } from '../../lib/draft'
import { capital } from '../../lib/numbers'
import { parts, Trouble } from '../../ui/Parts'
import css from './PromptPage.module.css'
import { useChange, type Where } from './queries'

interface Props { where: Where; version: PromptVersion; opened: boolean; onClose: () => void }

/** The gate before a version is in use: shown to be better, or a person says why all the same. */
export function Promote({ where, version, opened, onClose }: Props) {
  const change = useChange(where)
  const draft = useDraft(`promote ${version.id}`, { note: '', anyway: false })
  const { note, anyway } = draft.value
  const refused = change.error instanceof Problem && change.error.code === 'promotion_refused' ? change.error : null
  const lacking = refused && Array.isArray(refused.fields.lacking) ? refused.fields.lacking.map(String) : []
  const send = (): void => change.mutate({ number: version.number, what: 'promote', body: { seen: version.revision, note, anyway } }, { onSuccess: () => { draft.forget(); onClose() } })
  return (
    <Modal opened={opened} onClose={() => { change.reset(); onClose() }} title={version.is_production ? `Take version ${version.number} out of use` : `Mark version ${version.number} as in use`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={css.form}>
        <p className="muted">{version.is_production ? 'No version is in use then; applications that ask for it are told so.' : 'Applications that ask for this prompt get this version from then on. The one before it stays in the history.'}</p>
        <Textarea label="Why" description="For the history" autosize minRows={2} value={note} onChange={(e) => draft.write({ note: e.currentTarget.value, anyway })} data-autofocus />
        {refused && (
          <div className={parts.note} role="alert">
            <p>It does not pass the gate:</p>
            <ul>{lacking.map((one) => <li key={one}>{capital(one)}</li>)}</ul>
            <Checkbox label="Mark it all the same; the reason above is kept, and the history tells" checked={anyway} onChange={(e) => draft.write({ note, anyway: e.currentTarget.checked })} />
          </div>
        )}
        {change.isError && !refused && <Trouble error={change.error} safe="Nothing was overwritten; what you wrote is kept." />}
        <Button loading={change.isPending} disabled={refused !== null && !(anyway && note.trim())} onClick={send}>{version.is_production ? 'Take out of use' : 'Mark as in use'}</Button>
      </div>
    </Modal>
  )
}
