// Remote operations: sent at once, their results read from tasks; and the tags their forms offer.
import { randomUUID } from 'node:crypto'
import { fail, found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { everywhere, type Scope } from '../../server/scope.ts'
import {
  getTask,
  listAvailableTags,
  listChargerTags,
  listUserTags,
  type RemoteOperation,
  runOperation,
} from './remote-operation.contract.ts'
import { announceTask, endTask, keptParameters, runTask } from './remote-operation.ocpp.ts'
import { admissible, isAcceptedStart, needsFullAccess, taskOf, unsendable } from './remote-operation.rules.ts'
import * as tags from './remote-tag.store.ts'
import { startWatch } from './start-watch.ocpp.ts'
import * as store from './task.store.ts'

const SWEEP_MS = 15_000
const NO_CHARGER = 'Charge point not found'
const NOT_ACTIVE = 'The transaction is not active on this charge point'

export function remoteOperationRoutes(app: FastifyInstance): void {
  const { house } = app
  const { db } = house
  const starts = startWatch(house)
  const sweeping = setInterval(() => {
    sweep().catch(error => house.log.error({ err: error }, 'Abandoned tasks could not be ended'))
  }, SWEEP_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(sweeping)
    starts.close()
  })

  /** Tasks whose node went away while they were open. */
  async function sweep(): Promise<void> {
    for (const t of await store.endAbandoned(db, house.now())) announceTask(house, t)
  }

  route(app, runOperation, async ({ body, query, who, scope }) => {
    // Without a team named, the charger counts wherever the right is held, as any record by its id (D-GEN-3).
    const reach = query.teamId === undefined ? await everywhere(db, who, 'ChargerPoint.update') : scope
    const target = found(await store.target(db, reach, body.chargerId), NO_CHARGER)
    if (needsFullAccess(body)) await demandFullAccess(target, await everywhere(db, who, 'ChargerPoint.full'))
    await demandAdmissible(body, target)
    const taskId = randomUUID()
    const task = await store.add(db, {
      taskId,
      companyId: target.companyId,
      teamId: target.teamId,
      pk: target.chargepointPk,
      chargepointId: target.chargepointId,
      operation: body.remoteOperationType,
      parameters: keptParameters(body),
      createdBy: who.userId,
      createdAt: house.now(),
    })
    announceTask(house, task)
    void run(target, body, taskId)
    return { data: { taskId }, taskId, message: 'Operation sent' }
  })

  const demandFullAccess = (t: store.Target, full: Scope) => {
    if (full.kind === 'teams' && !full.teams.includes(t.teamId)) fail(403, 'Not Authorized')
  }
  async function demandAdmissible(o: RemoteOperation, target: store.Target): Promise<void> {
    const admitted = admissible(o, target)
    if (!admitted.ok) {
      const { status, field, text } = admitted.error
      fail(status, text, { [`parameters.${field}`]: text })
    }
    if (o.remoteOperationType !== 'RemoteStop') return
    if (!(await store.isActive(db, target.chargepointPk, o.parameters.transactionId)))
      fail(422, NOT_ACTIVE, { 'parameters.transactionId': NOT_ACTIVE })
  }

  /** From the stored task to its ending; the click does not wait for it. */
  async function run(target: store.Target, o: RemoteOperation, taskId: string): Promise<void> {
    try {
      const error = unsendable(o, target)
      const ending = error && ({ state: 'failed', response: null, error, details: null } as const)
      const ended = await (ending ? endTask(house, taskId, ending) : runTask(house, target, o, taskId))
      if (ended) starts.add(ended)
    } catch (error) {
      // The sweep ends the task as a timeout: whether the charger did it is not known.
      house.log.error({ err: error, taskId, operation: o.remoteOperationType }, 'A remote operation failed')
    }
  }

  route(app, getTask, async ({ params, scope }) => {
    const t = found(await store.get(db, scope, params.chargerId, params.taskId), 'Task not found')
    return { data: taskOf(t, isAcceptedStart(t) ? await store.sessionOf(db, t) : null, house.now()) }
  })

  route(app, listChargerTags, async ({ params, scope }) => {
    const pk = found(await tags.chargerKey(db, scope, params.id, 'key'), NO_CHARGER)
    const { tags: data, total } = await tags.ofCharger(db, pk, house.now())
    return { data, total }
  })

  route(app, listAvailableTags, async ({ scope }) => {
    const { tags: data, total } = await tags.available(db, scope)
    return { data, total }
  })

  route(app, listUserTags, async ({ params, body, scope }) => {
    const pk = found(await tags.chargerKey(db, scope, params.x, 'id'), NO_CHARGER)
    return { data: (await tags.ofUser(db, pk, body.email, house.now())).tags }
  })
}
