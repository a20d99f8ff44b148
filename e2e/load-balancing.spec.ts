// A balanced site through a fault: the page shows what is proven while a charger charges, vanishes and returns.
import { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { dcOutlet } from '@wattdesk/ocpp/sim/power'
import { demandAccessible, open, send } from './steps.ts'
import { expect, test } from './test.ts'

test('a charger of a balanced site vanishes and returns, and the page shows the proof all the time', async ({
  page,
  place,
}) => {
  const { world } = place
  const { dc, ac } = world.chargers
  const charger = (identity: string, connectors: number) =>
    new SimulatedCharger({ url: place.ocpp, identity, connectors, outlet: dcOutlet(60_000), seed: identity })
  const [a, b] = [charger(dc.id, 2), charger(ac.id, 1)]
  const { zoneId } = await send<{ zoneId: number }>(place, 'operator', `charging-site/${world.one.teamId}/zone`, {
    zoneName: 'Depot supply',
    isLoadBalancingReq: 0,
    loadBalancingUnit: 'kW',
    loadBalancingValue: 100,
    chargers: [dc.id, ac.id],
  })
  await open(page, place, 'operator', `/charging-site/${zoneId}`)
  const load = page.getByRole('region', { name: 'Load', exact: true })
  await expect(load).toContainText('Load balancing is off: the chargers of this site charge as their cars ask.')
  await Promise.all([a.startUp(), b.startUp()])

  // Switched on: both take their safe limits, and the sum is proven.
  await page.getByRole('combobox', { name: 'Load Balancing Required' }).click()
  await page.getByRole('option', { name: 'Yes' }).click()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Zone updated successfully')).toBeVisible()
  await page.goto(`${place.url}/charging-site/${zoneId}?mode=view`)
  const one = page.getByRole('listitem', { name: dc.id })
  await expect(one.getByText('Acknowledged')).toBeVisible()
  await expect(load).toContainText(/The chargers may take [\d.]+ kW together, within the Load Value of 100 kW/)
  await demandAccessible(page, '/charging-site/{id}')

  // A car comes and has what is left.
  await a.start(1, world.tag, { soc: 20 })
  await expect(one.getByText('All that the connector gives')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Allowed now' })).toContainText(/6\d(\.\d+)? kW/)

  // The charger vanishes: its last limit still counts, so the proof stands; it returns and goes on.
  await a.goOffline()
  await expect(one.getByText('Silent')).toBeVisible()
  await expect(one.getByText(/Does not answer: its last limit of 60 kW may stand for \d+ minutes more/)).toBeVisible()
  await expect(load).toContainText(/may still stand at silent chargers, it is [\d.]+ kW at most/)
  await a.goOnline()
  await expect(one.getByText('Acknowledged')).toBeVisible()
  await Promise.all([a.close(), b.close()])
})
