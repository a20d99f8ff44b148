// The Config tab with the real client: the texts of each key, who may change a key, and the requests that are sent.
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { runOperation } from '#control/remote-operations/remote-operation.contract.ts'
import { ConfirmHost } from '#kit/confirm.tsx'
import { show, signInAs } from '#testing/web/render.tsx'
import { type Asked, roleIn, testServer, testUser } from '#testing/web/server.ts'
import { type ConfigKey, getChargerConfig } from './charger-config.contract.ts'
import ChargerConfigTab from './charger-config-tab.tsx'

const AT = '2026-01-05T08:00:00Z'
const key = (name: string, more: Partial<ConfigKey> = {}): ConfigKey => ({
  key: name,
  value: '300',
  isSecret: false,
  isReadOnly: false,
  readAt: AT,
  wanted: null,
  refused: null,
  state: null,
  asked: null,
  excepted: null,
  ...more,
})
const wish = (value: string | null, outcome = 'Accepted') => ({ value, outcome, by: 'asha', at: AT })
const KEYS = [
  key('AuthorizationKey', { value: null, isSecret: true, wanted: wish(null) }),
  key('BlinkRepeat', { value: '3', refused: wish('9', 'NotSupported') }),
  key('HeartbeatInterval', { wanted: wish('120'), state: 'differs' }),
  key('LocalPreAuthorize', { value: 'True', wanted: wish('true'), state: 'same' }),
  key('NumberOfConnectors', { value: '2', isReadOnly: true }),
  key('Vendor.Region', { value: 'EU', wanted: wish('IN', 'RebootRequired'), state: 'restart' }),
]
const open = (letters: string, keys = KEYS, socketOpen = true) => {
  signInAs(testUser([roleIn(1, 'Volt Works', { ChargerPoint: letters })]))
  const sent: Asked[] = []
  testServer()
    .on(getChargerConfig, { data: { readAt: keys.length ? AT : null, firmware: '1.2', failed: null, keys } })
    .on(runOperation, asked => {
      sent.push(asked)
      return { data: { taskId: 'task-1' }, taskId: 'task-1' }
    })
  const charger = { chargepoint_pk: 7, chargepoint_id: 'CP-07', connection: { socketOpen } }
  show(
    <>
      <ChargerConfigTab charger={charger} />
      <ConfirmHost />
    </>,
    { at: '/charger/7?tab=config' },
  )
  return sent
}
const row = async (name: string): Promise<HTMLElement> => {
  const cell = await screen.findByText(name)
  return cell.closest('[role=row]') as HTMLElement
}
const menu = async (name: string) => {
  await userEvent.click(within(await row(name)).getByRole('button', { name: /^Actions of/ }))
  return (await screen.findAllByRole('menuitem')).map(i => i.textContent)
}

test('each key says its value, its meaning, and how it stands to what was set', async () => {
  open('VU')
  expect(await row('HeartbeatInterval')).toHaveTextContent(
    /300 seconds.*Says that it is there.*Differs from 120Set on .* by asha/,
  )
  expect(await row('NumberOfConnectors')).toHaveTextContent(/2 connectorsRead-only.*How many connectors/)
  expect(await row('AuthorizationKey')).toHaveTextContent(/Never shown.*Set on .* by asha/)
  expect(await row('BlinkRepeat')).toHaveTextContent(/3 times.*Refused 9Asked on .* by asha \(NotSupported\)/)
  expect(await row('LocalPreAuthorize')).toHaveTextContent(/As setSet on/)
  expect(await row('Vendor.Region')).toHaveTextContent(/EU.*IN after a restartSet on/)
  expect(screen.getByText(/All keys were read on .*, with firmware 1.2/)).toBeVisible()
  await userEvent.type(screen.getByRole('searchbox'), 'brightness of the lights')
  expect(await screen.findByText('Not found')).toBeVisible()
})

test('a value is changed as ChangeConfiguration, checked by its kind; the lost one is set again', async () => {
  const sent = open('VU')
  expect(await menu('HeartbeatInterval')).toEqual(['Change', 'Set 120 again'])
  await userEvent.click(screen.getByRole('menuitem', { name: 'Set 120 again' }))
  await userEvent.click(within(await row('BlinkRepeat')).getByRole('button', { name: /^Actions of/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change' }))
  const field = await screen.findByRole('textbox', { name: /^Value/ })
  expect(field).toHaveValue('3')
  await userEvent.clear(field)
  await userEvent.type(field, 'often')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Must be a whole number (times)')).toBeVisible()
  await userEvent.clear(field)
  await userEvent.type(field, '5')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('BlinkRepeat')
  const set = (customConfKey: string, customConfValue: string) => ({
    chargerId: 'CP-07',
    remoteOperationType: 'ChangeConfiguration',
    parameters: { keyType: 'Custom', customConfKey, customConfValue },
  })
  await expect.poll(() => sent.map(s => s.body)).toEqual([set('HeartbeatInterval', '120'), set('BlinkRepeat', '5')])
})

test.each([
  ['V', 'HeartbeatInterval', undefined],
  ['VU', 'AuthorizationKey', 'true'],
  ['VCUD', 'AuthorizationKey', null],
  ['VU', 'NumberOfConnectors', 'true'],
] as const)('with %s, Change of %s is off: %s', async (letters, name, off) => {
  open(letters)
  const button = within(await row(name)).queryByRole('button', { name: /^Actions of/ })
  if (off === undefined) return expect(button).toBeNull()
  await menu(name)
  expect(screen.getByRole('menuitem', { name: /^Change/ }).getAttribute('aria-disabled')).toBe(off)
})

test('a charger that told nothing: so it says, and it can be asked while it is connected', async () => {
  const sent = open('VU', [])
  expect(await screen.findByText('No configuration available')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Read again' }))
  await expect
    .poll(() => sent.map(s => s.body))
    .toEqual([{ chargerId: 'CP-07', remoteOperationType: 'GetConfiguration', parameters: {} }])
})

test('while the charger is away nothing can be asked', async () => {
  open('VU', [], false)
  expect(await screen.findByRole('button', { name: 'Read again' })).toHaveAttribute('aria-disabled', 'true')
})
