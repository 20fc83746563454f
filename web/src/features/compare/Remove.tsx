import { Button, Modal } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Chat } from '../../api/client'
import { plural, spent } from '../../lib/numbers'
import { parts, Trouble } from '../../ui/Parts'
import { useForget } from './queries'

/** A chat goes with all that was said; what it cost stays counted. */
export function Remove({ chat, opened, onClose }: { chat: Chat; opened: boolean; onClose: () => void }) {
  const go = useNavigate()
  const forget = useForget(chat.id)
  return (
    <Modal opened={opened} onClose={onClose} title={`Delete ${chat.name}?`} centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <p>{plural(chat.questions.length, 'turn')} of {plural(chat.columns.length, 'model')} go for ever. What it cost, {spent(chat.taken_usd, chat.unpriced_answers)}, stays counted.</p>
      {forget.isError && <Trouble error={forget.error} safe="Nothing was deleted." />}
      <div className={parts.actions}><Button variant="default" onClick={onClose}>Leave it</Button><Button color="red.9" loading={forget.isPending} onClick={() => forget.mutate(undefined, { onSuccess: () => void go({ to: '/compare' }) })}>Delete the chat</Button></div>
    </Modal>
  )
}
