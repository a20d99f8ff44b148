// What the answers to operations change in the list of a station's monitors, in the transaction that ends the task.
import { variableOf } from '#control/calls-201/variable-keys.rules.ts'
import { nameOf } from '#control/device-model/device-model.rules.ts'
import {
  clearVariableMonitoring,
  getMonitoringReport,
  setVariableMonitoring,
} from '#control/remote-operations/operations/monitors-201.contract.ts'
import type { RemoteOperation } from '#control/remote-operations/operations/operations.contract.ts'
import type { Outcome } from '#control/remote-operations/remote-operation.rules.ts'
import type { Trx } from '#platform/db/db.ts'
import { asksForAll } from './monitor.rules.ts'
import * as store from './monitor.store.ts'

type Answer = { status?: string; id?: number; clearMonitoringResult?: { id: number; status: string }[] }

/** Keeps a monitor that was set, drops those that are gone. */
export async function noteMonitors(
  trx: Trx,
  o: RemoteOperation,
  pk: number,
  outcome: Outcome,
  at: Date,
): Promise<void> {
  if (outcome.kind !== 'result') return
  const { status, id, clearMonitoringResult: cleared = [] } = outcome.payload as Answer
  switch (o.remoteOperationType) {
    case setVariableMonitoring.name: {
      const { variable, type: kind, value, severity, during } = o.parameters
      const named = variableOf(variable)
      if (status !== 'Accepted' || id === undefined || !named) return
      const monitor = {
        ...nameOf(named.component, named.variable),
        monitorId: id,
        kind,
        value,
        severity,
        duringTransaction: during === 'Sessions',
        isOurs: true,
      }
      return void (await store.keepMonitors(trx, pk, [monitor], at))
    }
    case clearVariableMonitoring.name: {
      const gone = cleared.filter(r => r.status === 'Accepted' || r.status === 'NotFound').map(r => r.id)
      return store.dropMonitors(trx, pk, gone)
    }
    case getMonitoringReport.name:
      if (status === 'EmptyResultSet' && asksForAll(o.parameters)) await store.endReport(trx, pk, at)
  }
}
