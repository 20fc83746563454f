import { Button, Modal, NumberInput, PasswordInput, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type NewProvider, Problem, type Provider, type ProviderKind } from '../../api/client'
import { useDraft } from '../../lib/draft'
import { words } from '../../lib/numbers'
import { parts, Trouble } from '../../ui/Parts'
import { useHouse, useKeepProvider } from './queries'
import css from './SettingsPage.module.css'

interface Props { opened: boolean; changes: Provider | null; kinds: ProviderKind[]; onClose: () => void }
const numberOf = (value: number | string): number | null => (typeof value === 'number' ? value : null)
const positive = (value: number | string): number | null => (typeof value === 'number' && value > 0 ? value : null)

/** What is known of a provider, each field as it stands; nothing here ever holds its key. */
const fieldsOf = (one: Provider | null, kinds: ProviderKind[]) => ({
  name: one?.name ?? '', kind: one?.kind ?? null as string | null, address: one?.base_url ?? '', region: one?.region ?? '', variable: one?.variable && one.variable !== kinds.find((kind) => kind.name === one.kind)?.variable ? one.variable : '',
  priceIn: (one?.price_in ?? '') as number | string, priceOut: (one?.price_out ?? '') as number | string,
  perMinute: (one?.requests_per_minute ?? '') as number | string, tokensPerMinute: (one?.tokens_per_minute ?? '') as number | string, concurrency: (one?.concurrency ?? '') as number | string,
  seen: one?.changed_at ?? null,
})

/** A provider of one's own, or another way to reach one. What is typed is kept, but for the key, which is kept nowhere here. */
export function EditProvider({ opened, changes, kinds, onClose }: Props) {
  const draft = useDraft(`provider ${changes?.name ?? ''}`, fieldsOf(changes, kinds))
  const [key, setKey] = useState('')
  const keep = useKeepProvider()
  const house = useHouse()
  const wish = { ...fieldsOf(changes, kinds), ...draft.value }
  const write = (given: Partial<typeof wish>): void => { draft.write({ ...wish, ...given }); keep.reset() }
  const kind = kinds.find((one) => one.name === wish.kind)
  const isPool = (changes?.servers.length ?? 0) > 0
  const isStored = changes?.key === 'stored'
  const sent = (): NewProvider & { seen?: string } => ({
    name: wish.name.trim(), kind: wish.kind ?? '', ...(isPool ? {} : { base_url: wish.address.trim() || null }), region: wish.region.trim() || null,
    ...(key.trim() ? { key: key.trim() } : { key_variable: wish.variable.trim() || null }),
    price_in: numberOf(wish.priceIn), price_out: numberOf(wish.priceOut),
    requests_per_minute: positive(wish.perMinute), tokens_per_minute: positive(wish.tokensPerMinute), concurrency: positive(wish.concurrency),
    ...(wish.seen === null ? {} : { seen: wish.seen }),
  })
  const isConflict = keep.error instanceof Problem && keep.error.code === 'changed_meanwhile'
  const known = house.data?.providers.find((one) => one.name === wish.name.trim())
  const close = (): void => { setKey(''); keep.reset(); onClose() }
  return (
    <Modal opened={opened} onClose={close} title={changes ? `Change ${changes.name}` : 'Add a provider'} size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={css.form}>
        <div className={css.pair}>
          <TextInput label="Name" description="What stands before the slash of its models" maxLength={100} disabled={changes !== null} value={wish.name} onChange={(e) => write({ name: e.currentTarget.value })} data-autofocus />
          <Select label="Kind" description="How it is spoken to" searchable data={kinds.map((one) => one.name)} value={wish.kind} onChange={(chosen) => write({ kind: chosen, ...(wish.name || !chosen ? {} : { name: chosen }) })} />
        </div>
        {isPool ? <p className="muted">A pool of servers, which stays as it is: {changes?.servers.join(', ')}.</p> : <TextInput label="Address" description={kind?.address ? `Empty takes ${kind.address}` : 'Such as http://127.0.0.1:8080/v1'} value={wish.address} onChange={(e) => write({ address: e.currentTarget.value })} />}
        {kind?.address?.includes('{region}') && <TextInput label="Region" value={wish.region} onChange={(e) => write({ region: e.currentTarget.value })} />}
        <div className={css.pair}>
          <PasswordInput label="Key" description={isStored ? 'Empty leaves the one that is stored' : 'Stored encrypted, for this address alone; it is never shown again'} autoComplete="off" value={key} onChange={(e) => { setKey(e.currentTarget.value); keep.reset() }} visibilityToggleButtonProps={{ 'aria-label': 'Show the key' }} />
          <TextInput label="Or the variable that holds it" description={isStored ? 'Of the server’s environment; the stored key is forgotten for it' : 'Of the server’s environment'} placeholder={kind?.variable ?? ''} disabled={key.trim() !== ''} value={wish.variable} onChange={(e) => write({ variable: e.currentTarget.value })} />
        </div>
        <div className={css.three}>
          <NumberInput label="Price sent" description="Dollars per million tokens" placeholder="unknown" min={0} value={wish.priceIn} onChange={(priceIn) => write({ priceIn })} />
          <NumberInput label="Price received" description="Dollars per million tokens" placeholder="unknown" min={0} value={wish.priceOut} onChange={(priceOut) => write({ priceOut })} />
        </div>
        <div className={css.three}>
          <NumberInput label="Requests a minute" description="What it allows" min={0} value={wish.perMinute} onChange={(perMinute) => write({ perMinute })} />
          <NumberInput label="Tokens a minute" description="What it allows" min={0} value={wish.tokensPerMinute} onChange={(tokensPerMinute) => write({ tokensPerMinute })} />
          <NumberInput label="Calls at once" description="In flight, at most" min={0} allowDecimal={false} value={wish.concurrency} onChange={(concurrency) => write({ concurrency })} />
        </div>
        <p className="muted">Without a price, the table of well-known models is asked; whatever stands in neither costs an unknown amount.{(changes?.further.length ?? 0) > 0 && ` Stays as it is: ${changes?.further.map(words).join(', ')}.`}</p>
        {isConflict ? (
          <div className={parts.note} role="alert">
            <p>{known ? `${known.name} was changed meanwhile: it is of the kind ${known.kind} now, at ${known.address}; its key: ${known.key}.` : `${wish.name} was removed meanwhile.`} Nothing was overwritten, and what you wrote stands here.</p>
            <div className={parts.actions}><Button size="compact-sm" variant="default" onClick={() => write({ seen: known?.changed_at ?? null })}>I have seen that; mine may be stored</Button></div>
          </div>
        ) : keep.isError && <Trouble error={keep.error} safe="Nothing was stored." />}
        <div className={parts.actions}><Button disabled={!wish.name.trim() || !wish.kind} loading={keep.isPending} onClick={() => keep.mutate(sent(), { onSuccess: () => { draft.forget(); close() }, onError: () => void house.refetch() })}>Store it</Button></div>
      </div>
    </Modal>
  )
}
