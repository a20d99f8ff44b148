// The card of health with the real client: the word, what is wrong with its next step, and the rest on demand.
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { hoursAgo } from '#testing/web/chargers.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, testServer, testUser } from '#testing/web/server.ts'
import {
  type ChargerHealth,
  getChargerHealth,
  type HealthSign,
  registerUnitSet,
  setRegisterUnit,
} from './charger-health.contract.ts'
import ChargerHealthCard from './charger-health-card.tsx'

const sign = (more: Partial<HealthSign>): HealthSign => ({
  sign: 'service',
  level: 'good',
  label: 'Service',
  figure: 'In service',
  since: null,
  step: null,
  offers: null,
  ...more,
})
const clock = sign({
  sign: 'clock',
  level: 'look',
  label: 'Clock',
  figure: '5 h ahead',
  since: hoursAgo(3.1),
  step: { text: 'Reset it', to: '/charger/7?tab=remote_operations&operation=Reset' },
})
const refused = sign({
  sign: 'refused',
  level: 'look',
  label: 'Refused messages',
  figure: '3 messages in 7 days',
  step: { text: 'Read them', to: '/charger/7?tab=logs&kind=ERROR' },
})
const open = (health: ChargerHealth, letters = 'VU', more: Record<string, string> = {}) => {
  signInAs(testUser([roleIn(1, 'Volt Works', { ChargerPoint: letters, ...more })]))
  testServer().on(getChargerHealth, { data: health })
  return show(<ChargerHealthCard charger={{ chargepoint_pk: 7 }} />)
}

test('what is wrong stands there with its figure, since when, and a link to the next step', async () => {
  open({ level: 'look', signs: [clock, refused, sign({})] })
  const list = await screen.findByRole('list', { name: 'Signs of health' })
  expect(await within(list).findAllByRole('listitem')).toHaveLength(2)
  expect(screen.getAllByText('Look at it')).toHaveLength(1)
  const [first] = within(list).getAllByRole('listitem')
  expect(first).toHaveTextContent(/^Clock5 h ahead3 hours agoReset it$/)
  expect(within(first as HTMLElement).getByRole('img', { name: 'Look at it' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Reset it' })).toHaveAttribute('href', clock.step?.to)
  await userEvent.click(screen.getByRole('button', { name: 'Show all signs' }))
  expect(within(list).getAllByRole('listitem')).toHaveLength(3)
  expect(list).toHaveTextContent('In service')
})

test('a person agrees that registers are kWh, once the consequence has been read; nothing is offered without all of Transaction', async () => {
  const registers = sign({
    sign: 'registers',
    level: 'look',
    label: 'Meter registers',
    figure: 'They look like kWh',
    since: hoursAgo(1),
    step: { text: 'Review its sessions', to: '/transactions/review' },
    offers: 'registers in kWh',
  })
  for (const [letters, Transaction] of [
    ['V', 'V'],
    ['VCUD', 'VCU'],
  ] as const) {
    const { unmount } = open({ level: 'look', signs: [registers] }, letters, { Transaction })
    expect(await screen.findByText('They look like kWh')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Reads kWh as Wh' })).toBeNull()
    unmount()
  }
  open({ level: 'look', signs: [registers] }, 'V', { Transaction: 'VCUD' })
  const sent: unknown[] = []
  testServer()
    .on(getChargerHealth, { data: { level: 'look', signs: [registers] } })
    .on(setRegisterUnit, ({ params, body }) => {
      sent.push([params.id, body])
      return { message: registerUnitSet, data: { registersInKwhSince: hoursAgo(0) } }
    })
  await userEvent.click(await screen.findByRole('button', { name: 'Reads kWh as Wh' }))
  expect(sent).toEqual([])
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveTextContent('a thousand times as much, in sessions that begin from now on')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Read as kWh' }))
  await vi.waitFor(() => expect(sent).toEqual([['7', { registersInKwh: true }]]))
})

test('a healthy charger has its word and nothing else', async () => {
  open({ level: 'good', signs: [sign({})] })
  expect(await screen.findByText('Healthy')).toBeVisible()
  expect(screen.queryByRole('listitem')).toBeNull()
})

test('whoever may send nothing reads the step without a link to the operation', async () => {
  open({ level: 'look', signs: [clock, refused] }, 'V')
  expect(await screen.findByText('Reset it')).toBeVisible()
  expect(screen.getAllByRole('link').map(l => l.textContent)).toEqual(['Read them'])
})

test('what could not be read can be asked for again', async () => {
  signInAs(testUser([roleIn(1, 'Volt Works', { ChargerPoint: 'V' })]))
  let isAway = true
  testServer().on(getChargerHealth, () =>
    isAway ? { status: 500, message: 'Away' } : { data: { level: 'good', signs: [] } },
  )
  show(<ChargerHealthCard charger={{ chargepoint_pk: 7 }} />)
  const retry = await screen.findByRole('button', { name: 'Retry' }, { timeout: 10_000 })
  isAway = false
  await userEvent.click(retry)
  expect(await screen.findByText('Healthy')).toBeVisible()
})
