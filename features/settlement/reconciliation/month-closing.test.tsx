// Closing on screen: the button says why it waits, what came late leads to its list, and reopening asks for a reason.
import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { show, signInAs } from '#testing/web/render.tsx'
import { type TestServer, testServer } from '#testing/web/server.ts'
import { closeMonth, getMonthEnd, type MonthEnd as Month, reopenMonth } from './month-end.contract.ts'
import { MonthEnd } from './month-end.tsx'

vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 20_000 })

const open: NonNullable<Month['closing']> = {
  isClosed: false,
  isOwn: true,
  isLast: false,
  closedUntil: null,
  history: [],
}
const closed: NonNullable<Month['closing']> = {
  isClosed: true,
  isOwn: true,
  isLast: true,
  closedUntil: '2026-10-31T18:30:00.000Z',
  history: [
    { event: 'closed', reason: '', at: '2026-11-05T06:00:00.000Z', by: 'asha' },
    { event: 'reopened', reason: 'A fee was wrong', at: '2026-11-04T06:00:00.000Z', by: 'ravi' },
  ],
}
let server: TestServer
let month: string
beforeEach(() => {
  signInAs()
  server = testServer()
})
function tell(more: Partial<Month>, strays = 0) {
  server.on(getMonthEnd, ({ query }) => {
    month = query.get('month') ?? ''
    const lines = [{ kind: 'strays' as const, open: strays, amount: 0 }]
    const late = { kind: 'late' as const, open: 0, amount: 0 }
    const sums = { overrun: { sessions: 0, amount: 0 }, smallRests: { sessions: 0, amount: 0 } }
    return { data: { month, isOver: true, difference: 0, lines, late, closing: open, ...sums, ...more } }
  })
  show(<MonthEnd />, { at: '/reconciliation?tab=month', path: '/reconciliation' })
}
const section = () => screen.findByRole('region', { name: 'Closing' })

test('a month whose lines are done is closed after a question; the call names the month', async () => {
  tell({})
  const closing = await section()
  let body: unknown
  server.on(closeMonth, asked => {
    body = asked.body
    return { data: { month } }
  })
  await userEvent.click(within(closing).getByRole('button', { name: /^Close / }))
  const question = await screen.findByRole('dialog')
  expect(question).toHaveTextContent('Nothing with a date in')
  await userEvent.click(within(question).getByRole('button', { name: 'Close' }))
  await vi.waitFor(() => expect(body).toEqual({ month }))
})

test('open lines say why a month cannot be closed', async () => {
  tell({}, 2)
  const button = within(await section()).getByRole('button', { name: /^Close / })
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveAccessibleDescription('1 line is open')
})

test('a closed month shows who closed it and what came late; it is reopened with a reason alone', async () => {
  tell({ closing: closed, late: { kind: 'late', open: 6, amount: 120 } })
  const closing = await section()
  expect(within(closing).queryByRole('button', { name: /^Close / })).toBeNull()
  const history = within(closing).getByRole('list', { name: 'History of the closing' })
  expect(
    within(history)
      .getAllByRole('listitem')
      .map(i => i.textContent),
  ).toEqual([
    expect.stringMatching(/^Closed by asha, /),
    expect.stringMatching(/^Reopened by ravi, .*A fee was wrong$/),
  ])
  expect(within(closing).getByRole('link', { name: 'Show 6: Late for the month' })).toHaveAttribute(
    'href',
    `/reconciliation?tab=month&month=${month}&open=late`,
  )
  let body: unknown
  server.on(reopenMonth, asked => {
    body = asked.body
    return { data: { month } }
  })
  await userEvent.click(within(closing).getByRole('button', { name: 'Reopen' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reopen' }))
  expect(await within(dialog).findByText('Please enter the reason')).toBeVisible()
  expect(body).toBeUndefined()
  await userEvent.type(within(dialog).getByLabelText(/^Reason/), 'The bank corrected a fee')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reopen' }))
  await vi.waitFor(() => expect(body).toEqual({ month, reason: 'The bank corrected a fee' }))
})

test('on a team below the company the screen says where months are closed', async () => {
  tell({ closing: { ...open, isOwn: false } })
  const closing = await section()
  expect(within(closing).getByText('Months are closed on the company’s own team.')).toBeVisible()
  expect(within(closing).queryByRole('button')).toBeNull()
})
