// Serves the charger list, one charger, its connectors, and deleting.
import { pageOf } from '@wattdesk/base/paging'
import { created, updated } from '@wattdesk/base/text'
import { fail, found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { demandExportable, nextCursor } from '#platform/db/list.ts'
import { shaped } from '#platform/http/exports.ts'
import * as commands from './charger.commands.ts'
import { deleteCharger, getCharger, listChargers } from './charger.contract.ts'
import { chargerRowOf, mapRowOf } from './charger.reply.ts'
import * as changes from './charger-change.commands.ts'
import { createCharger, generateQr, updateCharger } from './charger-change.contract.ts'
import * as detail from './charger-detail.store.ts'
import { viewedScope } from './charger-id.store.ts'
import * as store from './charger-list.store.ts'
import { listConnectors } from './connector.contract.ts'
import { keepIncident } from './incident.commands.ts'
import { reportIncident } from './incident.contract.ts'
import { makeQr } from './qr.commands.ts'

export function chargerRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, listChargers, async ({ params, query, who, scope }) => {
    const now = services.now()
    const viewed = await viewedScope(db, who, params.teamId)
    // Values that the rows withhold must not be found out by searching and sorting either.
    if (!viewed && (query.q || query.filters || query.sort || query.export)) fail(403, 'Not Authorized')
    const asked = { ...query, zone: services.timeZone }
    const rows = query.export ? [] : store.list(db, viewed ?? scope, asked, now)
    const [{ summary, total }, page] = await Promise.all([store.count(db, viewed ?? scope, asked, now), rows])
    const next_cursor = nextCursor(
      query,
      page.map(r => ({ cursorKey: r.pk })),
    )
    const beside = { total, summary, ...pageOf(query), next_cursor }
    if (!query.export) return { data: page.map(viewed ? chargerRowOf : mapRowOf), ...beside }
    demandExportable(query, total)
    return { data: shaped(store.all(db, viewed ?? scope, asked, now), chargerRowOf), ...beside }
  })

  route(app, getCharger, async ({ params, who, scope }) => ({
    data: await commands.chargerReply(db, scope, who, params.id, services.now()),
  }))

  route(app, listConnectors, async ({ params, who, scope }) => {
    const { pk } = found(await detail.find(db, scope, params.id), commands.MISSING)
    return { data: await commands.connectorsOf(db, pk, who, services.now()) }
  })

  route(app, createCharger, async ({ body, ...caller }) => ({
    data: await changes.createCharger(services, caller, body),
    message: created('Charge Point'),
  }))

  route(app, updateCharger, async ({ params, body, ...caller }) => ({
    data: await changes.updateCharger(services, caller, params.id, body),
    message: updated('Charge Point'),
  }))

  route(app, generateQr, async ({ params, body, request, ...caller }) => ({
    data: await makeQr(services, caller, params.id, {
      connectorId: body.connectorId,
      host: request.headers.host ?? '',
    }),
    message: 'QR code generated successfully',
  }))

  route(app, reportIncident, async ({ params, body, ...caller }) => ({
    data: { serial_number: await keepIncident(services, caller, params.id, body) },
    message: created('Incident'),
  }))

  route(app, deleteCharger, async ({ params, ...caller }) => {
    const { pk, id } = await commands.removeCharger(services, caller, params.id)
    return { data: { chargepoint_pk: pk, chargepoint_id: id }, message: 'Charge Point deleted successfully' }
  })
}
