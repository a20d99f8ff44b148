// The charging sites of the demo network: one for every place, some with less supply than its chargers could take.

import type { Trx } from '#platform/db/db.ts'
import * as sites from '#power/charging-sites/charging-site.store.ts'
import { type DemoCharger, places, type TeamKey } from './places.ts'

/** Sites whose supply is smaller than what its chargers could take together: their load is balanced. */
const BALANCED: readonly string[] = [
  'Phoenix Marketcity Whitefield',
  'Manyata Tech Park',
  'Kempegowda International Airport',
]
/**
 * Returns the limit of a site: in A if all its chargers are AC, else in kW; for a balanced site six tenths of the
 * chargers' maximum, for a full one less, which two cars use up.
 */
function limitOf(name: string, list: readonly DemoCharger[]) {
  const here = list.filter(d => d.place.name === name)
  const isLoadBalancing = BALANCED.includes(name)
  const share = here.some(d => d.place.isFull) ? 0.375 : isLoadBalancing ? 0.6 : 1
  const whole = (of: (d: DemoCharger) => number) =>
    Math.round(share * here.reduce((sum, d) => sum + of(d) * d.connectorTypes.length, 0))
  return here.every(d => d.type === 'AC')
    ? { isLoadBalancing, loadBalancingUnit: 'A' as const, loadBalancingValue: whole(d => d.outlet.maxA) }
    : { isLoadBalancing, loadBalancingUnit: 'kW' as const, loadBalancingValue: whole(d => d.kw) }
}

/** A site for every place. */
export async function makeSites(
  trx: Trx,
  teams: Readonly<Record<TeamKey, number>>,
  list: readonly DemoCharger[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const { name, team } of places) {
    const site = { teamId: teams[team], zoneName: name, ...limitOf(name, list) }
    ids.set(name, await sites.create(trx, site))
  }
  return ids
}
