// The acts on a record (D-GEN-15, D-GEN-17): a new one, a change and a deletion, each in one transaction with its entry
// in the audit log. Changes of one record follow each other, and a caller who does not know the present state is refused.
import type { Feature } from '@wattdesk/base/access'
import type { RecordFields } from '@wattdesk/base/record'
import { auditId, type RecordKind } from '@wattdesk/wire/endpoint'
import { found } from '@wattdesk/wire/route'
import { callerNow, type Scope } from '#platform/access/scope.ts'
import { type AfterCommit, act, type Caller, type Words } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { demandUnchanged } from '#platform/audit/changed.ts'
import type { Values } from '#platform/audit/values.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { auditValues } from './columns.ts'

type Services = Parameters<typeof act>[0]
type ActOptions<R, S> = {
  kind: RecordKind
  /** Whose rights and history the acts are; missing: the feature of the kind. */
  feature?: Feature
  /** The refusal where the scope has no record of the number. */
  missing: string
  /** Texts for refusals of the database. */
  words?: Words
  /** The rights are read anew within the transaction, because the acts are about rights. */
  readsRights?: true
  lock: (trx: Trx, id: number) => Promise<unknown>
  get: (db: Db | Trx, scope: Scope, id: number) => Promise<R | undefined>
  /** The record in replies. */
  shown: (row: R) => S
  /** Missing: the row names its team. */
  teamOf?: (row: R) => number
  /** The record in the audit log: its written fields, or values of its own. */
} & ({ fields: RecordFields } | { valuesOf: (row: R) => Values })
/** The number of a new record and a scope that has it; `after`: values of the entry beside those of the record. */
type Made = { id: number; scope: Scope; after?: Values; isMoney?: boolean }
type Run<R, T> = (trx: Trx, before: R, caller: Caller, then: AfterCommit) => Promise<T>

/** @example const acts = recordActs({ ...store, kind: vehicleRecord, fields: vehicleFields, missing: 'Vehicle not found' }) */
export const recordActs = <R extends object, S>(options: ActOptions<R, S>) => {
  const { kind, feature = kind.features[0] as Feature, missing, words, readsRights, lock, get, shown } = options
  const { teamOf = row => (row as { teamId: number }).teamId } = options
  const valuesOf = 'valuesOf' in options ? options.valuesOf : (row: R) => auditValues(options.fields, row)
  const callerIn = (trx: Trx, caller: Caller, right: 'create' | 'update' | 'delete') =>
    readsRights ? callerNow(trx, caller, `${feature}.${right}`) : caller
  const one = async (db: Db | Trx, scope: Scope, id: number): Promise<R> => found(await get(db, scope, id), missing)
  const entryOf = (row: R, id: number) => ({ feature, recordId: auditId(kind, id), teamId: teamOf(row) })
  /** The record before a change: locked, within the scope, and unchanged since the caller read it. */
  const held = async (trx: Trx, caller: Caller, id: number, lockIt = lock): Promise<R> => {
    await lockIt(trx, id)
    const before = await one(trx, caller.scope, id)
    await demandUnchanged(trx, caller, kind, auditId(kind, id), () => shown(before))
    return before
  }
  return {
    /** One record within the scope, as replies show it. */
    read: async (db: Db, scope: Scope, id: number): Promise<S> => shown(await one(db, scope, id)),
    /** Makes a record; `run` returns its number. */
    create: (services: Services, asked: Caller, run: (trx: Trx, caller: Caller) => Promise<Made>): Promise<S> =>
      act(
        services,
        async trx => {
          const caller = await callerIn(trx, asked, 'create')
          const { id, scope, after, isMoney = false } = await run(trx, caller)
          const row = await one(trx, scope, id)
          const entry = { ...entryOf(row, id), action: 'create', isMoney }
          await audit.write(trx, caller.by, { ...entry, after: { ...valuesOf(row), ...after } })
          return shown(row)
        },
        words,
      ),
    /** Changes a record within the scope. */
    change: (services: Services, asked: Caller, id: number, run: Run<R, unknown>): Promise<S> =>
      act(
        services,
        async (trx, then) => {
          const caller = await callerIn(trx, asked, 'update')
          const before = await held(trx, caller, id)
          await run(trx, before, caller, then)
          const row = await one(trx, caller.scope, id)
          const entry = { ...entryOf(row, id), action: 'update' }
          await audit.write(trx, caller.by, { ...entry, before: valuesOf(before), after: valuesOf(row) })
          return shown(row)
        },
        words,
      ),
    /** Deletes a record; `run` may return values of the entry beside those of the record. */
    remove: (
      services: Services,
      asked: Caller,
      id: number,
      run: Run<R, Values | undefined>,
      lockIt = lock,
    ): Promise<void> =>
      act(
        services,
        async (trx, then) => {
          const caller = await callerIn(trx, asked, 'delete')
          const row = await held(trx, caller, id, lockIt)
          const beside = await run(trx, row, caller, then)
          const entry = { ...entryOf(row, id), action: 'delete' }
          await audit.write(trx, caller.by, { ...entry, before: { ...valuesOf(row), ...beside } })
        },
        words,
      ),
  }
}
