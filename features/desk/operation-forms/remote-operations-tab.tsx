// The Remote operations tab of a charge point. Operation, connector, session
// and task live in the address: a reload keeps them.

import type { FormTarget } from '#control/remote-operations/operations/operation.contract.ts'
import { TaskDialog } from '#control/remote-operations/task-dialog.parts.tsx'
import { useAddress } from '#kit/address.ts'
import { RemoteOperations } from './remote-operations.tsx'

/** The height of the banner, or of the notices over it, and some space. */
const BELOW_BANNER = 'calc(max(56px, var(--notices, 0px)) + 16px)'

export type RemoteOperationsTabProps = { teamId: number; charger: FormTarget }

export function RemoteOperationsTab({ teamId, charger }: RemoteOperationsTabProps) {
  const [params, changeAddress] = useAddress()
  const change = (next: Record<string, string | undefined>) =>
    changeAddress(
      now => {
        for (const [k, v] of Object.entries(next)) {
          if (v === undefined) now.delete(k)
          else now.set(k, v)
        }
      },
      { replace: true },
    )
  return (
    <>
      <RemoteOperations
        teamId={teamId}
        charger={charger}
        operation={params.get('operation')}
        stickyTop={BELOW_BANNER}
        chosen={{
          connectorId: params.get('connectorId') ?? undefined,
          transactionId: params.get('transactionId') ?? undefined,
        }}
        onChoose={operation => change({ operation, connectorId: undefined, transactionId: undefined })}
        onSent={task => change({ task })}
      />
      <TaskDialog
        charger={charger.chargepoint_id}
        taskId={params.get('task') ?? undefined}
        onClose={() => change({ task: undefined })}
      />
    </>
  )
}
