// The alerts that stand for a charger, on its page: what is asked for, each with its page, and nothing for whoever may not look.
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { emptyRecord } from '#testing/web/record.ts'
import { showScreens, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import { type Alert, listAlerts } from './alert.contract.ts'
import { alertFields } from './alert.fields.ts'
import { OpenAlerts } from './open-alerts.parts.tsx'

const alert = (alert_id: number, more: Partial<Alert> = {}): Alert => ({
  ...emptyRecord(alertFields),
  alert_id,
  severity: 'Major',
  state: 'Open',
  title: 'Charge point offline',
  text: 'CP-5 is offline',
  step: { text: 'Check power', to: '/charger/5', needs: [] },
  since: '2026-03-04T08:00:00.000Z',
  cost: null,
  subject_page: null,
  plannedUntil: null,
  ...more,
})
let server: TestServer
const asked: URLSearchParams[] = []
beforeEach(() => {
  asked.length = 0
  server = testServer().on(listAlerts, ({ query }) => {
    asked.push(query)
    return { data: [alert(9), alert(7, { state: 'Acknowledged', text: 'CP-5 was refused' })], total: 8 }
  })
})
const show = () =>
  showScreens(
    [
      [
        '/',
        <>
          <p>Page</p>
          <OpenAlerts key="a" teamId={1} chargepointPk={5} />
        </>,
      ],
    ],
    '/',
  )

test('shows what stands, with severity, and leads to each and to all', async () => {
  signInAs(testUser([roleIn(1, 'North', { Alert: 'V' })]))
  show()
  const card = within(await screen.findByRole('region', { name: 'Open alerts' }))
  expect(card.getByRole('heading')).toHaveTextContent('8 open alerts')
  expect(card.getByRole('link', { name: 'CP-5 is offline' })).toHaveAttribute('href', '/alerts/9')
  expect(card.getByText('Acknowledged')).toBeVisible()
  expect(card.getByRole('link', { name: 'All 8' })).toHaveAttribute('href', expect.stringContaining('/alerts?filters='))
  expect(asked[0]?.get('sort')).toBe('-urgency')
  expect(JSON.parse(asked[0]?.get('filters') ?? '')).toEqual({
    combine: 'AND',
    conditions: [
      { field: 'state', operator: 'notEquals', value: 'Closed' },
      { field: 'chargepoint_pk', operator: 'equals', value: 5 },
    ],
  })
})

test('asks for nothing without view on alerts', async () => {
  signInAs(testUser([roleIn(1, 'North', { ChargerPoint: 'V' })]))
  show()
  expect(await screen.findByText('Page')).toBeVisible()
  expect(server.calls.filter(c => c.includes('/alerts'))).toEqual([])
  expect(screen.queryByRole('region', { name: 'Open alerts' })).toBeNull()
})
