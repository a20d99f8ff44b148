// The five calls of a plain record, derived from its fields (packages/base/src/record.ts): its list, one record, a new
// one, a change and a deletion. Here stands once what the calls of all records share: method, right, parameters of the
// path, paging, orders and filters, and the shapes of body and reply. A record names what differs.
import type { Feature, Flag, Right } from '@wattdesk/base/access'
import { recordId } from '@wattdesk/base/fields'
import type { FilterFields } from '@wattdesk/base/filters'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { filterTypes, type RecordFields, sortNames, writtenNames } from '@wattdesk/base/record'
import { z } from 'zod'
import { type Endpoint, endpoint, only, type RecordKind } from './endpoint.ts'

type Shape = z.ZodRawShape
type None = Record<never, never>
type Id = z.ZodType<number, number>
/** Where the call is a dangerous act, which its command finds out (`asksAgain` of an endpoint). */
type Proven = { asksAgain?: string }
/** The flag that a call asks for, where its record is a part of another one, so that making and removing it changes that one. */
type Asking = { can?: Flag }
/** The names in braces of a path: each is the number of a record. */
type Ids<P extends string> = P extends `${string}{${infer N}}${infer Rest}` ? N | Ids<Rest> : never
type Params<P extends string> = [Ids<P>] extends [never] ? undefined : z.ZodObject<{ [N in Ids<P>]: Id }>
/** The team of a list and of a new record: the path names it, or the query may; else it is the caller's own (D-GEN-3). */
type OfTeam<P extends string> = 'teamId' extends Ids<P> ? None : { teamId: z.ZodOptional<Id> }
type Merged<A, B> = z.ZodObject<{ [K in keyof A | keyof B]: K extends keyof B ? B[K] : A[K & keyof A] } & Shape>
type ListShape<S extends string> = ReturnType<typeof listQuery<S>>['shape']

/** The part of a call that its record names. `query`: further parameters; `beside`: further fields of the reply. */
type Said<Q, X> = { summary: string; aliases?: readonly string[]; query?: Q; beside?: X }

const numbersIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
const paramsOf = (path: string) => {
  const names = numbersIn(path)
  return names.length > 0 ? z.object(Object.fromEntries(names.map(name => [name, recordId()]))) : undefined
}
const teamOf = (path: string): Shape => (numbersIn(path).includes('teamId') ? {} : { teamId: recordId().optional() })
const queryOf = (shape: Shape) => (Object.keys(shape).length > 0 ? z.object(shape) : undefined)

/**
 * A kind of record whose written fields people edit (D-GEN-17).
 *
 * @param recordIn The record in the data of a reply, where the data is not the record itself.
 */
export const recordKind = <D>(
  feature: Feature,
  fields: RecordFields,
  recordIn: (data: D) => object = data => data as object,
): RecordKind<D> => {
  const part = only(...writtenNames(fields))
  return { features: [feature], part: data => part(recordIn(data) as Record<string, unknown>) }
}

type Options<S extends string, K extends string, R, B> = {
  kind: RecordKind
  /** The record's number in replies: the answer of a deletion, and what names the rows of the list, if lists filter by it. */
  key: K
  reply: R
  body: B
  /** Whether people alone may make, change and delete such records; missing: whoever has the right, programs too. */
  writers?: 'people'
  /** Making, changing and deleting such a record is a dangerous act (MFA-02). */
  asksAgain?: true
} & ({ fields: RecordFields } | { sorts: readonly S[]; filters: FilterFields })

/**
 * The calls of a plain record. Orders and filters of the list come from the fields, or are given where a record has no
 * declared fields. The build takes shapes and summaries away from the browser (tools/lean-contracts.ts), so that a
 * screen that only lists loads no schema: each call is written as `const list = things.list('/path', {…})`.
 *
 * @example
 * const vehicles = recordEndpoints({ kind: vehicleRecord, fields: vehicleFields, key: 'vehicle_id', reply: Vehicle, body: VehicleBody })
 * export const listVehicles = vehicles.list('/cms/v1/team/{teamId}/vehicles', { summary: 'The vehicles of a team' })
 */
export function recordEndpoints<
  R extends z.ZodType,
  B extends z.ZodType,
  const K extends string,
  const S extends string = string,
