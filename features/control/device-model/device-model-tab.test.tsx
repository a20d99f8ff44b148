// The Config tab of a charge point of OCPP 2.0.1 with the real client: the tree, the values, and the answers to a change.
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ConfirmHost } from '#kit/confirm.tsx'
import { show, signInAs } from '#testing/web/render.tsx'
import { type Asked, roleIn, testServer, testUser } from '#testing/web/server.ts'
import {
  type DeviceReport,
  type DeviceVariable,
  getDeviceModel,
  listDeviceVariables,
  setDeviceVariable,
} from './device-model.contract.ts'
import DeviceModelTab from './device-model-tab.tsx'

const AT = '2026-01-05T08:00:00Z'
const place = (component: string, evseId = 0, connectorId = 0) => ({
  component,
  componentInstance: '',
  evseId,
  connectorId,
})
const variable = (key: string, of: ReturnType<typeof place>, more: Partial<DeviceVariable> = {}): DeviceVariable => ({
  key,
  ...of,
  variable: key.split('.').at(-1) ?? '',
  variableInstance: '',
  dataType: 'integer',
  unit: 's',
  minLimit: 1,
  maxLimit: 3600,
  choices: [],
  supportsMonitoring: false,
  isHidden: false,
  attributes: [{ attribute: 'Actual', value: '300', mutability: 'ReadWrite', persistent: true, constant: false }],
  toldAt: AT,
  wanted: null,
  refused: null,
  state: null,
  ...more,
})
const VARIABLES = [
  variable('OCPPCommCtrlr.HeartbeatInterval', place('OCPPCommCtrlr')),
  variable('EVSE#1.Power', place('EVSE', 1), {
    dataType: 'decimal',
    unit: 'W',
    minLimit: null,
    maxLimit: null,
    attributes: [
      { attribute: 'Actual', value: '60000', mutability: 'ReadOnly', persistent: false, constant: false },
      { attribute: 'MaxSet', value: '90000', mutability: 'ReadOnly', persistent: false, constant: true },
    ],
  }),
  variable('Vendor.Pin', place('Vendor'), {
    isHidden: true,
    attributes: [{ attribute: 'Actual', value: null, mutability: 'WriteOnly', persistent: true, constant: false }],
  }),
]
const REPORT: DeviceReport = {
  requestId: 1,
  isWhole: true,
  askedAt: AT,
  lastAt: AT,
  endedAt: AT,
  parts: 3,
  missing: [],
  hasLast: true,
  leftOut: 0,
  refusal: null,
}
type Told = {
  report?: Partial<DeviceReport>
  answer?: { state: 'Accepted' | 'Rejected'; text: string }
  letters?: string
}
function open({ report = {}, answer = { state: 'Accepted', text: 'Taken' }, letters = 'VU' }: Told = {}) {
  signInAs(testUser([roleIn(1, 'Volt Works', { ChargerPoint: letters })]))
  const sent: Asked[] = []
  const lists: Asked[] = []
  testServer()
    .on(getDeviceModel, {
      data: {
        report: { ...REPORT, ...report },
        readAt: AT,
        components: [
          { key: 'EVSE#1', ...place('EVSE', 1), variables: 1 },
          { key: 'EVSE#2', ...place('EVSE', 2), variables: 1 },
          { key: 'OCPPCommCtrlr', ...place('OCPPCommCtrlr'), variables: 1 },
        ],
        isCut: false,
        variables: 4,
      },
    })
    .on(listDeviceVariables, asked => {
      lists.push(asked)
      return { data: VARIABLES, total: VARIABLES.length, page: 1, pageSize: 20 }
    })
    .on(setDeviceVariable, asked => {
      sent.push(asked)
      return { data: answer, message: answer.text }
    })
  const charger = { chargepoint_pk: 7, chargepoint_id: 'CP-07', connection: { socketOpen: true } }
  show(
    <>
      <DeviceModelTab charger={charger} />
      <ConfirmHost />
    </>,
    { at: '/charger/7?tab=config' },
  )
  return { sent, lists }
}
const row = async (name: string): Promise<HTMLElement> =>
  (await screen.findByText(name)).closest('[role=row]') as HTMLElement

test('values with unit, limits and mutability; the tree narrows the list', async () => {
  const { lists } = open()
  expect(await row('OCPPCommCtrlr.HeartbeatInterval')).toHaveTextContent(/300 s.*integer; 1 to 3,600 s/)
  expect(await row('EVSE#1.Power')).toHaveTextContent(/60000 WRead-onlyHighest set: 90000 WRead-only.*decimal/)
  expect(await row('Vendor.Pin')).toHaveTextContent(/Never shownWrite-only/)
  const tree = within(await screen.findByRole('navigation', { name: 'Components' }))
  await userEvent.click(tree.getByRole('button', { name: 'EVSE, 2 variables' }))
  await userEvent.click(await tree.findByRole('button', { name: 'EVSE 2, 1 variable' }))
  await expect.poll(() => lists.at(-1)?.query.get('of')).toBe('EVSE#2')
})

test('what of the report did not come is said', async () => {
  open({ report: { endedAt: null, missing: [{ from: 1, to: 2 }], hasLast: false } })
  expect(
    await screen.findByText(/is not whole: Parts 2 to 3 of the report did not come, and its end did not come/),
  ).toBeVisible()
})

test('a change is sent, and a refusal is told with its reason where it was asked', async () => {
  const { sent } = open({ answer: { state: 'Rejected', text: 'The charge point refused the value: NotNow' } })
  await userEvent.click(
    within(await row('OCPPCommCtrlr.HeartbeatInterval')).getByRole('button', { name: /^Actions of/ }),
  )
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change' }))
  const field = await screen.findByRole('textbox', { name: /^Value/ })
  await userEvent.clear(field)
  await userEvent.type(field, '60')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('The charge point refused the value: NotNow.')).toBeVisible()
  expect(sent.map(a => a.body)).toEqual([
    {
      component: 'OCPPCommCtrlr',
      componentInstance: '',
      evseId: 0,
      connectorId: 0,
      variable: 'HeartbeatInterval',
      variableInstance: '',
      attribute: 'Actual',
      value: '60',
    },
  ])
})
