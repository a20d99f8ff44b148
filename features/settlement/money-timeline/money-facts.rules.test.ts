// The part of a session's refunds that the owner bears (D-REF-2).
import { expect, test } from 'vitest'
import { type LedgerMovement, ownersPart } from './money-facts.rules.ts'

const moved = (kind: string, account: string, paise: number): LedgerMovement => ({
  key: 'k',
  kind,
  at: new Date(0),
  note: '',
  account,
  paise,
})
test('refunds that the owner bears, and gets back, change the owner’s part; other postings do not', () => {
  expect(ownersPart([])).toBe(0)
  expect(ownersPart([moved('refunded', 'owner', -300), moved('refunded', 'owner', -50)])).toBe(-350)
  expect(ownersPart([moved('refunded before', 'owner', -300), moved('refund failed', 'owner', 9)])).toBe(-291)
  expect(ownersPart([moved('refunded', 'hold', -300), moved('bill', 'owner', 5000)])).toBe(0)
})