>({ kind, key, reply, body, writers, asksAgain, ...lists }: Options<S, K, R, B>) {
  const can = (flag: Flag): Right => `${kind.features[0] as Feature}.${flag}`
  const callers = { ...(writers && { callers: writers }), ...(asksAgain && { asksAgain }) }
  const sorts = 'fields' in lists ? sortNames(lists.fields) : lists.sorts
  const filters = 'fields' in lists ? filterTypes(lists.fields) : lists.filters
  return {
    /** A list of the team and the teams below it, page by page. `data`: its rows, where they are not records alone. */
    list: <P extends string, D extends z.ZodType = z.ZodArray<R>, Q extends Shape = None, X extends Shape = None>(
      path: P,
      { summary, aliases = [], query, beside, data }: Said<Q, X> & { data?: D },
    ) =>
      endpoint({
        method: 'GET',
        path,
        aliases,
        can: can('view'),
        summary,
        offers: { sorts, filters, ...(key in filters && { key }) },
        params: paramsOf(path),
        query: listQuery(sorts, filters).extend({ ...teamOf(path), ...query }),
        data: data ?? z.array(reply),
        beside: { ...pageFields, ...beside },
      }) as unknown as Endpoint<Params<P>, Merged<ListShape<S>, OfTeam<P> & Q>, undefined, D, typeof pageFields & X>,
    /** One record. `data`: the reply, where it is more than the record. */
    read: <P extends string, D extends z.ZodType = R>(
      path: P,
      { summary, aliases = [], data }: Omit<Said<None, None>, 'query' | 'beside'> & { data?: D },
    ) =>
      endpoint({
        method: 'GET',
        path,
        aliases,
        can: can('view'),
        record: kind,
        summary,
        params: paramsOf(path),
        data: data ?? reply,
      }) as unknown as Endpoint<Params<P>, undefined, undefined, D, None>,
    /** A new record of a team. `body`: where it is not that of a change. */
    create: <P extends string, N extends z.ZodType = B, Q extends Shape = None, X extends Shape = None>(
      path: P,
      {
        summary,
        aliases = [],
        query,
        body: first,
        beside,
        can: flag = 'create',
        asksAgain: where,
      }: Said<Q, X> & { body?: N } & Asking & Proven,
    ) =>
      endpoint({
        method: 'POST',
        path,
        aliases,
        can: can(flag),
        ...callers,
        ...(where && { asksAgain: where }),
        record: kind,
        summary,
        params: paramsOf(path),
        query: queryOf({ ...teamOf(path), ...query }),
        body: first ?? body,
        data: reply,
        beside: { ...beside },
        status: 201,
      }) as unknown as Endpoint<Params<P>, QueryOf<OfTeam<P> & Q>, N, R, X>,
    change: <P extends string, Q extends Shape = None, X extends Shape = None>(
      path: P,
      { summary, aliases = [], query, beside, asksAgain: where }: Said<Q, X> & Proven,
    ) =>
      endpoint({
        method: 'PUT',
        path,
        aliases,
        can: can('update'),
        ...callers,
        ...(where && { asksAgain: where }),
        record: kind,
        summary,
        params: paramsOf(path),
        query: queryOf({ ...query }),
        body,
        data: reply,
        beside: { ...beside },
      }) as unknown as Endpoint<Params<P>, QueryOf<Q>, B, R, X>,
    /** A deletion, which answers the number. `data`: where it answers something else. */
    remove: <P extends string, D extends z.ZodType = z.ZodObject<{ [N in K]: z.ZodNumber }>, Q extends Shape = None>(
      path: P,
      {
        summary,
        aliases = [],
        query,
        data,
        can: flag = 'delete',
        asksAgain: where,
      }: Omit<Said<Q, None>, 'beside'> & { data?: D } & Asking & Proven,
    ) =>
      endpoint({
        method: 'DELETE',
        path,
        aliases,
        can: can(flag),
        ...callers,
        ...(where && { asksAgain: where }),
        record: kind,
        summary,
        params: paramsOf(path),
        query: queryOf({ ...query }),
        data: data ?? z.object({ [key]: z.number().int() }),
      }) as unknown as Endpoint<Params<P>, QueryOf<Q>, undefined, D, None>,
  }
}
type QueryOf<Q> = [keyof Q] extends [never] ? undefined : Merged<None, Q>
