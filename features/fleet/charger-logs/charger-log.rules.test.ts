// Intervals, names and previews of frames, how live rows and pages become one list, and the file.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  extended,
  frameId,
  frameName,
  intervalOf,
  intervalQuery,
  joined,
  type LogRow,
  logsHead,
  logsText,
  pretty,
  preview,
} from './charger-log.rules.ts'

const row = (n: number, message = `[2,"${n}","Heartbeat",{}]`): LogRow => ({
  id: n,
  messageTime: new Date(1_700_000_000_000 + n * 1000).toISOString(),
  messageType: n % 2 ? 'INCOMING' : 'OUTGOING',
  message,
})
/** Newest first. */
const rows = (from: number, to: number): LogRow[] => Array.from({ length: to - from + 1 }, (_, i) => row(to - i))

describe('an interval', () => {
  const q = { startDate: '2026-01-01', startTime: '10:00:00', endDate: '2026-01-01', endTime: '10:00:01' }
  test('ends after its last second', () => {
    expect(intervalOf(q)).toEqual({
      ok: true,
      value: { from: new Date('2026-01-01T10:00:00Z'), until: new Date('2026-01-01T10:00:02Z') },
    })
  })
  test.each([
    { endTime: '10:00:00' },
    { endTime: '09:00:00' },
    { endTime: '' },
    { startDate: '' },
    { startDate: '2026-02-30' },
    { startTime: '24:00:00' },
    { startTime: '1:00:00' },
  ])('%o is none', over => {
    expect(intervalOf({ ...q, ...over })).toEqual({ ok: false, error: 'Please select a valid time interval' })
  })
  test('holds at most 31 days', () => {
    expect(intervalOf({ ...q, endDate: '2026-02-01', endTime: '10:00:00' }).ok).toBe(true)
    expect(intervalOf({ ...q, endDate: '2026-02-01', endTime: '10:00:01' }).ok).toBe(false)
  })
  test('written as a query it is read back to the second', () => {
    const at = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(at, fc.integer({ min: 1, max: 31 * 86_400 }), (from, seconds) => {
        const start = Math.floor(from.getTime() / 1000) * 1000
        const read = intervalOf(intervalQuery(from, new Date(start + seconds * 1000)))
        return (
          read.ok && read.value.from.getTime() === start && read.value.until.getTime() === start + (seconds + 1) * 1000
        )
      }),
    )
  })
})

describe('a frame', () => {
  test.each([
    ['[2,"a","BootNotification",{"x":1}]', 'BootNotification', 'a'],
    [' [ 2 , "a\\"b" , "Heartbeat" , {} ] ', 'Heartbeat', 'a\\"b'],
    ['[3,"a",{"status":"Accepted"}]', 'Answer', 'a'],
    ['[4,"a","NotSupported","",{}]', 'Error NotSupported', 'a'],
    ['hello', '', undefined],
    ['[2,"a"', '', 'a'],
  ])('%s is called %o', (message, name, id) => {
    expect(frameName(message)).toBe(name)
    expect(frameId(message)).toBe(id)
  })
  test('is previewed by its first 100 characters', () => {
    expect(preview('x'.repeat(100))).toBe('x'.repeat(100))
    expect(preview('x'.repeat(101))).toBe(`${'x'.repeat(100)}…`)
  })
  test('is shown over several lines, or as it came where it is no JSON', () => {
    expect(pretty('[3,"a",{}]')).toBe('[\n  3,\n  "a",\n  {}\n]')
    expect(pretty('[3,"a"')).toBe('[3,"a"')
  })
})

describe('the list', () => {
  test('what came live and comes again with a page is one row', () => {
    const live = { ...row(6), id: 'live-1' }
    const all = joined([live, ...rows(1, 5)], rows(3, 7))
    expect(all.rows.map(r => r.messageTime)).toEqual(rows(1, 7).map(r => r.messageTime))
    expect(all.joins).toBe(true)
  })
  test('a page that does not reach down to what is known leaves a gap', () => {
    expect(joined(rows(1, 5), rows(8, 9)).joins).toBe(false)
    expect(joined([], rows(8, 9)).joins).toBe(true)
  })
  test('a row that comes late is put in its place', () => {
    const [seven, , ...rest] = rows(1, 7)
    expect(joined([seven as LogRow, ...rest], [row(6)]).rows).toEqual(rows(1, 7))
  })
  test('in whatever pieces rows come, each is there once and newest first', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(60), fc.nat(8)), { maxLength: 12 }), pieces => {
        let all: readonly LogRow[] = []
        const want = new Set<string>()
        for (const [from, length] of pieces) {
          const piece = rows(from, from + length)
          for (const r of piece) want.add(r.messageTime)
          all = joined(all, piece).rows
        }
        expect(all.map(r => r.messageTime)).toEqual([...want].toSorted().toReversed())
      }),
    )
  })
  test('an older page goes below, without what is there', () => {
    expect(extended(rows(5, 9), rows(1, 5))).toEqual(rows(1, 9))
  })
})

/** Puts the file together from the arriving frames, with pages of two. */
const logsFile = (pieces: readonly (readonly LogRow[])[]): string => {
  let before = 0
  let text = logsHead()
  for (const rows of pieces) {
    text += logsText(rows, { before, size: 2 })
    before += rows.length
  }
  return `${text}\r\n`
}
test('the file has one header that names the zone, semicolons, every value quoted, and a blank line between pages', () => {
  const zone = process.env.TZ
  process.env.TZ = 'Asia/Kolkata'
  try {
    const file = logsFile([[row(3, '[2,"3","X",{"a":"b;c"}]'), row(2), row(1, '\t=1+1')]])
    expect(file.split('\r\n')).toEqual([
      '"Time (Asia/Kolkata)";"Type";"Message"',
      '"2023-11-15 03:43:23.000";"INCOMING";"[2,""3"",""X"",{""a"":""b;c""}]"',
      '"2023-11-15 03:43:22.000";"OUTGOING";"[2,""2"",""Heartbeat"",{}]"',
      '',
      `"2023-11-15 03:43:21.000";"INCOMING";"'\t=1+1"`,
      '',
    ])
    // However the rows arrive.
    expect(logsFile([[row(3, '[2,"3","X",{"a":"b;c"}]')], [row(2), row(1, '\t=1+1')], []])).toBe(file)
    expect(logsFile([])).toBe('"Time (Asia/Kolkata)";"Type";"Message"\r\n')
  } finally {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
})
