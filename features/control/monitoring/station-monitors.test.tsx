// The monitors of a charge point on its Config tab: listed for readers, added, changed and removed as operations.
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { runOperation } from '#control/remote-operations/remote-operation.contract.ts'
import { ConfirmHost } from '#kit/confirm.tsx'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, testServer, testUser } from '#testing/web/server.ts'
import { listStationMonitors, type StationMonitor } from './monitor.contract.ts'
import StationMonitors from './station-monitors.parts.tsx'

const MONITOR: StationMonitor = {
  monitorId: 7,
  component: 'TemperatureSensor',
  variable: 'Temperature',
  kind: 'UpperThreshold',
  value: 70,
  severity: 3,
  severityWord: 'Critical',
  duringTransaction: false,
  isOurs: true,
  toldAt: '2026-01-05T08:00:00Z',
}
function open(letters: string, socketOpen = true) {
  signInAs(testUser([roleIn(1, 'Volt Works', { ChargerPoint: letters })]))
  const sent: unknown[] = []
  testServer()
    .on(listStationMonitors, { data: [MONITOR], total: 1, page: 1, pageSize: 20, toldAt: null } as never)
    .on(runOperation, ({ body }) => {
      sent.push(body)
      return { message: 'Operation sent', data: { taskId: 't-1' }, taskId: 't-1' }
    })
  show(
    <>
      <StationMonitors charger={{ chargepoint_pk: 5, chargepoint_id: 'CP-5', connection: { socketOpen } }} />
      <ConfirmHost />
    </>,
  )
  return sent
}
const operation = (remoteOperationType: string, parameters: object) => ({
  chargerId: 'CP-5',
  remoteOperationType,
  parameters,
})

test('readers see variable, type, value and severity, and no button', async () => {
  open('V')
  const row = (await screen.findByText('TemperatureSensor.Temperature')).closest('[role=row]') as HTMLElement
  for (const text of ['UpperThreshold', '70', '3 Critical', 'Always', 'This portal'])
    expect(within(row).getByText(text)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add monitor' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Ask again' })).toBeNull()
})

test('a monitor is added, and one is removed after a question', async () => {
  const sent = open('VU')
  await screen.findByText('TemperatureSensor.Temperature')
  await userEvent.click(screen.getByRole('button', { name: 'Ask again' }))
  await userEvent.click(screen.getByRole('button', { name: 'Add monitor' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText(/^Variable/), 'EVSE#1.Power')
  await userEvent.type(dialog.getByLabelText(/^Value/), '10.5')
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }))
  const added = { variable: 'EVSE#1.Power', type: 'UpperThreshold', value: 10.5, severity: 3, during: 'Always' }
  await expect
    .poll(() => sent)
    .toEqual([
      operation('GetMonitoringReport', {}),
      operation('SetVariableMonitoring', expect.objectContaining(added) as object),
    ])
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^Actions/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  await expect.poll(() => sent.at(-1)).toEqual(operation('ClearVariableMonitoring', { id: [7] }))
})

test('a charge point that is away takes nothing, and the buttons say why', async () => {
  open('VU', false)
  await screen.findByText('TemperatureSensor.Temperature')
  expect(screen.getByRole('button', { name: /Add monitor/ })).toHaveAttribute('aria-disabled', 'true')
})
