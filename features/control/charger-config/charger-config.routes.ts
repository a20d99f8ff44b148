// Serves the configuration of a charger.
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { NO_CHARGER } from '#control/remote-operations/remote-operation.commands.ts'
import { exceptedOf, wantedOf } from '#control/settings-drift/wanted-settings.store.ts'
import { chargerKey } from '#fleet/chargers/charger-id.store.ts'
import { getChargerConfig } from './charger-config.contract.ts'
import { configOf } from './charger-config.reply.ts'
import { storedConfig } from './charger-config.store.ts'

export function chargerConfigRoutes(app: FastifyInstance): void {
  const { db } = app.services
  route(app, getChargerConfig, async ({ params, scope }) => {
    const pk = found(await chargerKey(db, scope, params.id), NO_CHARGER)
    const [wanted, excepted] = [await wantedOf(db, pk), await exceptedOf(db, pk)]
    return { data: configOf(await storedConfig(db, pk), { wanted, excepted }) }
  })
}
