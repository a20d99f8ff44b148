// The routes of a record: its list and one record, and its commands, which are a new record, a change and a deletion,
// with their messages.
import { created, deleted, updated } from '@wattdesk/base/text'
import type { Answer, AnyEndpoint, DataOf, HandlerInput } from '@wattdesk/wire/endpoint'
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import type { Scope } from '#platform/access/scope.ts'
import type { Caller } from '#platform/audit/act.ts'
import type { Db } from '#platform/db/db.ts'

type Services = FastifyInstance['services']
type Body<E> = HandlerInput<E> extends { body: infer B } ? B : never
type Query<E> = HandlerInput<E> extends { query: infer Q } ? Q : never
type List<E> = (db: Db, scope: Scope, query: Query<E>) => Promise<Answer<E>>
type Read<E> = (db: Db, scope: Scope, id: number) => Promise<DataOf<E>>
type Create<E> = (services: Services, caller: Caller, body: Body<E>) => Promise<DataOf<E>>
type Update<E> = (services: Services, caller: Caller, id: number, body: Body<E>) => Promise<DataOf<E>>
/** Answers a sentence that follows the message, or nothing. */
type Remove = (services: Services, caller: Caller, id: number) => Promise<unknown>

type Served<L, O, C, U, D> = {
  list?: readonly [endpoint: L, reply: List<L>]
  read?: readonly [endpoint: O, read: Read<O>]
  create?: readonly [endpoint: C, command: Create<C>]
  update?: readonly [endpoint: U, command: Update<U>]
  remove?: readonly [endpoint: D, command: Remove, dataOf: (id: number) => DataOf<D>]
}
/** The record's number: the parameter at the end of the path, which may name the team before it. */
function idReader({ path }: AnyEndpoint): (params: Readonly<Record<string, number>>) => number {
  const name = /\{(\w+)\}$/.exec(path)?.[1]
  if (name === undefined) throw new Error(`${path} does not end with the number of a record`)
  return params => params[name] as number
}

/**
 * @param noun The record in messages.
 * @example recordRoutes(app, 'Role', { create: [createRole, commands.createRole], update: [updateRole, commands.updateRole] })
 */
export function recordRoutes<
  L extends AnyEndpoint,
  O extends AnyEndpoint,
  C extends AnyEndpoint,
  U extends AnyEndpoint,
  D extends AnyEndpoint,
>(app: FastifyInstance, noun: string, { list, read, create, update, remove }: Served<L, O, C, U, D>): void {
  const { services } = app
  const { db } = services
  if (list) {
    const [toList, reply]: readonly [AnyEndpoint, List<AnyEndpoint>] = list
    route(app, toList, ({ query, scope }) => reply(db, scope, query))
  }
  if (read) {
    const [toRead, one]: readonly [AnyEndpoint, Read<O>] = read
    const readId = idReader(toRead)
    route(app, toRead, async ({ params, scope }) => ({ data: await one(db, scope, readId(params)) }))
  }
  if (create) {
    const [toCreate, command]: readonly [AnyEndpoint, Create<C>] = create
    route(app, toCreate, async ({ body, ...caller }) => ({
      data: await command(services, caller, body),
      message: created(noun),
    }))
  }
  if (update) {
    const [toUpdate, command]: readonly [AnyEndpoint, Update<U>] = update
    const updatedId = idReader(toUpdate)
    route(app, toUpdate, async ({ params, body, ...caller }) => ({
      data: await command(services, caller, updatedId(params), body),
      message: updated(noun),
    }))
  }
  if (remove) {
    const [toRemove, command, dataOf]: readonly [AnyEndpoint, Remove, (id: number) => DataOf<D>] = remove
    const removedId = idReader(toRemove)
    route(app, toRemove, async ({ params, ...caller }) => {
      const id = removedId(params)
      const more = await command(services, caller, id)
      return { data: dataOf(id), message: typeof more === 'string' ? `${deleted(noun)}. ${more}` : deleted(noun) }
    })
  }
}
