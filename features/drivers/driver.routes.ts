// Serves drivers: the list with its exports as streams, one driver, making, changing, disabling; their tags and vehicle.
import { pageOf } from '@wattdesk/base/paging'
import { created, updated } from '@wattdesk/base/text'
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { demandExportable } from '../../platform/db/list.ts'
import * as tags from '../tags/tag-driver.store.ts'
import * as vehicles from '../vehicles/vehicle-driver.store.ts'
import * as commands from './driver.commands.ts'
import type { DriverSummary } from './driver.contract.ts'
import * as contract from './driver.contract.ts'
import * as store from './driver.store.ts'
import { type Asked, countMatching, findAll, findPage } from './driver-list.store.ts'

/** Rows read at a time by an export. */
const PORTION = 500

export function driverRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  async function* exported({ scope }: Asked, ids: readonly number[]) {
    for (let i = 0; i < ids.length; i += PORTION) yield await store.rowsById(db, scope, ids.slice(i, i + PORTION))
  }
  const exports = async (asked: Asked) => {
    const ids = await findAll(db, asked)
    demandExportable(asked.query, ids.length)
    return { data: exported(asked, ids), total: ids.length, totalIsExact: true }
  }
  const page = async (asked: Asked) => {
    const { ids, ...total } = await findPage(db, asked)
    return { data: await store.rowsById(db, asked.scope, ids), ...total }
  }
  const narrowed = async (asked: Asked) =>
    asked.query.total === 'only' ? { data: [], total: await countMatching(db, asked), totalIsExact: true } : page(asked)
  /** Of all drivers of the scope: the cards count them. */
  const all = async (asked: Asked, counted: Promise<DriverSummary>) => {
    const { data } =
      asked.query.total === 'only' ? { data: [] } : await page({ ...asked, query: { ...asked.query, total: 'fast' } })
    return { data, total: (await counted).total, totalIsExact: true }
  }

  route(app, contract.listDrivers, async ({ query, scope }) => {
    const asked: Asked = { scope, query, own: undefined }
    const counted = store.summaryOf(db, scope)
    const isNarrowed = Boolean(query.q) || (query.filters?.conditions.length ?? 0) > 0
    const read = query.export === 'true' ? exports(asked) : isNarrowed ? narrowed(asked) : all(asked, counted)
    const [rows, summary] = await Promise.all([read, counted])
    return { ...rows, ...pageOf(query), summary }
  })

  route(app, contract.getDriver, async ({ params, scope }) => ({
    data: store.driverOf(found(await store.get(db, scope, params.id), commands.MISSING)),
  }))

  route(app, contract.createDriver, async ({ body, ...caller }) => ({
    data: await commands.createDriver(services, caller, body),
    message: created('Customer'),
  }))

  route(app, contract.updateDriver, async ({ params, body, ...caller }) => ({
    data: await commands.updateDriver(services, caller, params.id, body),
    message: updated('Customer'),
  }))

  route(app, contract.setDriverStatus, async ({ params, body, ...caller }) => ({
    data: await commands.setDriverActive(services, caller, params.id, body.status === 'Y'),
    message: body.status === 'Y' ? 'Customer enabled successfully' : 'Customer disabled successfully',
  }))

  route(app, contract.listDriverTags, async ({ params, scope }) => {
    const { id } = found(await store.get(db, scope, params.id), commands.MISSING)
    return { data: await tags.ofDriver(db, id) }
  })

  route(app, contract.addDriverTags, async ({ params, body, ...caller }) => ({
    data: await commands.addDriverTags(services, caller, params.id, body.tagIds),
    message: 'Successfully associated user with selected tags',
  }))

  route(app, contract.removeDriverTag, async ({ params, ...caller }) => ({
    data: await commands.removeDriverTag(services, caller, params.id, params.tagId),
    message: 'Successfully disassociated user with selected tags',
  }))

  route(app, contract.getAttachedVehicle, async ({ params, scope }) => {
    const { id } = found(await store.get(db, scope, params.id), commands.MISSING)
    return { data: await vehicles.ofDriver(db, id) }
  })

  route(app, contract.assignVehicle, async ({ params, body, ...caller }) => ({
    data: await commands.assignVehicle(services, caller, params.id, body.vehicleId),
    message: 'Vehicle assigned successfully',
  }))

  route(app, contract.unassignVehicle, async ({ params, body, ...caller }) => ({
    data: await commands.unassignVehicle(services, caller, params.id, body.vehicleId),
    message: 'Vehicle unassigned successfully',
  }))
}
