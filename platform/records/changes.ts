// A change of a record within an act: its state before, under a lock and as the caller knows it (D-GEN-17), its state
// after, and its entry in the audit log.
import type { Feature } from '@wattdesk/base/access'
import type { RecordKind } from '@wattdesk/wire/endpoint'
import { found } from '@wattdesk/wire/route'
import type { Scope } from '#platform/access/scope.ts'
import type { Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { demandUnchanged } from '#platform/audit/changed.ts'
import type { Trx } from '#platform/db/db.ts'

type Values = NonNullable<audit.NewEntry['after']>
type Lock = (trx: Trx, id: number) => Promise<unknown>
type ChangeOptions<R, D> = {
  feature: Feature
  kind: RecordKind<D>
  /** The refusal where the scope has no such record. */
  missing: string
  /** Holds the record until the transaction ends, so that two changes follow each other. */
  lock: Lock
  get: (trx: Trx, scope: Scope, id: number) => Promise<R | undefined>
  /** The record as replies show it. */
  shown: (row: R) => D
  /** The record as the audit log keeps it. */
  values: (row: R) => Values
  /** The number of the record, and its team. */
  place: (row: R) => { recordId: number; teamId: number }
}

/** @example const { held, created, changed, deleted } = recordChanges({ feature: 'Vehicle', kind: vehicleRecord, … }) */
export function recordChanges<R, D>({ feature, kind, missing, lock, get, shown, values, place }: ChangeOptions<R, D>) {
  const read = async (trx: Trx, scope: Scope, id: number) => found(await get(trx, scope, id), missing)
  return {
    /** The record before a change: locked, within the scope, and unchanged since the caller read it. */
    held: async (trx: Trx, caller: Pick<Caller, 'scope' | 'ifMatch'>, id: number, hold: Lock = lock): Promise<R> => {
      await hold(trx, id)
      const before = await read(trx, caller.scope, id)
      await demandUnchanged(trx, caller, kind, id, () => shown(before))
      return before
    },
    /** A new record with its entry, as the reply shows it. */
    created: async (trx: Trx, { scope, by }: Pick<Caller, 'scope' | 'by'>, id: number): Promise<D> => {
      const row = await read(trx, scope, id)
      await audit.write(trx, by, { feature, ...place(row), action: 'create', after: values(row) })
      return shown(row)
    },
    /** A changed record with its entry, as the reply shows it. */
    changed: async (trx: Trx, { scope, by }: Pick<Caller, 'scope' | 'by'>, before: R): Promise<D> => {
      const row = await read(trx, scope, place(before).recordId)
      const entry = { feature, ...place(row), action: 'update' }
      await audit.write(trx, by, { ...entry, before: values(before), after: values(row) })
      return shown(row)
    },
    /** The entry of a deleted record; `beside`: what went with it. */
    deleted: (trx: Trx, { by }: Pick<Caller, 'by'>, before: R, beside: Values = {}): Promise<void> =>
      audit.write(trx, by, { feature, ...place(before), action: 'delete', before: { ...values(before), ...beside } }),
  }
}
