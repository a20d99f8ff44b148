// The statement from a session to its files: the ended session stands in the report, its id leads to it, and the CSV
// and the Excel file hold it (D-REP-2, D-EXP-1).
import { readFileSync } from 'node:fs'
import { TEST_NOTICE } from '@wattdesk/base/mode'
import { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { dcOutlet } from '@wattdesk/ocpp/sim/power'
import { open } from './steps.ts'
import { expect, test } from './test.ts'

test('a session that has ended stands in the statement and in its files', async ({ page, place }) => {
  const { world } = place
  const charger = new SimulatedCharger({
    url: place.ocpp,
    identity: world.chargers.dc.id,
    connectors: 2,
    outlet: dcOutlet(60_000),
    seed: 'report',
  })
  await charger.startUp()
  await charger.plugIn(1)
  const { transactionId = 0 } = await charger.start(1, world.tag, { soc: 30 })
  await charger.unplug(1)
  await charger.close()
  await open(page, place, 'admin', '/report')
  await expect(page.getByRole('link', { name: String(transactionId) })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Total Session' })).toContainText('1')
  const file = async (choice: string) => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: choice }).click(),
    ])
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
  }
  const csv = await file('Export to CSV')
  expect(csv.name).toBe('Transaction.csv')
  const [head, row, notice, end] = csv.bytes.toString('utf8').split('\r\n')
  expect(head).toContain('Transaction ID,Charge Box Id,Connector,Start Value,Stop Value,Total Energy (kWh)')
  expect(row).toMatch(new RegExp(`^${transactionId},${world.chargers.dc.id},1,`))
  // The journeys run in test mode.
  expect([notice, end]).toEqual([TEST_NOTICE, ''])
  const excel = await file('Export To Excel')
  expect([excel.name, excel.bytes.subarray(0, 2).toString()]).toEqual(['report.xlsx', 'PK'])
  await page.getByRole('link', { name: String(transactionId) }).click()
  await expect(page).toHaveURL(new RegExp(`/transactions/${transactionId}$`))
})
