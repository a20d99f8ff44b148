// Serves the device model of a charge point.
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { sameKey } from '#control/charger-config/charger-config.rules.ts'
import { lastBootOf, wishesFor } from '#control/charger-config/charger-config.store.ts'
import { NO_CHARGER } from '#control/remote-operations/remote-operation.commands.ts'
import { chargerKey } from '#fleet/chargers/charger-id.store.ts'
import type { Scope } from '#platform/access/scope.ts'
import { listReply } from '#platform/http/list-reply.ts'
import * as commands from './device-model.commands.ts'
import { getDeviceModel, listDeviceVariables, readDeviceModel, setDeviceVariable } from './device-model.contract.ts'
import { reportOf, variableReply } from './device-model.reply.ts'
import * as reports from './device-report.store.ts'
import * as variables from './device-variable.store.ts'

export function deviceModelRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services
  const charger = async (scope: Scope, id: string): Promise<number> =>
    found(await chargerKey(db, scope, id), NO_CHARGER)

  route(app, getDeviceModel, async ({ params, scope }) => {
    const pk = await charger(scope, params.id)
    const [report, readAt, components, count] = await Promise.all([
      reports.lastReport(db, pk),
      reports.wholeAt(db, pk),
      variables.components(db, pk),
      variables.countVariables(db, pk),
    ])
    return {
      data: {
        report: report ? reportOf(report) : null,
        readAt: readAt?.toISOString() ?? null,
        components: components.slice(0, variables.MOST_COMPONENTS),
        isCut: components.length > variables.MOST_COMPONENTS,
        variables: count,
      },
    }
  })

  route(app, listDeviceVariables, async ({ params, query, scope }) => {
    const pk = await charger(scope, params.id)
    const [total, lastBootAt] = await Promise.all([variables.count(db, pk, query), lastBootOf(db, pk)])
    const rows = await variables.list(db, pk, query)
    const wishes = await wishesFor(db, pk, Array.isArray(rows) ? rows.map(r => sameKey(r.key)) : undefined)
    return listReply(query, { total, rows: async () => rows, row: variableReply(wishes, lastBootAt) })
  })

  route(app, readDeviceModel, async ({ params, who, by, scope, ifMatch }) => {
    const { pk, refusal } = await commands.readModel(services, { who, by, scope, ifMatch }, params.id)
    const { requestId = 0 } = (await reports.lastReport(db, pk)) ?? {}
    return { data: { requestId, refusal }, message: refusal ?? 'The charge point tells its device model now' }
  })

  route(app, setDeviceVariable, async ({ params, body, who, by, scope, ifMatch }) => {
    const { state, text } = await commands.setVariable(services, { who, by, scope, ifMatch }, params.id, body)
    return { data: { state, text }, message: text }
  })
}
