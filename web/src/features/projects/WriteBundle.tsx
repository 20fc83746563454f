import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useWriteBundle } from '../../api/bundles'
import { Trouble } from '../../ui/Parts'

/** Begins a bundle, and leads to the run that writes it. */
export function WriteBundle({ project }: { project: string | null }) {
  const go = useNavigate()
  const write = useWriteBundle({ project })
  return (
    <>
      {write.isError && <Trouble error={write.error} safe="Nothing was begun." />}
      <Button variant="default" loading={write.isPending} onClick={() => write.mutate(undefined, { onSuccess: (made) => void go({ to: '/runs/$run', params: { run: made.run }, search: {} }) })}>Write a bundle</Button>
    </>
  )
}
