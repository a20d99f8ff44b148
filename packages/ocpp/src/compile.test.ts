// Each kind of schema takes what fits and names what does not, by code and place.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compile } from './compile.ts'
import { any, bool, date, dec, int, list, obj, oneOf, open, openObj, openUpTo, str } from './schema.ts'

const codeOf = (wrong: { code: string } | undefined) => wrong?.code

test('lengths count characters, so an emoji is one', () => {
  const validate = compile(str(2))
  expect(validate('⚡🔋')).toBeUndefined()
  expect(codeOf(validate('⚡🔋x'))).toBe('PropertyConstraintViolation')
})

test('a zero character and half a character are refused, since nothing can print or keep them', () => {
  for (const unfit of ['\u0000', '\ud800', '\udc00\ud800', '😀\ude00']) {
    expect(codeOf(compile(str(20))(`04E9${unfit}`))).toBe('PropertyConstraintViolation')
    expect(codeOf(compile(open('A'))(`B${unfit}`))).toBe('PropertyConstraintViolation')
  }
  expect(compile(str(20))('04E9😀')).toBeUndefined()
})

test('a whole number is one, of 32 bits', () => {
  const validate = compile(int())
  for (const good of [0, -1, 1.0, 2_147_483_647, -2_147_483_648]) expect(validate(good)).toBeUndefined()
  for (const bad of [1.5, '1', true, [], {}, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(codeOf(validate(bad))).toBe('TypeConstraintViolation')
  }
  for (const bad of [2_147_483_648, -2_147_483_649, 1e300]) {
    expect(codeOf(validate(bad))).toBe('PropertyConstraintViolation')
  }
})

test('a decimal comes as a number only, and as fine as said', () => {
  expect(compile(dec())(2.125)).toBeUndefined()
  expect(codeOf(compile(dec())('3.1'))).toBe('TypeConstraintViolation')
  expect(codeOf(compile(dec())(Number.POSITIVE_INFINITY))).toBe('TypeConstraintViolation')
  const limit = compile(dec({ decimals: 1 }))
  for (const good of [0, 16, 8.1, 0.3, 22_000.7]) expect(limit(good)).toBeUndefined()
  expect(codeOf(limit(8.15))).toBe('PropertyConstraintViolation')
})

test('every tenth is a decimal with one place', () => {
  const limit = compile(dec({ decimals: 1 }))
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), n => {
      expect(limit(n / 10)).toBeUndefined()
    }),
  )
})

test('an open enumeration takes other text and tells of it; a closed one refuses', () => {
  const odd: string[] = []
  const validate = compile(obj({ unit: open('Wh'), status: oneOf('Idle') }))
  expect(validate({ unit: 'MWh', status: 'Idle' }, (path, value) => odd.push(`${path}=${value}`))).toBeUndefined()
  expect(odd).toEqual(['unit=MWh'])
  expect(validate({ unit: 'Wh', status: 'idle' })).toEqual({
    code: 'PropertyConstraintViolation',
    path: 'status',
    text: 'status: is not a value of its enumeration',
  })
  expect(codeOf(validate({ unit: 7, status: 'Idle' }))).toBe('TypeConstraintViolation')
})

test('what stands in for a value of an open enumeration is bounded', () => {
  expect(codeOf(compile(open('A'))('x'.repeat(256)))).toBe('PropertyConstraintViolation')
  expect(codeOf(compile(openUpTo(50, 'A'))('x'.repeat(51)))).toBe('PropertyConstraintViolation')
})

test('a time without offset is taken and told of', () => {
  const odd: string[] = []
  expect(compile(date())('2026-03-01T12:00:00', (_, value) => odd.push(value))).toBeUndefined()
  expect(odd).toEqual(['2026-03-01T12:00:00'])
})

test('null counts as absent: gone where optional, missing where required', () => {
  const validate = compile(obj({ a: str() }, { b: str() }))
  const payload = { a: 'x', b: null }
  expect(validate(payload)).toBeUndefined()
  expect(payload).toEqual({ a: 'x' })
  expect(validate({ a: null })).toEqual({ code: 'OccurenceConstraintViolation', path: 'a', text: 'a: is missing' })
})

test('the first thing wrong is named with its place', () => {
  const validate = compile(obj({ list: list(obj({ on: bool() })) }))
  expect(validate({ list: [{ on: true }, { on: 'yes' }] })?.path).toBe('list[].on')
  expect(validate({ list: [{ on: true, off: 1 }] })).toEqual({
    code: 'FormationViolation',
    path: 'list[]',
    text: 'list[]: has the unknown field off',
  })
  expect(codeOf(validate({ list: [true] }))).toBe('TypeConstraintViolation')
  expect(codeOf(validate({ list: {} }))).toBe('TypeConstraintViolation')
  expect(codeOf(compile(list(any(), { min: 1 }))([]))).toBe('OccurenceConstraintViolation')
})

test.each([undefined, null, 7, 'text', [], true])('a payload that is no object is a formation fault: %j', payload => {
  expect(codeOf(compile(obj({}))(payload))).toBe('FormationViolation')
})

test('names that every object has are unknown fields like others', () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    expect(codeOf(compile(obj({}, { a: str() }))(JSON.parse(`{"${name}":1}`)))).toBe('FormationViolation')
  }
})

test('in a charger’s answer fields that we do not know are let through', () => {
  const validate = compile(obj({ status: oneOf('Accepted') }), 'answer')
  expect(validate({ status: 'Accepted', note: 'hi' })).toBeUndefined()
  expect(codeOf(validate({ status: 'accepted' }))).toBe('PropertyConstraintViolation')
})

test('what we send is held to the letter: UTC, no null, no odd values, no unknown field', () => {
  const validate = compile(obj({ at: date() }, { unit: open('Wh') }), 'sent')
  expect(validate({ at: '2026-03-01T12:00:00.000Z', unit: undefined })).toBeUndefined()
  expect(codeOf(validate({ at: '2026-03-01T12:00:00+01:00' }))).toBe('TypeConstraintViolation')
  expect(codeOf(validate({ at: '2026-03-01T12:00:00Z', unit: null }))).toBe('TypeConstraintViolation')
  expect(codeOf(validate({ at: '2026-03-01T12:00:00Z', unit: 'MWh' }))).toBe('PropertyConstraintViolation')
  expect(codeOf(validate({ at: '2026-03-01T12:00:00Z', note: 1 }))).toBe('FormationViolation')
})

test('a list has an upper bound where its schema says one', () => {
  const validate = compile(list(int(), { max: 2 }))
  expect(validate([1, 2])).toBeUndefined()
  expect(codeOf(validate([1, 2, 3]))).toBe('OccurenceConstraintViolation')
})

test('an open object takes any further field, and keeps it', () => {
  const validate = compile(openObj({ vendorId: str(5) }))
  const payload = { vendorId: 'a', more: [null, { x: 1 }] }
  expect(validate(payload)).toBeUndefined()
  expect(payload).toEqual({ vendorId: 'a', more: [null, { x: 1 }] })
  expect(codeOf(validate({ more: 1 }))).toBe('OccurenceConstraintViolation')
})
