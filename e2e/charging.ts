// A driver who scans, pays by UPI, charges some, and stops: what journeys about money begin with.
import type { Page } from '@playwright/test'
import { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { dcOutlet } from '@wattdesk/ocpp/sim/power'
import type { Place } from './test.ts'
import { expect } from './test.ts'

/** A charger of two connectors whose readings come each second, and whose driver plugs in by hand. */
export const scanned = (place: Place, identity: string, seed: string): SimulatedCharger =>
  new SimulatedCharger({
    url: place.ocpp,
    identity,
    connectors: 2,
    outlet: dcOutlet(60_000),
    seed,
    autoPlug: false,
    // The server asks for 30 s; a journey has no time for it.
    faults: { refuse: { ChangeConfiguration: { status: 'Rejected' } } },
    configuration: { MeterValueSampleInterval: '1' },
  })

/** Pays by UPI at connector 1 of the DC charger, charges some, and stops there; the rest goes back. */
export async function scanAndCharge(page: Page, place: Place, seed: string): Promise<void> {
  const { dc } = place.world.chargers
  const charger = scanned(place, dc.id, seed)
  await charger.startUp()
  await page.goto(`${place.url}/pay/${encodeURIComponent(dc.id)}/1`)
  await page.getByRole('radio', { name: '₹500' }).check()
  await page.getByRole('button', { name: 'Pay ₹500.00' }).click()
  await expect(page.getByText('QRv2 Payment')).toBeVisible()
  await page.getByRole('button', { name: 'Pay ₹500.00' }).click()
  await expect(page.getByRole('heading', { name: 'Paid ₹500.00. Starting …' })).toBeVisible()
  const started = charger.next('started')
  await charger.plugIn(1)
  await started
  // Some rupees' worth, so that shares of it are more than a paisa.
  await expect(page.getByText(/^(?!0\.[012])\d+\.\d\d kWh$/)).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Stop charging' }).click()
  await page.getByRole('button', { name: 'Yes, stop' }).click()
  await expect(page.getByRole('heading', { name: 'Your bill' })).toBeVisible()
  await charger.close()
}
