// A balanced site for tests: simulated chargers over real sockets, with cars, and the power that their profiles allow,
// whatever the product believes.
import { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { acOutlet, type Outlet } from '@wattdesk/ocpp/sim/power'
import type { ChargerOptions } from '@wattdesk/ocpp/sim/station'
import { placeOf } from '@wattdesk/ocpp/sim/transactions'
import { SimulatedStation } from '@wattdesk/ocpp/sim/v201/charging-station'
import type { StationOptions } from '@wattdesk/ocpp/sim/v201/station'
import { setSite } from '#fleet/chargers/charger-site.store.ts'
import * as sites from '#power/charging-sites/charging-site.store.ts'
import type { TestApp } from '#testing/app.ts'
import { newCharger, newTag } from '#testing/ocpp.ts'
import type { LoadUnit } from './load-units.words.ts'

export type TestSite = { zoneId: number; chargers: SimulatedCharger[]; pks: number[]; idTag: string }

export async function newSite(
  t: TestApp,
  ws: string,
  {
    value,
    unit = 'A',
    count,
    connectors = 1,
    outlet = acOutlet(1, 32),
    kw = 7.4,
    chargerType = 'AC',
    options = () => ({}),
  }: {
    value: number
    unit?: LoadUnit
    count: number
    connectors?: number
    outlet?: Outlet
    kw?: number
    chargerType?: 'AC' | 'DC'
    options?: (i: number) => Partial<ChargerOptions>
  },
): Promise<TestSite> {
  const { teamId } = t.world.one
  const site = {
    teamId,
    zoneName: 'Balanced',
    isLoadBalancing: true,
    loadBalancingValue: value,
    loadBalancingUnit: unit,
  }
  const zoneId = await sites.create(t.db, site)
  const chargers: SimulatedCharger[] = []
  const pks: number[] = []
  for (let i = 0; i < count; i++) {
    const { pk, id } = await newCharger(t, { connectorCount: connectors, kw, chargerType })
    await setSite(t.db, pk, zoneId, new Date())
    pks.push(pk)
    chargers.push(new SimulatedCharger({ url: `${ws}/ocpp`, identity: id, connectors, outlet, ...options(i) }))
  }
  return { zoneId, chargers, pks, idTag: await newTag(t) }
}

/** Adds charging stations of OCPP 2.0.1 to a site, each with one EVSE of one connector. */
export async function addStations(
  t: TestApp,
  ws: string,
  { zoneId, pks }: TestSite,
  { count, options }: { count: number; options: (i: number) => Partial<StationOptions> },
): Promise<SimulatedStation[]> {
  const stations: SimulatedStation[] = []
  for (let i = 0; i < count; i++) {
    const { pk, id } = await newCharger(t, { connectorCount: 1, kw: 7.4, chargerType: 'AC' })
    await setSite(t.db, pk, zoneId, new Date())
    pks.push(pk)
    stations.push(new SimulatedStation({ url: `${ws}/ocpp`, identity: id, outlet: acOutlet(1, 32), ...options(i) }))
  }
  return stations
}

/** Returns the power that the profiles of a charger allow its connectors together at this moment, in W. */
export function allowedW({ station }: SimulatedCharger): number {
  const now = station.clock.now()
  return station.connectors
    .slice(1)
    .reduce((sum, c) => sum + Math.min(c.outlet.maxW, station.profiles.limitW(placeOf(station, c), now)), 0)
}
/** The same in A for each phase, for chargers of one phase. */
export const allowedA = (c: SimulatedCharger): number => Math.round(allowedW(c) / 23) / 10
