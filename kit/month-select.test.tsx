import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { signInAs } from '#testing/web/render.tsx'
import { testUser } from '#testing/web/server.ts'
import { type Column, cellText, fileHeader, fileValue } from './columns.tsx'
import { useBusinessDays } from './month-select.tsx'

type Row = { number: string; date: string | null; supplied?: string }
const columns: readonly Column<Row>[] = [
  { field: 'number', header: 'Number' },
  { field: 'date', header: 'Date' },
]

test('a document of the first hour of a month stands in that month, wherever its reader is', () => {
  signInAs({ ...testUser([]), businessZone: 'Asia/Kolkata' })
  const { result, rerender } = renderHook(() => useBusinessDays(columns, 'date'))
  const [number, date] = result.current as [Column<Row>, Column<Row>]
  const row = { number: 'CM/1', date: '2026-11-30T20:11:00.000Z' }
  expect([cellText(number, row), cellText(date, row)]).toEqual(['CM/1', '01 Dec 2026'])
  expect([fileHeader(date), String((fileValue(date, row) as { text: string }).text)]).toEqual(['Date', '2026-12-01'])
  expect(cellText(date, { number: 'CM/2', date: null })).toBe('–')
  const before = result.current
  rerender()
  expect(result.current).toBe(before)
})
