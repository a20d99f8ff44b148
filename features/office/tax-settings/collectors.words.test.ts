// The platform's numbers as a collector of tax: what a text may hold, and the one that a supplier's tax is collected under.
import { expect, test } from 'vitest'
import { collectorFor, collectorsFault, collectorsIn, collectorsText } from './collectors.words.ts'

const GUJARAT = '24AACCK3955D1C3'
const MAHARASHTRA = '27AACCK3955D1CX'
const KARNATAKA = '29AACCK3955D1CT'

test('numbers may stand with commas, spaces or in lines, in any case of letters', () => {
  expect(collectorsIn(null)).toEqual([])
  expect(collectorsText(` ${GUJARAT.toLowerCase()},${MAHARASHTRA}\n ${KARNATAKA}; `)).toBe(
    `${GUJARAT}, ${MAHARASHTRA}, ${KARNATAKA}`,
  )
})
test.each([
  [GUJARAT, undefined],
  [`${GUJARAT}, ${MAHARASHTRA}`, undefined],
  [' , ', 'Please enter a GST number with C as its 14th character'],
  ['24AACCK3955D1C4', 'Please enter a GST number with C as its 14th character'],
  [`${GUJARAT}, 27AACCK3955D1ZM`, '27AACCK3955D1ZM is none: please enter a GST number with C as its 14th character'],
  // No state has this number.
  ['99AACCK3955D1CM', 'Please enter a GST number with C as its 14th character'],
  [`${GUJARAT}, ${GUJARAT}`, 'Gujarat has two numbers: please enter one for each state'],
  [`${GUJARAT}, 24AACCK3955D2C2`, 'Gujarat has two numbers: please enter one for each state'],
  [`${GUJARAT}, 27AAPFU0939F1C6`, 'The numbers hold different PANs: please enter those of one company'],
])('%s: %s', (text, fault) => {
  expect(collectorsFault(text)).toBe(fault)
})
test.each([
  ['27AAPFU0939F1ZV', MAHARASHTRA],
  ['29AAPFU0939F1ZR', KARNATAKA],
  ['33AAPFU0939F1Z2', GUJARAT],
  // Of a payout that does not know its supplier's number.
  ['', GUJARAT],
])('tax of %s is collected under %s', (supplier, collector) => {
  expect(collectorFor([GUJARAT, MAHARASHTRA, KARNATAKA], supplier)).toBe(collector)
})
test('one number is for all states', () => {
  for (const supplier of ['27AAPFU0939F1ZV', '24AAPFU0939F1Z1', ''])
    expect(collectorFor([GUJARAT], supplier)).toBe(GUJARAT)
  expect(collectorFor([], '27AAPFU0939F1ZV')).toBeUndefined()
})
