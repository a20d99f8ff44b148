// Sentences of the pay page (D-PAY-5).
import { figuresOf } from '@wattdesk/words/figures'
import * as english from '@wattdesk/words/made/en-pay'
import * as hindi from '@wattdesk/words/made/hi-pay'
import { describe, expect, test } from 'vitest'
import { includedText, priceText } from '#money/price-groups/price-words.rules.ts'
import type { PayRefund } from './pay.contract.ts'
import { METHODS } from './pay.words.ts'
import { clockText, methodName, quantityText, refundText } from './pay-text.rules.ts'

const ENGLISH = { words: english, figures: figuresOf('en') }
const HINDI = { words: hindi, figures: figuresOf('hi') }

test('the methods have the names that drivers know', () => {
  expect(METHODS.map(m => methodName(ENGLISH, m))).toEqual(['UPI', 'Card', 'Wallet', 'Free'])
  expect(METHODS.map(m => methodName(HINDI, m))).toEqual(['UPI', 'कार्ड', 'वॉलेट', 'मुफ़्त'])
})
test('a price has its unit', () => {
  expect(priceText(ENGLISH, { amount: 21.74, unit: 'kWh' })).toBe('₹21.74 per kWh')
  expect(priceText(ENGLISH, { amount: 100, unit: 'hour' })).toBe('₹100.00 per hour')
})
test.each([
  [18, 2.36, '18% tax and 2.36% payment fee included.'],
  [18, 0, '18% tax included.'],
  [0, 2.36, '2.36% payment fee included.'],
  [0, 0, ''],
])('with %d%% tax and %d%% payment fee: %s', (taxPercent, surchargePercent, text) => {
  expect(includedText(ENGLISH, { taxPercent, surchargePercent })).toBe(text)
})
test.each([
  [0, '0:00'],
  [7, '0:07'],
  [59, '0:59'],
  [60, '1:00'],
  [725, '12:05'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [3723, '1:02:03'],
  [36_000, '10:00:00'],
])('%i seconds read %s', (seconds, text) => expect(clockText(seconds)).toBe(text))

describe('the progress of a refund', () => {
  const refund: PayRefund = { state: 'sent', amount: 258.43, reference: null, at: '2026-03-02T12:00:00Z' }
  test('says where the money is', () => {
    expect(refundText(ENGLISH, { ...refund, state: 'wallet' }, 'wallet').title).toBe('₹258.43 is back in your wallet')
    expect(refundText(ENGLISH, refund, 'card').title).toBe('₹258.43 is on its way back')
    expect(refundText(ENGLISH, refund, 'card').text).toContain('to the card that you paid from')
    expect(refundText(ENGLISH, refund, 'upi').text).toContain('to the account that you paid from')
    expect(refundText(ENGLISH, { ...refund, state: 'delayed' }, 'upi').title).toBe('Refund of ₹258.43 is delayed')
  })
  test('names the reference of the bank where there is one', () => {
    const processed = { ...refund, state: 'processed' as const }
    expect(refundText(ENGLISH, processed, 'upi')).toEqual({
      title: 'Refund of ₹258.43 processed',
      text: 'The reference number of your bank follows.',
    })
    expect(refundText(ENGLISH, { ...processed, reference: '5' }, 'upi').text).toBe(
      'Your bank can find it by this reference number.',
    )
  })
  test('never says that the bank has credited the money', () => {
    for (const state of ['wallet', 'sent', 'processed', 'delayed'] as const)
      for (const method of ['upi', 'card', 'wallet'] as const)
        expect(Object.values(refundText(ENGLISH, { ...refund, state }, method)).join(' ')).not.toMatch(/credit/i)
  })
})

test('in Hindi, figures and units are those of Hindi', () => {
  expect(priceText(HINDI, { amount: 123_456.7, unit: 'kWh' })).toBe('₹1,23,456.70 प्रति यूनिट')
  const line = { kind: 'energy', label: 'बिजली', quantity: 1234.5678, unit: 'kWh', rate: 18, amount: 1 } as const
  expect(quantityText(HINDI, line)).toBe('1,234.568 kWh × ₹18.00')
  expect(quantityText(ENGLISH, { ...line, unit: 'once' })).toBe('')
})
