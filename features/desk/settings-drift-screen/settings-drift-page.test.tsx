// The page of all keys that differ with the real client: its rows, what is chosen and set again, and an exception from a row.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type DriftingKey, listSettingsDrift } from '#control/settings-drift/settings-drift.contract.ts'
import { settingsDriftFields } from '#control/settings-drift/settings-drift.fields.ts'
import {
  createSettingsException,
  listSettingsExceptions,
} from '#control/settings-templates/settings-exception.contract.ts'
import { countChosen, createBulkAction, listBulkActions } from '#desk/bulk-actions/bulk-action.contract.ts'
import { emptyRecord } from '#testing/web/record.ts'
import { menuOf, showScreens, signInAs } from '#testing/web/render.tsx'
import { roleIn, testServer, testUser } from '#testing/web/server.ts'
import { SettingsDriftPage } from './settings-drift-page.tsx'

const AT = '2026-03-04T08:00:00.000Z'
const key = (spelling: string, more: Partial<DriftingKey> = {}): DriftingKey => ({
  ...emptyRecord(settingsDriftFields),
  chargepoint_pk: 11,
  chargepoint_id: 'DC-1',
  spelling,
  wished: '300',
  told: '60',
  state: 'Differs',
  level: 'Required',
  template_name: 'Yard',
  template_id: 7,
  team_name: 'North',
  connection: 'Online',
  since: AT,
  ...more,
})
function open(letters: string) {
  signInAs(testUser([roleIn(1, 'Volt Works', { Campaign: letters, ChargerPoint: letters })]))
  const sent: Record<string, unknown>[] = []
  testServer()
    .on(listSettingsDrift, {
      data: [
        key('HeartbeatInterval'),
        key('Vendor.New', { chargepoint_pk: 12, chargepoint_id: 'DC-2', told: null, state: 'Unknown to it' }),
        key('LightIntensity', { chargepoint_pk: 13, chargepoint_id: 'DC-3', state: 'After a restart' }),
      ],
      total: 3,
      waiting: 1,
    })
    .on(listSettingsExceptions, { data: [], total: 0 })
    .on(listBulkActions, { data: [], total: 0, running: 0 })
    .on(countChosen, ({ body }) => {
      sent.push(body as Record<string, unknown>)
      return { data: { count: 1, leftOut: 0, offline: 1, charging: 0, first: ['DC-1'] } }
    })
    .on(createBulkAction, ({ body }) => {
      sent.push(body as Record<string, unknown>)
      return { status: 422, message: 'Enough for this test' }
    })
    .on(createSettingsException, ({ body }) => {
      sent.push(body as Record<string, unknown>)
      return { data: {} as never }
    })
  showScreens([['/settings-drift', <SettingsDriftPage key="d" />]], '/settings-drift')
  return sent
}

test('one key is set again from its row: the dialog names the charge point and warns that it is offline', async () => {
  const sent = open('VCUD')
  expect(await screen.findByText('1 charge point is still to be compared.')).toBeVisible()
  expect(screen.getByText('Not known')).toBeVisible()
  expect(await menuOf('DC-1')).toEqual(['Set 300 again', 'Except', 'Charge Point'])
  await userEvent.click(screen.getByRole('menuitem', { name: 'Set 300 again' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText(/1 is offline: nothing can be sent there/)).toBeVisible()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Set at 1 charge point' }))
  await waitFor(() => expect(sent.at(-1)).toHaveProperty('kind'))
  expect(sent.at(-1)).toMatchObject({
    kind: 'PushSettings',
    parameters: { which: 'Wished too' },
    confirmed: 1,
    chosen: { drift: { rows: [{ chargepoint_pk: 11, key: 'heartbeatinterval' }] } },
  })
})

test('a key is excepted from its row, with the reason', async () => {
  const sent = open('VCUD')
  await menuOf('DC-2')
  await userEvent.click(screen.getByRole('menuitem', { name: 'Except' }))
  const dialog = await screen.findByRole('dialog', { name: /Except Vendor.New of DC-2/ })
  await userEvent.type(within(dialog).getByLabelText(/^Reason/), 'Old board')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Except' }))
  await waitFor(() => expect(sent).toEqual([{ chargepoint_pk: 12, key: 'Vendor.New', reason: 'Old board' }]))
})

test('whoever may only look is offered nothing that changes', async () => {
  open('V')
  expect(await menuOf('DC-1')).toEqual(['Charge Point'])
})
