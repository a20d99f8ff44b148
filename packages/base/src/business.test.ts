// The fields of a business in bodies: capitals, the check character, and all three or none.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { businessAddressField, gstinField, legalNameField, wholeBusiness } from './business.ts'
import { changeSchema } from './record-schemas.ts'

const fields = {
  gstin: gstinField().optional(),
  legalName: legalNameField().optional(),
  businessAddress: businessAddressField().optional(),
}
const Body = wholeBusiness(z.object(changeSchema(fields).shape), fields)
const whole = { gstin: '27AAPFU0939F1ZV', legalName: 'Fleet Ltd', businessAddress: '1 Road, Pune' }
const read = (body: object) => {
  const r = Body.safeParse(body)
  return r.success ? r.data : Object.fromEntries(r.error.issues.map(i => [i.path.join('.'), i.message]))
}

test.each([
  ['capitals and blanks around', { ...whole, gstin: '  27aapfu0939f1zv ', legalName: ' Fleet Ltd ' }, whole],
  ['none', {}, {}],
  [
    'all empty',
    { gstin: '', legalName: ' ', businessAddress: null },
    { gstin: null, legalName: null, businessAddress: null },
  ],
  ['a wrong check character', { ...whole, gstin: '27AAPFU0939F1ZW' }, { gstin: 'Please enter a valid GSTIN' }],
  ['a state that is none', { ...whole, gstin: '97AAPFU0939F1ZO' }, { gstin: 'Please enter a valid GSTIN' }],
  ['too short', { ...whole, gstin: '27AAPFU0939F1Z' }, { gstin: 'Please enter a valid GSTIN' }],
  ['too long', { ...whole, gstin: '27AAPFU0939F1ZV0' }, { gstin: 'GSTIN should be 15 characters or less' }],
  [
    'a long name',
    { ...whole, legalName: 'x'.repeat(151) },
    { legalName: 'Legal Name should be 150 characters or less' },
  ],
  [
    'a GSTIN alone',
    { gstin: whole.gstin },
    { legalName: 'Legal Name is required', businessAddress: 'Business Address is required' },
  ],
  ['a name and an address alone', { ...whole, gstin: '  ' }, { gstin: 'GSTIN is required' }],
  ['no text', { ...whole, gstin: 27 }, { gstin: expect.stringContaining('GSTIN') }],
])('%s', (_what, body, result) => {
  expect(read(body)).toEqual(result)
})
