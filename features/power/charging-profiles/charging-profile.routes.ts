// Serves charging profiles: the list, a single profile, making, changing and deleting a profile, and deleting a period.
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { everywhere } from '#platform/access/scope.ts'
import { listReply } from '#platform/http/list-reply.ts'
import { recordRoutes } from '#platform/records/routes.ts'
import * as commands from './charging-profile.commands.ts'
import {
  createChargingProfile,
  deleteChargingProfile,
  deleteSchedulePeriod,
  getChargingProfile,
  listChargingProfiles,
  listProfileTasks,
  updateChargingProfile,
} from './charging-profile.contract.ts'
import * as store from './charging-profile.store.ts'
import { taskOf, tasksOf } from './profile-task.store.ts'

export function chargingProfileRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, listChargingProfiles, async ({ query, scope }) => {
    const total = await store.count(db, scope, query)
    return listReply(query, { total, rows: () => store.list(db, scope, query), row: store.profileFromRow })
  })

  route(app, getChargingProfile, async ({ params, scope }) => ({
    data: store.profileOf(found(await store.get(db, scope, params.id), commands.MISSING)),
  }))

  route(app, listProfileTasks, async ({ params, scope, who }) => {
    found(await store.get(db, scope, params.id), commands.MISSING)
    const chargers = await everywhere(db, who, 'ChargerPoint.view')
    return { data: (await tasksOf(db, chargers, params.id)).map(taskOf) }
  })

  recordRoutes(app, 'Charging profile', {
    create: [createChargingProfile, commands.createChargingProfile],
    update: [updateChargingProfile, commands.changeChargingProfile],
    remove: [deleteChargingProfile, commands.removeChargingProfile, () => null],
  })

  route(app, deleteSchedulePeriod, async ({ params, ...caller }) => ({
    data: await commands.removeSchedulePeriod(services, caller, params.id, params.periodId),
    message: 'Schedule period deleted successfully',
  }))
}
