import { Button, Modal, TextInput } from '@mantine/core'
import type { PromptVersion } from '../../api/client'
import { useDraft } from '../../lib/draft'
import { Trouble } from '../../ui/Parts'
import { PromptEditor } from '../../ui/PromptEditor'
import css from './PromptPage.module.css'
import { useChange, type Where } from './queries'

interface Props { where: Where; version: PromptVersion; opened: boolean; onClose: () => void; onMade: (number: number) => void }

export const draftOf = (version: PromptVersion): string => `version ${version.id}`

/** Other words on a version; what differs from it is shown while they are written, and is what would be stored. */
export function Revise({ where, version, opened, onClose, onMade }: Props) {
  const change = useChange(where)
  const draft = useDraft(draftOf(version), { system: version.system, user: version.user, changelog: '' })
  const wish = draft.value
  const differs = wish.system !== version.system || wish.user !== version.user
  const send = (): void => change.mutate({ number: version.number, what: 'revise', body: wish }, { onSuccess: (made) => { draft.forget(); onClose(); onMade(made.number) } })
  const text = (label: string, name: 'system' | 'user') => (
    <PromptEditor label={label} rows={name === 'system' ? 7 : 4} before={version[name]} value={wish[name]} onChange={(written) => draft.write({ ...wish, [name]: written })} />
  )
  return (
    <Modal opened={opened} onClose={onClose} size="xl" title={`The next version, from version ${version.number}`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={css.form}>
        {text('System', 'system')}
        {text('User', 'user')}
        <TextInput label="What was changed, and why" value={wish.changelog} onChange={(e) => draft.write({ ...wish, changelog: e.currentTarget.value })} />
        {draft.isBegun && <p className="muted" role="status">{draft.told}</p>}
        {change.isError && <Trouble error={change.error} safe="What you wrote stays here." />}
        <div className={css.buttons}>
          <Button disabled={!differs} loading={change.isPending} onClick={send}>Keep as the next version</Button>
          {draft.isBegun && <Button variant="subtle" color="gray" onClick={draft.forget}>Begin anew</Button>}
        </div>
      </div>
    </Modal>
  )
}
