// Trying another Load Value: for users who see sessions, starting from the site's own value; the results, and the
// sessions left out.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, testServer, testUser } from '#testing/web/server.ts'
import { type LoadTrial, tryLimit } from './load-trial.contract.ts'
import { TryLimit } from './try-limit.parts.tsx'

const sums = { sessions: 12, before: 240.5, after: 230, difference: -10.5, delayed: 3, minutes: 95 }
const row = { chargepoint_pk: 7, chargepoint_id: 'CP-07', chargepoint_name: 'Seven', ...sums }
const trial = (more: Partial<LoadTrial> = {}): LoadTrial => ({
  month: '2026-10',
  ...sums,
  drivers: 5,
  longest: 40,
  leftOut: null,
  chargers: 1,
  rows: [row],
  ...more,
})
const site = { teamId: 1, zoneId: 4, zoneName: 'Depot', value: 60, unit: 'kW' as const }
const as = (rights: Record<string, string>) => signInAs(testUser([roleIn(1, 'T', rights)]))

test('without view on sessions it is not offered', () => {
  as({ ChargingSite: 'V' })
  show(<TryLimit {...site} />)
  expect(screen.queryByRole('button', { name: 'Try on last month' })).toBeNull()
})

test('begins with the Load Value of the site, refuses none, and says what would have been', async () => {
  as({ ChargingSite: 'V', Transaction: 'V' })
  const asked: unknown[] = []
  const answers = [
    trial(),
    trial({ leftOut: { sessions: 9, since: '2026-10-12T06:00:00Z' } }),
    trial({ sessions: 0, rows: [] }),
  ]
  testServer().on(tryLimit, ({ params, body }) => {
    asked.push([params, body])
    return { data: answers[asked.length - 1] }
  })
  show(<TryLimit {...site} />)
  await userEvent.click(screen.getByRole('button', { name: 'Try on last month' }))
  const value = await screen.findByLabelText('Load Value')
  await userEvent.clear(value)
  await userEvent.click(screen.getByRole('button', { name: 'Try' }))
  expect(await screen.findByText('Load balancing value is required')).toBeVisible()
  await userEvent.type(value, '45.5')
  await userEvent.click(screen.getByRole('button', { name: 'Try' }))
  expect(
    await screen.findByText(
      'The cars would have left with 10.5 kWh less. 3 of 12 sessions would have been slower, the slowest by 40 minutes.',
    ),
  ).toBeVisible()
  expect(asked).toEqual([
    [
      expect.objectContaining({ zoneId: '4' }),
      expect.objectContaining({ loadBalancingValue: 45.5, loadBalancingUnit: 'kW' }),
    ],
  ])
  expect(screen.getByRole('row', { name: /^CP-07/ })).toHaveTextContent('230.0 kWh')
  await userEvent.click(screen.getByRole('button', { name: 'Try' }))
  expect(await screen.findByText(/^There was no time for the whole month: 9 sessions/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Try' }))
  expect(await screen.findByText(/^No sessions at this site in October 2026/)).toBeVisible()
})
