import { Button, Modal, NumberInput, PasswordInput, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type NewProvider, Problem, type Provider, type ProviderKind } from '../../api/client'
import { useDraft } from '../../lib/draft'
import { parts, Trouble } from '../../ui/Parts'
import { useAddProvider, useHouse } from './queries'
import css from './SettingsPage.module.css'

interface Props { opened: boolean; changes: Provider | null; kinds: ProviderKind[]; onClose: () => void }
const positive = (value: number | string): number | null => (typeof value === 'number' && value > 0 ? value : null)

/** All that is known of a provider is replaced together. What is typed is kept, but for the key, which is kept nowhere here. */
export function EditProvider({ opened, changes, kinds, onClose }: Props) {
  const empty = { name: changes?.name ?? '', kind: changes?.kind ?? null as string | null, address: changes && kinds.find((one) => one.name === changes.kind)?.address !== changes.address ? changes.address : '', region: '', variable: changes?.variable ?? '', priceIn: '' as number | string, priceOut: '' as number | string, perMinute: '' as number | string, seen: changes?.changed_at ?? null }
  const draft = useDraft(`provider ${changes?.name ?? ''}`, empty)
  const [key, setKey] = useState('')
  const add = useAddProvider()
  const house = useHouse()
  const wish = draft.value
  const write = (given: Partial<typeof empty>): void => { draft.write({ ...wish, ...given }); add.reset() }
  const kind = kinds.find((one) => one.name === wish.kind)
  const sent = (): NewProvider => ({
    name: wish.name.trim(), kind: wish.kind ?? '', base_url: wish.address.trim() || null, region: wish.region.trim() || null,
    key: key.trim() || null, key_variable: key.trim() ? null : wish.variable.trim() || null,
    price_in: typeof wish.priceIn === 'number' ? wish.priceIn : null, price_out: typeof wish.priceOut === 'number' ? wish.priceOut : null,
    requests_per_minute: positive(wish.perMinute), concurrency: null, seen: wish.seen ?? null,
  })
  const isConflict = add.error instanceof Problem && add.error.code === 'changed_meanwhile'
  const known = house.data?.providers.find((one) => one.name === wish.name.trim())
  const close = (): void => { setKey(''); add.reset(); onClose() }
  return (
    <Modal opened={opened} onClose={close} title={changes ? `Change ${changes.name}` : 'Add a provider'} size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={css.form}>
        {changes && <p className="muted">All of it is replaced, its key as well: give the key again, or the variable that holds it.</p>}
        <div className={css.pair}>
          <TextInput label="Name" description="What stands before the slash of its models" maxLength={100} disabled={changes !== null} value={wish.name} onChange={(e) => write({ name: e.currentTarget.value })} data-autofocus />
          <Select label="Kind" description="How it is spoken to" searchable data={kinds.map((one) => one.name)} value={wish.kind} onChange={(chosen) => write({ kind: chosen, ...(wish.name || !chosen ? {} : { name: chosen }) })} />
        </div>
        <TextInput label="Address" description={kind?.address ? `Empty takes ${kind.address}` : 'Such as http://127.0.0.1:8080/v1'} value={wish.address} onChange={(e) => write({ address: e.currentTarget.value })} />
        {kind?.address?.includes('{region}') && <TextInput label="Region" value={wish.region} onChange={(e) => write({ region: e.currentTarget.value })} />}
        <div className={css.pair}>
          <PasswordInput label="Key" description="Stored encrypted, for this address alone; it is never shown again" autoComplete="off" value={key} onChange={(e) => { setKey(e.currentTarget.value); add.reset() }} visibilityToggleButtonProps={{ 'aria-label': 'Show the key' }} />
          <TextInput label="Or the variable that holds it" description="Of the server’s environment" placeholder={kind?.variable ?? ''} disabled={key.trim() !== ''} value={wish.variable} onChange={(e) => write({ variable: e.currentTarget.value })} />
        </div>
        <div className={css.three}>
          <NumberInput label="Price sent" description="Dollars per million tokens" min={0} value={wish.priceIn} onChange={(priceIn) => write({ priceIn })} />
          <NumberInput label="Price received" description="Dollars per million tokens" min={0} value={wish.priceOut} onChange={(priceOut) => write({ priceOut })} />
          <NumberInput label="Requests a minute" description="What it allows" min={0} value={wish.perMinute} onChange={(perMinute) => write({ perMinute })} />
        </div>
        {isConflict ? (
          <div className={parts.note} role="alert">
            <p>{known ? `${known.name} was changed meanwhile: it is of the kind ${known.kind} now, at ${known.address}; its key: ${known.key}.` : `${wish.name} was removed meanwhile.`} Nothing was overwritten, and what you wrote stands here.</p>
            <div className={parts.actions}><Button size="compact-sm" variant="default" onClick={() => write({ seen: known?.changed_at ?? null })}>I have seen that; mine may be stored</Button></div>
          </div>
        ) : add.isError && <Trouble error={add.error} safe="Nothing was stored." />}
        <div className={parts.actions}><Button disabled={!wish.name.trim() || !wish.kind} loading={add.isPending} onClick={() => add.mutate(sent(), { onSuccess: () => { draft.forget(); close() }, onError: () => void house.refetch() })}>Store it</Button></div>
      </div>
    </Modal>
  )
}
