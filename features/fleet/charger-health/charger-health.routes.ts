// Serves the health of a charger.
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { chargerKey } from '#fleet/chargers/charger-id.store.ts'
import { withinSince } from '#fleet/stations/charger-since.store.ts'
import { getChargerHealth, registerUnitSet, setRegisterUnit } from './charger-health.contract.ts'
import { healthOf } from './charger-health.rules.ts'
import { factsOf } from './charger-health.store.ts'
import { MISSING, setRegisterUnit as setUnit } from './register-unit.commands.ts'

export function chargerHealthRoutes(app: FastifyInstance): void {
  const { db, now, timeZone: zone } = app.services
  route(app, getChargerHealth, async ({ params, scope }) => {
    const pk = found(await chargerKey(db, scope, params.id), MISSING)
    const since = await withinSince(db, scope, pk)
    return { data: healthOf(found(await factsOf(db, pk, { now: now(), zone, since }), MISSING)) }
  })

  route(app, setRegisterUnit, async ({ params, body, ...caller }) => ({
    message: registerUnitSet,
    data: await setUnit(app.services, caller, params.id, body.registersInKwh),
  }))
}
