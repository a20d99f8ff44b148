// Declares an endpoint once, for the routes of the server, the calls of the browser and the documentation. Every reply is
// {success, message, data} with paging figures and the like beside `data` (D-GEN-1).
import type { Can } from '@wattdesk/base/access'
import type { FilterFields } from '@wattdesk/base/filters'
import type { z } from 'zod'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Shape = z.ZodType | undefined

/**
 * A kind of record that people edit. Replies with one record carry its tag (`ETag`); a change sends the tag back
 * (`If-Match`), and is refused with 409 when the record has changed meanwhile (D-GEN-17).
 */
// biome-ignore lint/suspicious/noExplicitAny: the data of whatever endpoint shows the record
export type RecordKind<D = any> = {
  /** Features under which the audit log keeps its changes; the first is the record's own. */
  features: readonly string[]
  /** Stands before the id in the audit log, where records of another kind share the feature. */
  prefix?: string
  /** The part of the reply that people edit. A change of anything else leaves the tag of the record as it is. */
  part: (data: D) => unknown
}
/** The id of a record as the audit log has it. */
export const auditId = ({ prefix = '' }: Pick<RecordKind, 'prefix'>, id: string | number): string => `${prefix}${id}`
/** The named fields of a reply, for `part`. */
export const only =
  <const K extends string>(...fields: readonly K[]) =>
  (data: { readonly [F in K]?: unknown }): Record<string, unknown> =>
    Object.fromEntries(fields.map(f => [f, data[f]]))

export type Endpoint<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends Shape = Shape,
  D extends z.ZodType = z.ZodType,
  X extends z.ZodRawShape = z.ZodRawShape,
> = {
  method: Method
  /** Full path, parameters in braces: `/cms/v1/team/{teamId}/chargers`. */
  path: string
  /** Further paths that serve the same (D-GEN-12). */
  aliases?: readonly string[]
  can: Can
  /**
   * Whether programs with an API key may call, or people alone. Missing: programs may call wherever a right is demanded, and
   * may not where a sign-in is enough.
   */
  callers?: 'people' | 'people and keys'
  /**
   * A dangerous act: a person whose last proof (password, second factor, passkey, single sign-on) is older than 15 minutes
   * proves anew who they are (MFA-02). Such calls answer 403 with `needs: 'proof'` until then. A text: the call is such an act
   * only where that is true (`the call changes …`), which its command finds out.
   */
  asksAgain?: true | string
  /** The body names the record: without `?teamId` the right counts wherever it is held, not on the default team (D-GEN-3). */
  byRecord?: true
  /** The longest body, if it may be longer than usual, and the refusal of a longer body. */
  longestBody?: { bytes: number; refusal: string }
  /** Changes nothing, though its method says so: a read made by POST. */
  reads?: true
  /** Answers thousands of rows at once, though it has no pages: counted with the exports of a user. */
  isWhole?: true
  /** How long a caller waits for the answer, where that may take longer than other calls do. */
  patienceMs?: number
  /**
   * The sort orders and filters of the list, as its `query` takes them: the screen reads them here. `key`: the filter
   * that names rows by the screen's key; without it, selected rows are searched for in the whole list.
   */
  offers?: { sorts: readonly string[]; filters: FilterFields; key?: string }
  /** The record that is read or changed, where several people may be at it at once (D-GEN-17). */
  record?: RecordKind
  /** Why a path of this shape is none after all, by its parameters as they were sent: 404 before query and body are read. */
  leadsNowhere?: (params: Readonly<Record<string, string>>) => string | undefined
  summary: string
  params?: P
  query?: Q
  body?: B
  data: D
  /** Fields of the reply beside `data`: `total`, `page`, `summary`, `taskId`. */
  beside?: X
  status?: 200 | 201
}

// biome-ignore-start lint/suspicious/noExplicitAny: an endpoint of any shape; the shapes are recovered by inference below
export type AnyEndpoint = Endpoint<any, any, any, any, any>
type In<S> = S extends z.ZodType ? z.input<S> : never
type Out<S> = S extends z.ZodType ? z.output<S> : undefined
type Part<K extends string, S> = S extends z.ZodType ? { [k in K]: In<S> } : unknown

/** The arguments of `call` for an endpoint. */
export type Args<E> =
  E extends Endpoint<infer P, infer Q, infer B, any, any>
    ? Part<'params', P> & Part<'query', Q> & Part<'body', B>
    : never
/** The input of a handler. */
export type HandlerInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, any, any> ? { params: Out<P>; query: Out<Q>; body: Out<B> } : never
type Beside<X> = string extends keyof X ? unknown : { [k in keyof X]: X[k] extends z.ZodType ? z.output<X[k]> : never }
type Portions<D> = D extends readonly unknown[] ? AsyncIterable<D> : never
/**
 * The answer of a handler: the data, the fields beside it, and a message to be shown, if any. A list may come in
 * portions, which are read as the caller takes them.
 */
export type Answer<E> =
  E extends Endpoint<any, any, any, infer D, infer X>
    ? { data: z.output<D> | Portions<z.output<D>>; message?: string } & Beside<X>
    : never
/** The whole body the browser reads. */
export type Reply<E> =
  E extends Endpoint<any, any, any, infer D, infer X>
    ? { success: true; message: string; data: z.output<D> } & Beside<X>
    : never
/** The `data` of a reply. */
export type DataOf<E> = E extends Endpoint<any, any, any, infer D, any> ? z.output<D> : never
// biome-ignore-end lint/suspicious/noExplicitAny: as above

/**
 * Declares an endpoint; only the types do work here. In the browser the shapes are gone (tools/lean-contracts.ts): a form
 * checks by the schema itself, nothing else there may read them.
 */
export const endpoint = <
  D extends z.ZodType,
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
  // biome-ignore lint/complexity/noBannedTypes: nothing beside data is the default
  X extends z.ZodRawShape = {},
>(
  e: Endpoint<P, Q, B, D, X>,
): Endpoint<P, Q, B, D, X> => e
