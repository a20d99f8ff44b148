// The screens of alerts with the real client: the list with its deeds by right, one alert with its history, and the form of a
// rule, which asks for the figures of its kind.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { clockText } from '#kit/time.tsx'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import { listSiteNames } from '#power/charging-sites/charging-site.contract.ts'
import { emptyRecord } from '#testing/web/record.ts'
import { menuOf, showScreens, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import { type Alert, acknowledgeAlerts, closeAlerts, getAlert, getComingBack, listAlerts } from './alert.contract.ts'
import { alertFields } from './alert.fields.ts'
import { AlertKindsPage } from './alert-kinds-page.tsx'
import { AlertPage } from './alert-page.tsx'
import {
  type AlertKindShown,
  type AlertRule,
  createAlertRule,
  getAlertRule,
  listAlertKinds,
  listAlertRules,
} from './alert-rule.contract.ts'
import { AlertRulePage } from './alert-rule-page.tsx'
import { AlertRulesPage } from './alert-rules-page.tsx'
import { listToldMessages } from './alert-telling.contract.ts'
import { AlertsPage } from './alerts-page.tsx'

const AT = '2026-03-04T08:00:00.000Z'
const alert = (more: Partial<Alert> = {}): Alert => ({
  ...emptyRecord(alertFields),
  alert_id: 7,
  severity: 'Critical',
  state: 'Open',
  subject_name: 'Yard',
  kind: 'site-outage',
  rule_name: 'Outage of a site',
  alert_rule_id: 3,
  since: AT,
  openedAt: AT,
  lastAt: AT,
  occurrences: 2,
  team_name: 'North',
  teamId: 1,
  title: 'Outage of a site',
  text: '4 charge points of Yard went offline together',
  step: { text: 'Check power and network of the site', to: '/charging-site/4', needs: [['ChargingSite.view']] },
  cost: { rupees: 1234.5, isEstimated: true, reckoned: 'What an hour brings' },
  subject_page: null,
  plannedUntil: null,
  ...more,
})
const KINDS: AlertKindShown[] = [
  {
    kind: 'charger-offline',
    title: 'Charge point offline',
    group: 'Charge Points',
    severity: 'Major',
    subject: 'charger',
    parameters: [{ name: 'minutes', label: 'Offline for', unit: 'minutes', default: 15, min: 1, max: 10_080 }],
    opens: 'a charge point has been offline for the minutes of the rule',
    closes: 'it is connected again',
    step: 'Check power and SIM',
  },
  {
    kind: 'firmware-failed',
    title: 'Firmware update failed',
    group: 'Charge Points',
    severity: 'Major',
    subject: 'charger',
    parameters: [],
    opens: 'a charge point reports that an update has failed',
    closes: 'a later update begins',
    step: 'Send the update again',
  },
]
const rule = (more: Partial<AlertRule> = {}): AlertRule => ({
  alert_rule_id: 3,
  name: 'Chargers of the yard',
  kind: 'charger-offline',
  severity: 'Major',
  is_active: true,
  is_seeded: false,
  teamId: 1,
  team_name: 'North',
  createdAt: AT,
  parameters: { minutes: 20 },
  chargers: null,
  sites: null,
  users: [],
  roles: [],
  addresses: [],
  phones: [],
  webhooks: [],
  channels: ['mail'],
  wait_minutes: 0,
  gather_minutes: 5,
  quiet_hours: null,
  escalate_minutes: null,
  escalate_users: [],
  escalate_roles: [],
  tells_end: true,
  stopped: [],
  standing: 2,
  ...more,
})

const as = (letters: string, more: Parameters<typeof roleIn>[2] & object = { ChargingSite: 'V' }) =>
  signInAs(testUser([roleIn(1, 'Volt Works', { ...(more as object), Alert: letters })]))
let server: TestServer
beforeEach(() => {
  as('VCUD')
  const closed = alert({ alert_id: 6, state: 'Closed', text: 'DC-1 is offline', closedWhy: 'It is connected again' })
  server = testServer()
    .on(listAlerts, { data: [alert(), closed], total: 2 })
    .on(getComingBack, { data: { chargers: 0, until: null } })
    .on(listSiteNames, { data: [{ zone_id: 4, zone_name: 'Yard' }], total: 1 })
    .on(listAlertKinds, { data: KINDS })
    .on(listAlertRules, { data: [rule()], total: 1 })
    .on(getAlertRule, () => ({ data: rule(), tag: '"one"' }))
    .on(listRecordAudit, { data: [] })
})
const at = (path: string) =>
  showScreens(
    [
      ['/alerts', <AlertsPage key="a" />],
      ['/alerts/rules', <AlertRulesPage key="b" />],
      ['/alerts/kinds', <AlertKindsPage key="k" />],
      ['/alerts/rules/new', <AlertRulePage key="n" />],
      ['/alerts/rules/:id', <AlertRulePage key="c" />],
      ['/alerts/:id', <AlertPage key="d" />],
      ['/charging-site/:id', 'The site'],
    ],
    path,
  )

test('the list says what happened and since when; its menu has the next step first', async () => {
  server.on(acknowledgeAlerts, { data: { changed: 1 } })
  const { router } = at('/alerts')
  expect(await menuOf('4 charge points of Yard went offline together')).toEqual([
    'Check power and network of the site',
    'Acknowledge',
    'Close alert',
    'History',
  ])
  await userEvent.click(screen.getByRole('menuitem', { name: 'Acknowledge' }))
  expect(await screen.findByText('Acknowledged 1 alert')).toBeVisible()
  await menuOf('4 charge points of Yard went offline together')
  await userEvent.click(screen.getByRole('menuitem', { name: 'Check power and network of the site' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/charging-site/4'))
})

test('what is closed, and whoever may only look, has the history alone', async () => {
  at('/alerts')
  expect(await menuOf('DC-1 is offline')).toEqual(['History'])
  await userEvent.keyboard('{Escape}')
  as('V')
  expect(await menuOf('4 charge points of Yard went offline together')).toEqual([
    'Check power and network of the site',
    'History',
  ])
})

test('the next step stands in the row as a button, for whoever may take it', async () => {
  const step = { text: 'Reset it', to: '/charging-site/9', needs: [['ChargerPoint.update']] }
  server.on(listAlerts, { data: [alert({ step, text: 'DC-2 is out of service' }), alert({ alert_id: 8 })], total: 2 })
  const { router } = at('/alerts')
  const row = (await screen.findByRole('link', { name: /DC-2 is out of service/ })).closest('tr') as HTMLElement
  expect(screen.queryByRole('button', { name: 'Reset it' })).toBeNull()
  expect(await menuOf('DC-2 is out of service')).not.toContain('Reset it')
  await userEvent.keyboard('{Escape}')
  as('V', { ChargerPoint: 'VU' })
  await userEvent.click(await within(row).findByRole('button', { name: 'Reset it' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/charging-site/9'))
})

test('charge points and sites are chosen by name, and stand in the address and in what is asked', async () => {
  const asked: (string | null)[] = []
  server.on(listAlerts, ({ query }) => {
    asked.push(query.get('sites'))
    return { data: [alert()], total: 1 }
  })
  const { router } = at('/alerts')
  await userEvent.click(await screen.findByRole('combobox', { name: 'Sites' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Yard' }))
  await waitFor(() => expect(router.state.location.search).toBe('?sites=4'))
  await waitFor(() => expect(asked.at(-1)).toBe('4'))
})

test('an alert is closed with a note, which is asked for', async () => {
  const bodies: unknown[] = []
  server.on(closeAlerts, ({ body }) => {
    bodies.push(body)
    return { data: { changed: 1 }, message: 'OK' }
  })
  at('/alerts')
  await menuOf('4 charge points of Yard went offline together')
  await userEvent.click(screen.getByRole('menuitem', { name: 'Close alert' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(await within(dialog).findByText('Please say why')).toBeVisible()
  await userEvent.type(within(dialog).getByRole('textbox', { name: /Note/ }), 'The grid works on it')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(await screen.findByText('Closed 1 alert')).toBeVisible()
  // One notice, in words.
  expect(screen.queryByText('OK')).toBeNull()
  expect(bodies).toEqual([{ ids: [7], note: 'The grid works on it' }])
})

test('one alert tells its history, with who did what', async () => {
  server.on(getAlert, {
    data: {
      ...alert({ state: 'Acknowledged' }),
      events: [
        { id: 1, at: AT, what: 'opened', by: null, note: null },
        { id: 2, at: AT, what: 'acknowledged', by: 'operator', note: null },
        { id: 3, at: AT, what: 'commented', by: 'operator', note: 'Called the grid' },
      ],
    },
  })
  at('/alerts/7')
  const history = await screen.findByRole('region', { name: 'History' })
  expect(
    within(history)
      .getAllByRole('listitem')
      .map(l => l.textContent),
  ).toEqual([
    expect.stringMatching(/^Opened/),
    expect.stringMatching(/^Acknowledged by operator/),
    expect.stringMatching(/^Note by operator.*Called the grid$/),
  ])
  expect(screen.getByRole('button', { name: 'Check power and network of the site' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
})

test('while charge points come back after a restart a line says so, and it goes with the last of them', async () => {
  const until = new Date(Date.now() + 120_000)
  let chargers = 3
  server.on(getComingBack, () => ({ data: { chargers, until: chargers > 0 ? until.toISOString() : null } }))
  at('/alerts')
  const line = await screen.findByText(/charge points are coming back after a restart/)
  expect(line).toHaveTextContent(
    `3 charge points are coming back after a restart until ${clockText(until)}; their offline alerts wait.`,
  )
  chargers = 0
  await waitFor(() => expect(screen.queryByText(/coming back after a restart/)).toBeNull(), { timeout: 8000 })
})

test('the rules say in words when they open an alert', async () => {
  at('/alerts/rules')
  expect(await screen.findByText('Charge point offline: offline for 20 minutes')).toBeVisible()
})

test('the form asks for the figures of the chosen kind; a refused figure stands at its field', async () => {
  const bodies: unknown[] = []
  server.on(createAlertRule, ({ body }) => {
    bodies.push(body)
    return bodies.length === 1
      ? { status: 422, message: 'Too short', errors: { 'parameters.minutes': 'Offline for must be from 1' } }
      : { data: rule(), message: 'Rule created successfully' }
  })
  const { router } = at('/alerts/rules/new')
  await userEvent.type(await screen.findByLabelText(/^Name/), 'Yard')
  expect(screen.queryByLabelText(/^Offline for/)).toBeNull()
  await userEvent.click(screen.getByRole('combobox', { name: /^When/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Charge point offline' }))
  await userEvent.type(await screen.findByLabelText(/^Offline for/), '5')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Offline for must be from 1')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/alerts/rules'))
  expect(bodies[1]).toEqual({
    name: 'Yard',
    kind: 'charger-offline',
    severity: 'Major',
    is_active: true,
    parameters: { minutes: 5 },
    chargers: null,
    sites: null,
    users: [],
    roles: [],
    addresses: [],
    phones: [],
    webhooks: [],
    channels: ['mail'],
    wait_minutes: 0,
    gather_minutes: 5,
    quiet_hours: [],
    escalate_minutes: null,
    escalate_users: [],
    escalate_roles: [],
    tells_end: true,
  })
})

test('a stored rule keeps its kind', async () => {
  at('/alerts/rules/3')
  expect(await screen.findByLabelText(/^Offline for/)).toHaveValue('20')
  expect(screen.getByRole('combobox', { name: /^When/ })).toHaveAttribute('aria-disabled', 'true')
})

test('what is left empty has its default; figures of a kind chosen before are not sent', async () => {
  const bodies: { parameters: unknown; kind: string }[] = []
  server.on(createAlertRule, ({ body }) => {
    bodies.push(body as (typeof bodies)[number])
    return { data: rule(), message: 'Rule created successfully' }
  })
  const { router } = at('/alerts/rules/new')
  await userEvent.type(await screen.findByLabelText(/^Name/), 'Yard')
  const choose = async (title: string) => {
    await userEvent.click(screen.getByRole('combobox', { name: /^When/ }))
    await userEvent.click(await screen.findByRole('option', { name: title }))
  }
  await choose('Charge point offline')
  const figure = await screen.findByLabelText(/^Offline for/)
  await userEvent.type(figure, '5')
  await userEvent.clear(figure)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/alerts/rules'))
  expect(bodies.map(b => [b.kind, b.parameters])).toEqual([['charger-offline', {}]])
})

test('says nothing of messages before it is known whether there are any', async () => {
  let answer: (() => void) | undefined
  server
    .on(getAlert, { data: { ...alert(), events: [] } })
    .on(listToldMessages, () => new Promise(done => (answer = () => done({ data: [] }))) as never)
  at('/alerts/7')
  const messages = await screen.findByRole('region', { name: 'Messages' })
  await waitFor(() => expect(answer).toBeDefined())
  expect(messages).not.toHaveTextContent('Nobody was told')
  answer?.()
  expect(await within(messages).findByText('Nobody was told of it beside the bell.')).toBeVisible()
})

test('the list asks for open alerts until somebody chooses others', async () => {
  const asked: (string | null)[] = []
  server.on(listAlerts, ({ query }) => {
    asked.push(query.get('show'))
    return { data: [alert()], total: 1 }
  })
  const { router } = at('/alerts')
  await userEvent.click(await screen.findByRole('button', { name: 'Closed' }))
  await waitFor(() => expect(router.state.location.search).toBe('?show=closed'))
  await userEvent.click(screen.getByRole('button', { name: 'All' }))
  await waitFor(() => expect(new Set(asked)).toEqual(new Set(['open', 'closed', null])))
})

test('an alert leads to its subject and its rule', async () => {
  server.on(getAlert, {
    data: { ...alert({ subject_page: { to: '/charging-site/4', needs: 'ChargingSite.view' } }), events: [] },
  })
  at('/alerts/7')
  expect(await screen.findByRole('link', { name: 'Yard' })).toHaveAttribute('href', '/charging-site/4')
  expect(screen.getByRole('link', { name: 'Outage of a site' })).toHaveAttribute('href', '/alerts/rules/3')
})

test('the catalogue says of each kind when it opens and closes, and the rules lead to it', async () => {
  const { router } = at('/alerts/rules')
  await userEvent.click(await screen.findByRole('button', { name: 'Kinds of alerts' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/alerts/kinds'))
  const group = within(await screen.findByRole('region', { name: 'Kinds of Charge Points' }))
  const [offline] = group.getAllByRole('listitem')
  expect(offline).toHaveTextContent(
    'Opens when a charge point has been offline for the minutes of the rule.Closes when it is connected again.Next step: Check power and SIM.',
  )
})
