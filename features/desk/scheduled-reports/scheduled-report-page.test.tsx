// The page of a scheduled report with the real client: what somebody else saves while the form is open.
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { put } from '#testing/web/put.ts'
import { showScreens, signInAs } from '#testing/web/render.tsx'
import { type TestServer, testServer } from '#testing/web/server.ts'
import {
  getScheduledReport,
  listReportPeople,
  listReportSources,
  listScheduledReportRuns,
  listScheduledReports,
  type ScheduledReport,
  updateScheduledReport,
} from './scheduled-report.contract.ts'
import { ScheduledReportPage } from './scheduled-report-page.tsx'
import { ScheduledReportsPage } from './scheduled-reports-page.tsx'

const report = (more: Partial<ScheduledReport> = {}): ScheduledReport => ({
  scheduled_report_id: 4,
  name: 'Chargers of the yard',
  what: 'Charge points',
  state: 'Active',
  next_at: '2026-12-01T00:30:00.000Z',
  format: 'csv',
  receivers: 1,
  last_at: null,
  last_result: null,
  last_rows: null,
  last_bytes: null,
  owner: 'asha',
  subject: null,
  stopped_why: null,
  team_name: 'Volt Works',
  createdAt: '2026-11-01T00:30:00.000Z',
  owner_id: 1,
  teamId: 1,
  source: 'chargers',
  view_id: null,
  view_name: null,
  period: 'view',
  rhythm: 'daily',
  hour: 6,
  weekday: null,
  month_day: null,
  users: [],
  people: [],
  addresses: ['books@volt.example'],
  stopped: [],
  isMine: true,
  ...more,
})
let server: TestServer
beforeEach(() => {
  signInAs()
  server = testServer()
    .on(getScheduledReport, { data: report(), tag: '"one"' })
    .on(listReportSources, {
      data: [
        { source: 'chargers', views: [] },
        { source: 'tags', views: [{ id: 9, name: 'Blocked' }] },
      ],
      zone: 'Asia/Kolkata',
    })
    .on(listReportPeople, { data: [], total: 0 })
    .on(listScheduledReportRuns, { data: [], total: 0, totalIsExact: true })
})
const open = () =>
  showScreens(
    [
      ['/scheduled-reports/:id', <ScheduledReportPage key="page" />],
      ['/scheduled-reports', <p key="list">The list</p>],
    ],
    '/scheduled-reports/4',
  )
const name = () => screen.findByRole('textbox', { name: /^Name/ })

test('typed text stays when somebody else saves the same report; both are compared, and none is lost', async () => {
  const sent: (string | null)[] = []
  const { cache } = open()
  put(await name(), 'Typed')
  server
    .on(getScheduledReport, { data: report({ name: 'Theirs', hour: 9 }), tag: '"two"' })
    .on(updateScheduledReport, asked => {
      sent.push(asked.headers.get('if-match'))
      return { data: report({ ...(asked.body as object) }), message: 'Report updated successfully' }
    })
  await act(() => cache.invalidateQueries())
  expect(await screen.findByText(/changed by|was changed/i)).toBeVisible()
  expect(await name()).toHaveValue('Typed')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent).toEqual(['"one"'])
})

test('an untouched form shows what somebody else saved, with the view of the other list', async () => {
  const { cache } = open()
  expect(await name()).toHaveValue('Chargers of the yard')
  server.on(getScheduledReport, {
    data: report({ name: 'Theirs', source: 'tags', view_id: 9, view_name: 'Blocked' }),
    tag: '"two"',
  })
  await act(() => cache.invalidateQueries())
  await waitFor(async () => expect(await name()).toHaveValue('Theirs'))
  expect(await screen.findByRole('combobox', { name: /^View/ })).toHaveTextContent('Blocked')
  expect(screen.getByText(/The form shows it as it is now/)).toBeVisible()
})

test('a view that was deleted is said to be gone, not to be no view', async () => {
  server.on(getScheduledReport, { data: report({ view_id: 7 }), tag: '"one"' })
  open()
  expect(await screen.findByRole('combobox', { name: /^View/ })).toHaveTextContent('A view that is gone')
  expect(screen.getByText(/nothing is sent: choose another one/)).toBeVisible()
})

test('the next time stands in the business zone, as the hour beside it', async () => {
  open()
  const line = await screen.findByText(/Every day at 06:00, next/)
  expect(line).toHaveTextContent('next 01 Dec 2026 06:00 (Asia/Kolkata). Owner: asha')
})

test('the list names the zone of its hours', async () => {
  server.on(listScheduledReports, { data: [report()], total: 1, totalIsExact: true, zone: 'Asia/Kolkata' })
  showScreens([['/scheduled-reports', <ScheduledReportsPage key="list" />]], '/scheduled-reports')
  expect(await screen.findByRole('columnheader', { name: /^When \(Asia\/Kolkata\)/ })).toBeVisible()
  expect(screen.getByText('06:00 every day')).toBeVisible()
})
