// Charge Points: the list of one feature with the Remote Operation modal of another.
import { Suspense, useCallback, useState } from 'react'
import { ChargerList, type ChargerListProps } from '../../features/chargers/charger-list.tsx'
import { WaitingToJoin } from '../../features/joining/waiting-to-join.parts.tsx'
import { later } from '../kit/later.ts'
import { Page } from '../kit/page.tsx'
import { useSession } from '../kit/session.ts'

// Loaded when first opened.
const RemoteOperationDialog = later(() =>
  import('../../features/operation-forms/remote-operation-dialog.tsx').then(m => ({
    default: m.RemoteOperationDialog,
  })),
)

export function ChargersPage() {
  const { teamId } = useSession()
  const [charger, setCharger] = useState<Parameters<ChargerListProps['openRemote']>[0]>()
  const [isUsed, setUsed] = useState(false)
  const open = useCallback<ChargerListProps['openRemote']>(c => {
    setUsed(true)
    setCharger(c)
  }, [])
  return (
    <Page>
      <ChargerList openRemote={open} beside={<WaitingToJoin />} />
      {isUsed && (
        <Suspense fallback={null}>
          <RemoteOperationDialog teamId={teamId} charger={charger} onClose={() => setCharger(undefined)} />
        </Suspense>
      )}
    </Page>
  )
}
