import { act, render, screen } from '@testing-library/react'
import { CallError } from '@wattdesk/wire/call'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissAll, errorText, NOTICE_MS, Notices, notify, queryErrorText } from './notices.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  dismissAll()
})
afterEach(() => vi.useRealTimers())

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
  const measured = vi
    .spyOn(Element.prototype, 'getBoundingClientRect')
    .mockReturnValue({ top: 4, bottom: 92 } as DOMRect)
  render(<Notices />)
  act(() => notify.error('Charger ID is taken'))
  expect(document.documentElement.style.getPropertyValue('--notices')).toBe('92px')
  act(() => vi.advanceTimersByTime(NOTICE_MS))
  expect(document.documentElement.style.getPropertyValue('--notices')).toBe('0px')
  measured.mockRestore()
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
