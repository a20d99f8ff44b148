// A kind of record that files bring in, and how its rows become records: by the same commands as in the portal. Each row is
// an act of its own within the transaction of the batch, so that a refused row leaves nothing.
import { isDeepStrictEqual } from 'node:util'
import type { HttpFailure } from '@wattdesk/wire/route'
import type { z } from 'zod'
import type { Services } from '#office/installation/services.ts'
import type { Scope, Who } from '#platform/access/scope.ts'
import { type Caller, UNIQUE_VIOLATION } from '#platform/audit/act.ts'
import type { By } from '#platform/audit/audit-log.ts'
import type { Trx } from '#platform/db/db.ts'
import { bodyOf, type References, type RowTexts } from '../import-values.rules.ts'
import { type DoneRow, type ImportKind, type ImportResult, nameIn, type Reason } from '../network-import.words.ts'

export type ImportContext = {
  /** Those of the batch: commands work in its transaction, and news is told after its commit. */
  services: Services
  trx: Trx
  importId: number
  kind: ImportKind
  who: Who
  by: By
  teamId: number
  companyId: number
  /** The team of the import with the teams below, as far as the person may make records there. */
  scope: Scope
  /** The same for changes; undefined where the person may change none. */
  changes: Scope | undefined
  roleTeamId: number
  /** Numbers of the file may have a comma for the decimals. */
  hasDecimalComma: boolean
  /** A check: all that is done is undone. */
  isTrial: boolean
  /** The time zone of times in the file: that of its header, else the business time zone. */
  zone: string
}
export type ImportRow = { rowNo: number; line: number; key: string | null } & RowTexts
/** A row to be taken back, with what the file says of it. */
export type RowBack = DoneRow & { of: ImportRow }
export type KindOfImport = {
  /** By what a row is known among the others and among the stored records; null where it has none. */
  keyOf: (values: ImportRow['values']) => string | null
  /** Makes, changes or refuses the rows of a batch, in their order. */
  apply: (c: ImportContext, rows: readonly ImportRow[]) => Promise<ImportResult[]>
  /**
   * Takes rows back; returns why rows cannot be taken back, by their numbers, each with the name of its record. Where it
   * returns any, nothing may remain.
   */
  takeBack: (c: ImportContext, rows: readonly RowBack[]) => Promise<Map<number, string>>
}

export const refused = (reasons: Reason[]): ImportResult => ({ outcome: 'refused', reasons })
export const lower = (text: string): string => text.trim().toLowerCase()

const NOT_ALLOWED = 'A record of this key is there, and you may not change it'
export const CHANGED_SINCE = 'was changed after the import'
export const NOT_THERE = 'is not there any more'
/** `Charge point BLR-1`, as the file names it. */
export const subjectOf = (c: ImportContext, row: RowBack): string => nameIn(c.kind, row.of.values)
/** Thrown to undo a change that changes nothing. */
const UNCHANGED = new Error('Nothing is changed')

/** The refusal of an act as reasons of a row; any other error is thrown on. */
export function reasonsOf(error: unknown, values: ImportRow['values']): Reason[] {
  const { statusCode = 500, message, errors, code } = error as Partial<HttpFailure> & { code?: string }
  if (code === UNIQUE_VIOLATION) return [{ field: '', value: '', reason: 'A record of this key is there already' }]
  if (statusCode >= 500 || message === undefined) throw error
  const named = Object.entries(errors ?? {})
  if (named.length === 0) return [{ field: '', value: '', reason: message }]
  return named.map(([field, reason]) => ({ field, value: values[field] ?? '', reason }))
}

/** Why a record cannot be taken back, from the refusal of its command. */
export function whyNotBack(subject: string, error: unknown): string {
  const reasons = reasonsOf(error, {})
  if ((error as Partial<HttpFailure>).statusCode === 404) return `${subject} ${NOT_THERE}`
  return `${subject}: ${reasons.map(r => r.reason).join('; ')}`
}

const plainOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))
const isSame = (a: unknown, b: unknown): boolean => isDeepStrictEqual(plainOf(a), plainOf(b))

type Body = Record<string, unknown>
/** Puts the values of a row over those of a record; lists by their places. */
function over(base: unknown, top: unknown): unknown {
  if (Array.isArray(top)) {
    const list = Array.isArray(base) ? base : []
    return Array.from({ length: Math.max(list.length, top.length) }, (_, i) =>
      top[i] === undefined ? list[i] : over(list[i], top[i]),
    )
  }
  if (typeof top !== 'object' || top === null || top instanceof Date) return top
  const record = (typeof base === 'object' && base !== null ? base : {}) as Body
  return { ...record, ...Object.fromEntries(Object.entries(top).map(([k, v]) => [k, over(record[k], v)])) }
}
/** True where a record still has what an import left; what the record has beside that does not count. */
function isAsLeft(now: unknown, left: unknown): boolean {
  if (Array.isArray(left))
    return Array.isArray(now) && now.length === left.length && left.every((v, i) => isAsLeft(now[i], v))
  if (typeof left !== 'object' || left === null) return (now ?? null) === left
  return Object.entries(left).every(([k, v]) => isAsLeft((now as Body | null | undefined)?.[k], v))
}
const onlyOf = (record: Body, names: readonly string[]): Body =>
  Object.fromEntries(names.filter(n => record[n] !== undefined).map(n => [n, record[n]]))

type CommandKind<N, U> = Pick<KindOfImport, 'keyOf'> & {
  newBody: z.ZodType<N>
  changeBody: z.ZodType<U>
  /** A change names the changed fields alone. */
  isPartial?: boolean
  defaults?: Body
  /** The stored records of these keys. */
  find: (c: ImportContext, keys: readonly string[]) => Promise<Map<string, number>>
  /** What a new record needs besides the checks of its form, so that all that lacks is told at once. */
  lacking?: (values: ImportRow['values']) => Reason[]
  references?: (c: ImportContext, rows: readonly ImportRow[]) => Promise<References>
  /** A stored record as a body has it. */
  read: (c: ImportContext, scope: Scope, id: number) => Promise<Body>
  create: (services: Services, caller: Caller, body: N) => Promise<number>
  update: (services: Services, caller: Caller, id: number, body: U) => Promise<unknown>
  remove: (services: Services, caller: Caller, id: number) => Promise<unknown>
  /** Why records are in use, by their ids. */
  used: (c: ImportContext, ids: readonly number[]) => Promise<Map<number, string>>
  /** Why changes are in use, by the ids of their records. */
  usedChanges?: (c: ImportContext, rows: readonly DoneRow[]) => Promise<Map<number, string>>
}

