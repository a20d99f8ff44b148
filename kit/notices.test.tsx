import { act, fireEvent, render, screen } from '@testing-library/react'
import { CallError } from '@wattdesk/wire/call'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  dismissAll,
  ERROR_MS,
  errorText,
  NOTICE_MS,
  Notices,
  notify,
  pageLeft,
  queryErrorText,
  STAYS,
} from './notices.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  dismissAll()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a notice stands for six seconds', () => {
  render(<Notices />)
  act(() => notify.success('Charger updated successfully'))
  expect(screen.getByRole('status')).toHaveTextContent('Charger updated successfully')
  act(() => vi.advanceTimersByTime(NOTICE_MS - 1))
  expect(screen.queryByRole('status')).not.toBeNull()
  act(() => vi.advanceTimersByTime(1))
  expect(screen.queryByRole('status')).toBeNull()
})

test('the page is told how far down notices reach', () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ top: 4, bottom: 92 } as DOMRect)
  render(<Notices />)
  act(() => notify.error('Charger ID is taken'))
  expect(document.documentElement.style.getPropertyValue('--notices')).toBe('92px')
  act(() => vi.advanceTimersByTime(ERROR_MS))
  expect(document.documentElement.style.getPropertyValue('--notices')).toBe('0px')
})

test('an error shows the server’s message, else its own, else the default', () => {
  expect(errorText(new CallError(409, 'Team has chargers'))).toBe('Team has chargers')
  expect(errorText(new Error('offline'))).toBe('offline')
  for (const nothing of [undefined, null, new Error(''), {}]) expect(errorText(nothing)).toBe('Some Error Occured!')
})

test('a failed query shows the server’s message, else the default and never a bare status', () => {
  expect(queryErrorText(new CallError(500, 'Reports are being rebuilt'))).toBe('Reports are being rebuilt')
  for (const nothing of [new CallError(502, 'HTTP error! Status: 502'), new CallError(500, ''), undefined])
    expect(queryErrorText(nothing)).toBe('Some Error Occured!')
})

test('the same text twice is one notice with its time anew', () => {
  render(<Notices />)
  act(() => notify.error('Not Authorized'))
  act(() => vi.advanceTimersByTime(4000))
  act(() => notify.error('Not Authorized'))
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  act(() => vi.advanceTimersByTime(4000))
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const tab = (is: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(is)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}
const lines = () => screen.queryAllByRole('alert').map(a => a.textContent)
const warnings = () => screen.queryAllByRole('status').map(a => a.textContent)

test('an error stands for fifteen seconds in which the page is seen; time in a hidden tab does not count', () => {
  render(<Notices />)
  act(() => void notify.error('Charger ID is taken'))
  pass(10_000)
  tab('hidden')
  pass(60_000)
  tab('visible')
  pass(4999)
  expect(lines()).toEqual(['Charger ID is taken'])
  pass(1)
  expect(lines()).toEqual([])
  tab('hidden')
  act(() => notify.warning('This charger is already added to the charging site'))
  act(() => notify.success('Tag saved'))
  pass(60_000)
  expect(warnings()).toEqual(['This charger is already added to the charging site'])
  tab('visible')
  pass(ERROR_MS)
  expect(warnings()).toEqual([])
})

test('an error that is pointed at, or whose button has the focus, waits', () => {
  render(<Notices />)
  act(() => void notify.error('Charger ID is taken'))
  const line = screen.getByRole('alert')
  for (const [begin, end] of [
    [fireEvent.pointerEnter, fireEvent.pointerLeave],
    [fireEvent.focus, fireEvent.blur],
  ] as const) {
    begin(line)
    pass(60_000)
    expect(lines()).toHaveLength(1)
    end(line)
    pass(5000)
  }
  expect(lines()).toHaveLength(1)
  pass(5000)
  expect(lines()).toEqual([])
})

test('an error goes with its page, unless it tells why the portal led elsewhere', () => {
  render(<Notices />)
  act(() => void notify.error('Tag not found'))
  // The portal goes to the list by itself, and on to the dashboard.
  act(() => pageLeft())
  act(() => pageLeft())
  expect(lines()).toEqual(['Tag not found'])
  fireEvent.pointerDown(document.body)
  act(() => void notify.error('Not Authorized'))
  act(() => notify.success('Tag saved'))
  act(() => pageLeft())
  expect([lines(), warnings()]).toEqual([['Not Authorized'], ['Tag saved']])
})

test('what may have been done unseen, and what was lost, stays until it is closed', () => {
  render(<Notices />)
  const open = new CallError(0, 'The server cannot be reached.')
  open.isOutcomeOpen = true
  act(() => void notify.error(open))
  act(() => notify.warning('2 of 3 were not refunded: Nothing to refund', STAYS))
  pass(3_600_000)
  fireEvent.keyDown(document.body, { key: 'Enter' })
  act(() => pageLeft())
  expect([...lines(), ...warnings()]).toHaveLength(2)
  for (const button of screen.getAllByRole('button', { name: 'Close' })) fireEvent.click(button)
  expect([...lines(), ...warnings()]).toEqual([])
})
