// The form of a tag: its date, its offered limit, its state after saving (D-TAG-2 to D-TAG-4, D-OCPP-3).
import { localZone } from '@wattdesk/base/time'
import { describe, expect, test } from 'vitest'
import type { Tag } from './tag.contract.ts'
import { EXPIRY_WRONG } from './tag.fields.ts'
import { expiryOf } from './tag-expiry.rules.ts'
import { offeredLimit, schemaOf, stateAfter, type TagValues, valuesOf } from './tag-form.rules.ts'

const now = new Date('2026-03-02T12:00:00Z')
const values: TagValues = {
  tag: 'CARD-1',
  balance_amount: 0,
  parenttag: '',
  max_active_trans_count: 1,
  expirydate: '',
  note: '',
  tokenType: 'ISO14443',
  chargingPriority: 0,
  evses: '',
}
const stored = (more: Partial<Tag> = {}) =>
  ({
    tag: 'CARD-1',
    balance_amount: 0,
    parenttag: null,
    max_active_trans_count: 1,
    expirydate: null,
    note: null,
    blocked: 0,
    in_transaction: 0,
    ...more,
  }) as unknown as Tag

describe('the date', () => {
  const read = (expirydate: string, kept: string | null = null) =>
    schemaOf(kept, () => now).safeParse({ ...values, expirydate })
  const dateOf = (expirydate: string, kept: string | null = null) => read(expirydate, kept).data?.expirydate
  const faultOfDate = (expirydate: string, kept: string | null = null) =>
    read(expirydate, kept).error?.issues.map(i => i.message)
  test('holds until the end of its day in the zone of the browser', () => {
    expect(dateOf('2026-04-01')).toBe(expiryOf('2026-04-01', localZone())?.toISOString())
    expect(dateOf('')).toBeNull()
  })
  test('must lie ahead', () => {
    expect(faultOfDate('2026-02-28')).toEqual([EXPIRY_WRONG])
    expect(faultOfDate('2026-02-31')).toEqual([EXPIRY_WRONG])
    expect(faultOfDate('soon')).toEqual([EXPIRY_WRONG])
  })
  test('that is stored stays as it is, past or not, to the second', () => {
    expect(dateOf('2026-02-10', '2026-02-10T10:11:12.000Z')).toBe('2026-02-10T10:11:12.000Z')
    expect(faultOfDate('2026-02-11', '2026-02-10T10:11:12.000Z')).toEqual([EXPIRY_WRONG])
  })
})

test('an empty balance is none, and a wrong balance is refused', () => {
  const balanceOf = (balance_amount: number | null) =>
    schemaOf(null, () => now).safeParse({ ...values, balance_amount }).data?.balance_amount
  expect(balanceOf(null)).toBe(0)
  expect(balanceOf(12.5)).toBe(12.5)
  expect(balanceOf(-1)).toBeUndefined()
  expect(balanceOf(1.005)).toBeUndefined()
})

test.each([
  [false, 0, 0],
  [false, 0.01, 1],
  [false, 50, 1],
  [false, null, 0],
  [false, '50', 0],
  [true, 0, 1],
  [true, null, 1],
])('a new tag made to charge: %s, with the balance %j, is offered the limit %i', (isToCharge, balance, limit) => {
  expect(offeredLimit(isToCharge, balance)).toBe(limit)
})

test.each<[string, Partial<TagValues>, Tag | undefined, string]>([
  ['a new tag with a limit', {}, undefined, 'Active'],
  ['a new tag with the limit 0', { max_active_trans_count: 0 }, undefined, 'Blocked'],
  ['a tag without limit', { max_active_trans_count: -1 }, undefined, 'Active'],
  ['a day that is over', { expirydate: '2026-02-28' }, undefined, 'Expired'],
  ['a day to come', { expirydate: '2026-04-01' }, undefined, 'Active'],
  [
    'a day that is over comes before a limit of 0',
    { expirydate: '2026-02-28', max_active_trans_count: 0 },
    undefined,
    'Expired',
  ],
  ['a running session', {}, stored({ in_transaction: 1 }), 'In Use'],
  ['a blocked tag that gets a limit', {}, stored({ blocked: 1, max_active_trans_count: 0 }), 'Active'],
  ['a disabled driver', {}, stored({ blocked: 1, max_active_trans_count: 1 }), 'Blocked'],
])('after saving: %s: %s', (_, more, tag, state) => expect(stateAfter({ ...values, ...more }, now, tag)).toBe(state))

test('a new tag begins with balance and limit 0; a stored tag with its own values', () => {
  expect(valuesOf()).toEqual({ ...values, tag: '', max_active_trans_count: 0 })
  const at = expiryOf('2026-04-01', localZone())?.toISOString() ?? ''
  const tag = stored({
    balance_amount: 5,
    parenttag: 'FLEET',
    max_active_trans_count: -1,
    expirydate: at,
    note: 'Spare',
  })
  expect(valuesOf(tag)).toEqual({
    ...values,
    tag: 'CARD-1',
    balance_amount: 5,
    parenttag: 'FLEET',
    max_active_trans_count: -1,
    expirydate: '2026-04-01',
    note: 'Spare',
  })
  expect(valuesOf(stored())).toEqual(values)
})