/** A kind of import that makes, changes and removes each record by the commands of its feature. */
export function byCommands<N, U>(kind: CommandKind<N, U>): KindOfImport {
  const caller = (c: ImportContext, scope: Scope): Caller => ({ who: c.who, by: c.by, scope, ifMatch: undefined })

  /** What people may change of a record: no state that it reports, no figures that are counted. */
  const editedOf = (record: Body): Body => {
    const edited = kind.changeBody.safeParse(record)
    return plainOf(edited.success ? edited.data : record) as Body
  }

  /**
   * Changes a record and returns it as it is now; a change that leaves the record as it was, since it does not keep the
   * value, is undone: undefined.
   */
  async function changed(c: ImportContext, scope: Scope, id: number, stored: Body, body: U): Promise<Body | undefined> {
    const run = async () => {
      await kind.update(c.services, caller(c, scope), id, body)
      const now = await kind.read(c, scope, id)
      if (isSame(now, stored)) throw UNCHANGED
      return now
    }
    try {
      return await c.services.db.transaction().execute(run)
    } catch (error) {
      if (error === UNCHANGED) return undefined
      throw error
    }
  }

  async function change(c: ImportContext, id: number, body: Body): Promise<ImportResult> {
    if (!c.changes) return refused([{ field: '', value: '', reason: NOT_ALLOWED }])
    const stored = await kind.read(c, c.changes, id)
    const merged = over(stored, body) as Body
    const part = (record: Body) => (kind.isPartial ? onlyOf(record, Object.keys(body)) : record)
    const after = kind.changeBody.safeParse(part(merged))
    if (!after.success) return refused(issuesOf(after.error))
    const before = kind.changeBody.safeParse(part(stored))
    const equal = { outcome: 'equal', recordId: id } as const
    if (before.success && isSame(before.data, after.data)) return equal
    const now = await changed(c, c.changes, id, stored, after.data)
    return now ? { outcome: 'changed', recordId: id, before: part(stored), after: part(editedOf(now)) } : equal
  }

  async function one(c: ImportContext, row: ImportRow, id: number | undefined, references: References) {
    const { body, reasons } = bodyOf(c.kind, row, references, c.hasDecimalComma)
    if (reasons.length > 0) return refused(reasons)
    try {
      if (id !== undefined) return await change(c, id, body)
      const lacking = kind.lacking?.(row.values) ?? []
      if (lacking.length > 0) return refused(lacking)
      const made = kind.newBody.safeParse(over(kind.defaults ?? {}, body))
      if (!made.success) return refused(issuesOf(made.error, row.values))
      const recordId = await kind.create(c.services, caller(c, c.scope), made.data)
      // As it is stored: rounded, trimmed, with what the file left out. Compared when the row is taken back.
      const after = c.isTrial ? undefined : editedOf(await kind.read(c, c.scope, recordId))
      return { outcome: 'new', recordId, after } satisfies ImportResult
    } catch (error) {
      return refused(reasonsOf(error, row.values))
    }
  }

  async function back(c: ImportContext, row: RowBack): Promise<string | undefined> {
    const scope = row.outcome === 'new' ? c.scope : c.changes
    const subject = subjectOf(c, row)
    if (!scope) return `${subject}: you may not change it`
    try {
      const stored = await kind.read(c, scope, row.recordId)
      if (!isAsLeft(editedOf(stored), row.after)) return `${subject} ${CHANGED_SINCE}`
      if (row.outcome === 'new') await kind.remove(c.services, caller(c, scope), row.recordId)
      else await kind.update(c.services, caller(c, scope), row.recordId, kind.changeBody.parse(row.before))
      return undefined
    } catch (error) {
      return whyNotBack(subject, error)
    }
  }

  return {
    keyOf: kind.keyOf,
    apply: async (c, rows) => {
      const known = await kind.find(
        c,
        rows.flatMap(r => r.key ?? []),
      )
      const references = (await kind.references?.(c, rows)) ?? {}
      const results: ImportResult[] = []
      for (const row of rows)
        results.push(await one(c, row, row.key === null ? undefined : known.get(row.key), references))
      return results
    },
    takeBack: async (c, rows) => {
      const made = rows.filter(r => r.outcome === 'new')
      const used = await kind.used(
        c,
        made.map(r => r.recordId),
      )
      const changes = rows.filter(r => r.outcome !== 'new')
      for (const [id, why] of (await kind.usedChanges?.(c, changes)) ?? []) used.set(id, why)
      const why = new Map(rows.flatMap(r => (used.has(r.recordId) ? [[r.rowNo, used.get(r.recordId) ?? '']] : [])))
      for (const row of rows) {
        if (why.has(row.rowNo)) continue
        const reason = await back(c, row)
        if (reason !== undefined) why.set(row.rowNo, reason)
      }
      return why as Map<number, string>
    },
  }
}

/** The issues of a body as reasons, with the text of the row beside each. */
export const issuesOf = (error: z.ZodError, values: ImportRow['values'] = {}): Reason[] =>
  error.issues.map(({ path, message }) => {
    const field = path.map(String).join('.')
    return { field, value: values[field] ?? '', reason: message }
  })
