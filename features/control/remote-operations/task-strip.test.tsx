// Operations sent from a list or a page are followed to their end: no success before the task says so, the reason where
// the operation was not done, across a reload, and nothing left for the next user.
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSession } from '#kit/session.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { type TestServer, testServer } from '#testing/web/server.ts'
import { followTask } from './followed.actions.ts'
import { getTask, runOperation } from './remote-operation.contract.ts'
import { sendOperation } from './send.actions.ts'
import { TaskStrip } from './task-strip.tsx'
import { pendingTask, testTask } from './test-task.tsx'

const LABEL = 'Stop transaction 88 on CP-5'
const stop = { chargerId: 'CP-5', remoteOperationType: 'RemoteStop', parameters: { transactionId: 88 } } as const
let server: TestServer
let task: ReturnType<typeof testTask>
beforeEach(() => {
  signInAs()
  task = pendingTask('queued')
  server = testServer()
    .on(runOperation, { message: 'Operation sent', data: { taskId: 't-1' }, taskId: 't-1' })
    .on(getTask, () => ({ data: task }))
})
afterEach(() => {
  vi.useRealTimers()
  clearSession()
})
const send = () => act(async () => void (await sendOperation(1, stop, LABEL)))
const line = () => screen.getByText(LABEL).closest('[role=status], [role=alert]') as HTMLElement
const rejected = testTask({ state: 'failed' }, { response: 'Rejected', error: 'Rejected' })

test('it goes from Queued over Sent to the refusal with its reason, which stays until it is closed', async () => {
  show(<TaskStrip />)
  await send()
  await waitFor(() => expect(line()).toHaveTextContent(/Queued/))
  expect(screen.queryByText(/Accepted|Operation sent/)).toBeNull()
  task = pendingTask('sent')
  await waitFor(() => expect(line()).toHaveTextContent(/Queued.*Sent.*Waiting: Answer/), { timeout: 3000 })
  task = rejected
  await waitFor(() => expect(line()).toHaveTextContent('Rejected. The charge point refused.'), { timeout: 3000 })
  expect(line()).toHaveAttribute('role', 'alert')
  await userEvent.click(screen.getByRole('button', { name: `Close ${LABEL}` }))
  expect(screen.queryByText(LABEL)).toBeNull()
})

test('a success is said when the charge point has accepted, and goes by itself after six seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  show(<TaskStrip />)
  task = testTask()
  await send()
  await waitFor(() => expect(line()).toHaveTextContent('Accepted.'))
  expect(line()).toHaveAttribute('role', 'status')
  await act(() => vi.advanceTimersByTimeAsync(6000))
  expect(screen.queryByText(LABEL)).toBeNull()
  expect(sessionStorage.getItem('operations')).toBeNull()
})

const NO_ANSWER = { response: null, details: null }
test.each([
  ['refused', rejected, 'It stays as it was.'],
  [
    'is not known to have done it',
    testTask({ state: 'timeout' }, { ...NO_ANSWER, error: 'Timeout' }),
    'It is told again.',
  ],
  [
    'was not reached',
    testTask({ state: 'failed' }, { ...NO_ANSWER, error: 'Charge point is not connected' }),
    'It is told again.',
  ],
])('what depends on the operation is said when the charge point %s', async (_, ended, text) => {
  task = ended
  show(<TaskStrip />)
  const words = { otherwise: 'It stays as it was.', unknown: 'It is told again.' }
  act(() => followTask({ taskId: 't-1', charger: 'CP-5', label: LABEL, ...words }))
  await waitFor(() => expect(line()).toHaveTextContent(text))
})

test('a reload goes on following: the tab remembers what it has sent', async () => {
  await send()
  vi.resetModules()
  const again = await import('./followed.actions.ts')
  const seen: string[] = []
  function Labels() {
    seen.push(...again.useFollowed().map(f => f.label))
    return null
  }
  show(<Labels />)
  expect(seen).toContain(LABEL)
})

test('with the session it ends: the next person sees nothing of it', async () => {
  show(<TaskStrip />)
  await send()
  expect(await screen.findByText(LABEL)).toBeVisible()
  act(() => clearSession())
  expect(screen.queryByText(LABEL)).toBeNull()
  expect(sessionStorage.getItem('operations')).toBeNull()
})

test('while it cannot be asked for, it is open how it went; asked again, it is told', async () => {
  let isUp = false
  server.on(getTask, () => (isUp ? { data: rejected } : { status: 500, message: 'Database is away' }))
  show(<TaskStrip />)
  await send()
  await waitFor(() => expect(line()).toHaveTextContent('How it went is not known yet: Database is away'))
  isUp = true
  await userEvent.click(within(line()).getByRole('button', { name: 'Check again' }))
  await waitFor(() => expect(line()).toHaveTextContent('Rejected.'))
})

test('its details open over the page; once their end has been seen there, the line is gone', async () => {
  task = rejected
  show(<TaskStrip />)
  await send()
  await userEvent.click(await screen.findByRole('button', { name: 'Details' }))
  const dialog = await screen.findByRole('dialog', { name: /Task Details/ })
  expect(await within(dialog).findByText('Charge Box ID')).toBeVisible()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByText(LABEL)).toBeNull())
})

test('what did not reach the server is not followed, and says that nothing was sent', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  show(<TaskStrip />)
  await expect(sendOperation(1, stop, LABEL)).rejects.toThrow('This device is offline. Nothing was sent.')
  expect(screen.queryByText(LABEL)).toBeNull()
  onLine.mockRestore()
})
