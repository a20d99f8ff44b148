// Each of the nine operations from its form to a charger that is connected, and what Task Details then says: the raw word
// of the answer, its sentence, and Success or Error.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { dcOutlet } from '@wattdesk/ocpp/sim/power'
import { open } from './steps.ts'
import { expect, test } from './test.ts'

let charger: SimulatedCharger
// Takes the diagnostics: an upload that fails would turn the task from Success to Error while it is read.
const files = createServer((request, reply) => request.resume().on('end', () => reply.end()))
test.beforeAll(async ({ placeOf }, info) => {
  await new Promise<void>(ok => files.listen(0, '127.0.0.1', ok))
  const place = await placeOf(info)
  charger = new SimulatedCharger({
    url: place.ocpp,
    identity: place.world.chargers.dc.id,
    connectors: 2,
    outlet: dcOutlet(60_000),
    seed: 'nine',
    reconnect: true,
  })
  await charger.startUp()
})
test.afterAll(async () => {
  await charger?.close()
  await new Promise(ok => files.close(ok))
})

const form = (page: Page) => page.getByRole('form', { name: 'Operation Configuration' })
const details = (page: Page) => page.getByRole('dialog', { name: /Task Details/ })
const choose = async (page: Page, label: RegExp, option: RegExp | string) => {
  await form(page).getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}
const fill = (page: Page, label: RegExp | string, value: string) => form(page).getByLabel(label).fill(value)

test('the nine operations, each sent from its form and read in Task Details', async ({ page, place }) => {
  const { dc } = place.world.chargers
  await open(page, place, 'admin', `/charger/${dc.pk}?tab=remote_operations`)
  await expect(page.getByText('Select an Operation')).toBeVisible()

  /** Fills in a form, says yes where it is asked, and reads how it went. */
  const send = async (
    operation: string,
    fields: () => Promise<void>,
    told: { response: string; says: string | RegExp; yes?: string; word?: 'Success' | 'Error' },
  ) => {
    await page.getByRole('radio', { name: operation, exact: true }).click()
    // The form of the operation before has given way.
    const submit = form(page).getByRole('button', { name: `Send ${operation}` })
    await expect(submit).toBeVisible()
    await fields()
    await submit.click()
    if (told.yes) await page.getByRole('dialog').getByRole('button', { name: told.yes }).click()
    const dialog = details(page)
    await expect(dialog.getByText(told.word ?? 'Success', { exact: true }).first()).toBeVisible()
    await expect(dialog.getByText('Charge Box ID').locator('xpath=following-sibling::*')).toHaveText(dc.id)
    await expect(dialog.getByText('Response', { exact: true }).locator('xpath=following-sibling::*')).toHaveText(
      told.response,
    )
    await expect(dialog).toContainText(told.says)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toHaveCount(0)
  }

  await send(
    'ChangeConfiguration',
    async () => {
      await choose(page, /^Key( \*)?$/, 'HeartBeatInterval (seconds)')
      await fill(page, /^Value/, 'often')
      await form(page).getByRole('button', { name: 'Send ChangeConfiguration' }).click()
      await expect(form(page).getByText('Must be a whole number (seconds)')).toBeVisible()
      await fill(page, /^Value/, '600')
    },
    { response: 'Accepted', says: 'The charge point uses the value from now on.' },
  )
  await send('TriggerMessage', () => choose(page, /^Connector/, /Whole charge point/), {
    response: 'Accepted',
    says: 'The charge point sends the message.',
  })
  const started = charger.next('started')
  await send(
    'RemoteStart',
    async () => {
      await choose(page, /^Connector/, /^ConnectorId-1/)
      await choose(page, /^Tag/, place.world.tag)
    },
    { response: 'Accepted', says: 'Success' },
  )
  await started
  await send('RemoteStop', () => choose(page, /^Transaction/, String(charger.transactionId(1))), {
    response: 'Accepted',
    says: /The charge point ends the session|The session has ended/,
    yes: 'Stop',
  })
  await send('UnlockConnector', () => choose(page, /^Connector/, /^ConnectorId-2/), {
    response: 'Unlocked',
    says: 'The plug can be taken out.',
  })
  const room = `http://127.0.0.1:${(files.address() as AddressInfo).port}/diagnostics`
  await send('GetDiagnostics', () => fill(page, /^Location/, room), {
    response: '–',
    // The charger's report of the upload replaces the sentence as soon as it arrives.
    says: '"fileName": "diagnostics-',
  })
  await send(
    'UpdateFirmware',
    async () => {
      await fill(page, /^Location/, 'https://files.example/firmware.bin')
      await fill(page, /^Retrieve Date/, '2090-01-02T03:04')
    },
    { response: '–', says: 'The charge point fetches and installs the firmware', yes: 'Update firmware' },
  )
  await send(
    'ChangeAvailability',
    async () => {
      await choose(page, /^Connector/, /Whole charge point/)
      await choose(page, /^Availability Type/, 'INOPERATIVE')
    },
    { response: 'Accepted', says: 'The charge point has changed it.', yes: 'Take out of service' },
  )
  const away = charger.next('closed')
  await send('Reset', () => choose(page, /^Reset Type/, 'HARD'), {
    response: 'Accepted',
    says: /The charge point (restarts|has restarted)/,
    yes: 'Reset',
  })
  await away
})
