// Remote operations: sent at once, their results read from tasks; and the tags their forms offer.
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { rotateChargerKey } from '#fleet/chargers/charger-change.contract.ts'
import { chargerKey } from '#fleet/chargers/charger-id.store.ts'
import { withinSince } from '#fleet/stations/charger-since.store.ts'
import { startRefusal } from '#fleet/tags/tag.rules.ts'
import { standings } from '#fleet/tags/tag.store.ts'
import { scopeIfHeld } from '#platform/access/scope.ts'
import { toldCertificatesOf } from './certificate.rules.ts'
import { rotateKey } from './charger-key.commands.ts'
import { deleteCustomerText, readCustomerText } from './customer-information.commands.ts'
import { deleteCustomerInformation, readCustomerInformation } from './customer-information.contract.ts'
import { isStartTaken, proofOf } from './effect.store.ts'
import { effectWatch } from './effect-watch.memory.ts'
import type { Writers } from './operation-request.commands.ts'
import { listTransfers } from './progress.contract.ts'
import { goesOn } from './progress.rules.ts'
import * as progress from './progress.store.ts'
import { NO_CHARGER, sendOperation } from './remote-operation.commands.ts'
import {
  getTask,
  listAvailableTags,
  listChargerTags,
  listReportedCertificates,
  listUserTags,
  runOperation,
  searchTags,
} from './remote-operation.contract.ts'
import { taskOf } from './remote-operation.rules.ts'
import * as tags from './remote-tag.store.ts'
import * as store from './task.store.ts'
import { toldInParts } from './told-parts.store.ts'

/** `writers` write the requests that are made of records of other features. */
export function remoteOperationRoutes(app: FastifyInstance, writers: Writers): void {
  const { services } = app
  const { db } = services
  const effects = effectWatch(services)
  app.addHook('onClose', async () => effects.close())

  route(app, runOperation, async ({ body, who, by, scope, ifMatch }) => {
    const taskId = await sendOperation(services, { who, by, scope, ifMatch }, body, { writers, onEnded: effects.add })
    return { data: { taskId }, taskId, message: 'Operation sent' }
  })

  route(app, rotateChargerKey, async ({ params, who, by, scope, ifMatch }) => {
    const { message, ...data } = await rotateKey(services, { who, by, scope, ifMatch }, params.id, writers)
    return { data, message }
  })

  route(app, getTask, async ({ params, scope }) => {
    const t = found(await store.get(db, scope, params.chargerId, params.taskId), 'Task not found')
    const states = goesOn(t.operation) ? await progress.statesOfTask(db, t.taskId) : []
    const proof = await proofOf(db, t)
    const isTaken = !proof && (await isStartTaken(db, t))
    const told = await toldInParts(db, t, services.now())
    return { data: taskOf(t, proof, services.now(), { progress: states, isTaken, told }) }
  })

  route(app, readCustomerInformation, async ({ params, who, by, scope, ifMatch }) => ({
    data: await readCustomerText(services, { who, by, scope, ifMatch }, params),
  }))

  route(app, deleteCustomerInformation, async ({ params, who, by, scope, ifMatch }) => {
    await deleteCustomerText(services, { who, by, scope, ifMatch }, params)
    return { data: { taskId: params.taskId }, message: 'Customer information deleted successfully' }
  })

  route(app, listReportedCertificates, async ({ params, scope }) => {
    const pk = found(await chargerKey(db, scope, params.chargerId, { first: 'id' }), NO_CHARGER)
    return { data: toldCertificatesOf(await store.toldCertificates(db, pk, await withinSince(db, scope, pk))) }
  })

  route(app, listTransfers, async ({ params, scope }) => {
    const pk = found(await chargerKey(db, scope, params.id), NO_CHARGER)
    return { data: await progress.transfersOfCharger(db, pk, await withinSince(db, scope, pk)) }
  })

  route(app, listChargerTags, async ({ params, scope }) => {
    const pk = found(await chargerKey(db, scope, params.id), NO_CHARGER)
    const { tags: data, total } = await tags.tagsOfCharger(db, pk, services.now())
    return { data, total }
  })

  route(app, listAvailableTags, async ({ query, scope }) => {
    const asked = query.forDriver ? tags.forDriver(db, scope, query) : tags.available(db, scope, services.now(), query)
    const { tags: data, total } = await asked
    return { data, total }
  })

  route(app, searchTags, async ({ params, query, who, scope }) => {
    const pk = found(await chargerKey(db, scope, params.id), NO_CHARGER)
    const drivers = await scopeIfHeld(db, who, scope.teamId, 'Customers.view')
    const listOf = query.localList ? pk : undefined
    const { rows, total } = await tags.search(db, query, { listOf, userId: who.userId, tags: scope, drivers })
    const now = services.now()
    const questions = rows.map(({ tag: idTag }) => ({ idTag, chargepointPk: pk, connectorId: null }))
    const known = await standings(db, questions, { leastPaise: services.leastBalancePaise })
    return { data: rows.map((row, i) => ({ ...row, refusal: startRefusal(known[i], now) ?? null })), total }
  })

  route(app, listUserTags, async ({ params, body, scope }) => {
    const pk = found(await chargerKey(db, scope, params.x, { first: 'id' }), NO_CHARGER)
    return { data: (await tags.tagsOfUser(db, pk, body.email, services.now())).tags }
  })
}
