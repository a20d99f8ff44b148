// The trial in the form of a rule, with the real client: what it sends, the answer in words with its subjects, and kinds of
// which nothing can be told.
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { showScreens, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import { type AlertTrial as Outcome, tryAlertRule } from './alert-trial.contract.ts'
import { AlertTrial } from './alert-trial.tsx'

const days = Array.from({ length: 30 }, (_, n) => ({
  day: `2026-02-${String(n + 1).padStart(2, '0')}`,
  opened: n === 4 ? 3 : 0,
}))
const answer = (more: Partial<Outcome> = {}): Outcome => ({
  from: '2026-02-01T00:00:00.000Z',
  to: '2026-03-02T00:00:00.000Z',
  untold: null,
  partly: null,
  opened: 3,
  days,
  total: 2,
  subjects: [
    { subject: 'charger 5', name: 'CP-5', opened: 2, chargepoint_pk: 5, zone_id: null, transaction_id: null },
    { subject: 'site 4', name: 'Yard', opened: 1, chargepoint_pk: null, zone_id: 4, transaction_id: null },
  ],
  standing: 0,
  stands: [],
  ...more,
})
let server: TestServer
beforeEach(() => {
  server = testServer()
  signInAs(testUser([roleIn(1, 'North', { Alert: 'VC' })]))
})
const show = () =>
  showScreens(
    [
      [
        '/',
        <AlertTrial key="t" kind="charger-offline" parameters={{ minutes: 15, odd: '' }} chargers={[]} sites={null} />,
      ],
    ],
    '/',
  )

test('says how often it would have opened, and for what, each with its page', async () => {
  const asked: unknown[] = []
  server.on(tryAlertRule, ({ body }) => {
    asked.push(body)
    return { data: answer() }
  })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Try on the last 30 days' }))
  expect(await screen.findByText(/It would have opened 3 times in the last 30 days, for 2 subjects/)).toBeVisible()
  expect(asked).toEqual([{ kind: 'charger-offline', parameters: { minutes: 15 }, chargers: null, sites: null }])
  const list = within(screen.getByRole('list', { name: 'For what' }))
  expect(list.getByRole('link', { name: 'CP-5' })).toHaveAttribute('href', '/charger/5?tab=timeline')
  expect(list.getByRole('link', { name: 'Yard' })).toHaveAttribute('href', '/charging-site/4')
  expect(list.getByText('2 times')).toBeVisible()
})

test('says so where it would not have opened, and where nothing can be told', async () => {
  server.on(tryAlertRule, () => ({ data: answer({ opened: 0, total: 0, subjects: [] }) }))
  show()
  const button = await screen.findByRole('button', { name: 'Try on the last 30 days' })
  await userEvent.click(button)
  expect(await screen.findByText('It would not have opened once in the last 30 days.')).toBeVisible()
  const none = { opened: null, total: null, days: [], subjects: [] }
  server.on(tryAlertRule, () => ({ data: answer({ ...none, untold: 'Only the last figure is kept.' }) }))
  await userEvent.click(button)
  expect(
    await screen.findByText('It cannot be tried on the past, and opens from now on. Only the last figure is kept.'),
  ).toBeVisible()
  expect(screen.queryByText(/once|times/)).toBeNull()
  server.on(tryAlertRule, () => ({ data: answer({ opened: 1, total: 1, partly: 'Loads are kept for 3 days.' }) }))
  await userEvent.click(button)
  expect(await screen.findByText('Loads are kept for 3 days.')).toBeVisible()
  expect(
    screen.getByText('It would have opened once in what is kept of the last 30 days, for 1 subject.'),
  ).toBeVisible()
})

test('what stands already is named, with since when, also where nothing opened or no past is kept', async () => {
  const stands = [
    {
      subject: 'charger 7',
      name: 'CP-7',
      since: '2026-01-05T06:30:00.000Z',
      chargepoint_pk: 7,
      zone_id: null,
      transaction_id: null,
    },
  ]
  server.on(tryAlertRule, () => ({ data: answer({ opened: 0, total: 0, subjects: [], standing: 1, stands }) }))
  show()
  const button = await screen.findByRole('button', { name: 'Try on the last 30 days' })
  await userEvent.click(button)
  expect(await screen.findByText('Nothing new would have opened in the last 30 days.')).toBeVisible()
  expect(screen.getByText('One subject stands already: the rule opens for it at once.')).toBeVisible()
  const item = within(screen.getByRole('list', { name: 'What stands already' })).getByRole('listitem')
  expect(item).toHaveTextContent(/^CP-7stands since .*2026/)
  server.on(tryAlertRule, () => ({
    data: answer({
      opened: null,
      total: null,
      days: [],
      subjects: [],
      untold: 'Nothing is kept.',
      standing: 140,
      stands,
    }),
  }))
  await userEvent.click(button)
  expect(await screen.findByText('140 subjects stand already: the rule opens for them at once.')).toBeVisible()
  expect(screen.getByText('The first 1 of 140 are shown.')).toBeVisible()
})
