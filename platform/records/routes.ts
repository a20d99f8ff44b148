// The routes of a record's commands: a new record, a change and a deletion, with their messages.
import { created, deleted, updated } from '@wattdesk/base/text'
import type { AnyEndpoint, DataOf, HandlerInput } from '@wattdesk/wire/endpoint'
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '#platform/audit/act.ts'

type Services = FastifyInstance['services']
type Body<E> = HandlerInput<E> extends { body: infer B } ? B : never
type Create<E> = (services: Services, caller: Caller, body: Body<E>) => Promise<DataOf<E>>
type Update<E> = (services: Services, caller: Caller, id: number, body: Body<E>) => Promise<DataOf<E>>
type Remove = (services: Services, caller: Caller, id: number) => Promise<void>

type Commands<C, U, D> = {
  create: readonly [endpoint: C, command: Create<C>]
  update: readonly [endpoint: U, command: Update<U>]
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
export function recordRoutes<C extends AnyEndpoint, U extends AnyEndpoint, D extends AnyEndpoint>(
  app: FastifyInstance,
  noun: string,
  { create, update, remove }: Commands<C, U, D>,
): void {
  const { services } = app
  const toCreate: AnyEndpoint = create[0]
  route(app, toCreate, async ({ body, ...caller }) => ({
    data: await create[1](services, caller, body),
    message: created(noun),
  }))
  const toUpdate: AnyEndpoint = update[0]
  const updatedId = idReader(toUpdate)
  route(app, toUpdate, async ({ params, body, ...caller }) => ({
    data: await update[1](services, caller, updatedId(params), body),
    message: updated(noun),
  }))
  if (!remove) return
  const [toRemove, command, dataOf]: readonly [AnyEndpoint, Remove, (id: number) => DataOf<D>] = remove
  const removedId = idReader(toRemove)
  route(app, toRemove, async ({ params, ...caller }) => {
    const id = removedId(params)
    await command(services, caller, id)
    return { data: dataOf(id), message: deleted(noun) }
  })
}
