// The Remote Operations tab of a charge point: the operations for readers who may send them, and the results of those
// sent.
import { Stack } from '@mui/material'
import { Suspense } from 'react'
import { ChargerFiles } from '#control/charger-files/charger-files.parts.tsx'
import { Transfers } from '#control/remote-operations/transfers.parts.tsx'
import { RemoteOperationsTab } from '#desk/operation-forms/remote-operations-tab.tsx'
import type { Charger } from '#fleet/chargers/charger.contract.ts'
import { useAddress } from '#kit/address.ts'
import { later } from '#kit/later.ts'
import { useAccess } from '#kit/session.ts'

// The last cards of the tab, far below what one comes for.
const Reservations = later(() =>
  import('#control/reservations/reservations.parts.tsx').then(m => ({ default: m.Reservations })),
)
const LocalListCard = later(() =>
  import('#control/local-lists/local-list.parts.tsx').then(m => ({ default: m.LocalListCard })),
)

export default function ChargerOperations({ teamId, charger }: { teamId: number; charger: Charger }) {
  const { canUpdate } = useAccess('ChargerPoint')
  const [, changeAddress] = useAddress()
  const openTask = (taskId: string) => changeAddress(now => now.set('task', taskId), { replace: true })
  return (
    <Stack spacing={2}>
      {canUpdate && <RemoteOperationsTab teamId={teamId} charger={charger} />}
      <Transfers teamId={teamId} charger={charger} {...(canUpdate && { onTask: openTask })} />
      <ChargerFiles teamId={teamId} charger={charger} {...(canUpdate && { onTask: openTask })} />
      <Suspense>
        <Reservations teamId={teamId} charger={charger} />
        <LocalListCard teamId={teamId} charger={charger} />
      </Suspense>
    </Stack>
  )
}
