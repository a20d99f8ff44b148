// Secrets by their shape: under any field name, however deep or wrapped, a secret is hidden; all other values stay.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { HIDDEN, masked, secret } from './secret.ts'

const word = () => secret(z.string())
test.each<[string, z.ZodType, unknown, unknown]>([
  ['a field', z.object({ a: word(), b: z.string() }), { a: 'x', b: 'y' }, { a: HIDDEN, b: 'y' }],
  ['one that may be missing or null', z.object({ a: word().nullish() }), { a: 'x' }, { a: HIDDEN }],
  [
    'with checks behind',
    z.object({
      a: secret(z.string())
        .min(1)
        .refine(() => true),
    }),
    { a: 'x' },
    { a: HIDDEN },
  ],
  ['with a change of it behind', z.object({ a: word().transform(t => t.length) }), { a: 'x' }, { a: HIDDEN }],
  ['with a default', z.object({ a: word().default('d') }), { a: 'x' }, { a: HIDDEN }],
  ['read-only', z.object({ a: word().readonly() }), { a: 'x' }, { a: HIDDEN }],
  ['in an object that is checked', z.object({ a: word() }).refine(() => true), { a: 'x' }, { a: HIDDEN }],
  [
    'in one that extends another',
    z.object({ a: word() }).extend({ b: z.string() }),
    { a: 'x', b: 'y' },
    { a: HIDDEN, b: 'y' },
  ],
  [
    'in a list',
    z.object({ l: z.array(z.object({ a: word() })) }),
    { l: [{ a: 'x' }, { a: 'z' }] },
    { l: [{ a: HIDDEN }, { a: HIDDEN }] },
  ],
  [
    'in one of several shapes',
    z.union([z.object({ b: z.string() }), z.object({ a: word() })]),
    { a: 'x' },
    { a: HIDDEN },
  ],
  ['in a record', z.record(z.string(), word()), { any: 'x' }, { any: HIDDEN }],
  [
    'in one part of two',
    z.intersection(z.object({ b: z.string() }), z.object({ a: word() })),
    { a: 'x', b: 'y' },
    { a: HIDDEN, b: 'y' },
  ],
  ['a whole object', z.object({ a: secret(z.object({ b: z.string() })) }), { a: { b: 'x' } }, { a: HIDDEN }],
  ['nothing stays nothing', z.object({ a: word().nullable() }), { a: null }, { a: null }],
  ['what the shape does not know stays', z.object({ a: word() }), { c: 'x' }, { c: 'x' }],
  ['a value of another kind stays', z.object({ a: word() }), 'text', 'text'],
])('%s', (_what, shape, value, kept) => {
  expect(masked(shape, value)).toEqual(kept)
})

test('where the field beside it decides', () => {
  const setting = z.object({
    key: z.string(),
    value: secret(z.string(), beside => beside.key === 'AuthorizationKey'),
  })
  const operation = z.discriminatedUnion('type', [
    z.object({ type: z.literal('set'), parameters: setting }),
    z.object({ type: z.literal('reset') }),
  ])
  const set = (key: string) => ({ type: 'set', parameters: { key, value: '00112233' } })
  expect(masked(operation, set('AuthorizationKey'))).toEqual({
    type: 'set',
    parameters: { key: 'AuthorizationKey', value: HIDDEN },
  })
  expect(masked(operation, set('HeartbeatInterval'))).toEqual(set('HeartbeatInterval'))
})

test('nothing secret is left of any value, and what is not secret is as it was', () => {
  const shape = z.object({ open: z.json(), hidden: word().optional(), deep: z.array(z.object({ hidden: word() })) })
  const text = fc.string({ minLength: 1 }).map(t => `secret-${t}`)
  fc.assert(
    fc.property(fc.jsonValue(), text, fc.array(text), (open, one, many) => {
      const value = { open, hidden: one, deep: many.map(hidden => ({ hidden })) }
      expect(masked(shape, value)).toEqual({ open, hidden: HIDDEN, deep: many.map(() => ({ hidden: HIDDEN })) })
      expect(value.hidden).toBe(one)
    }),
  )
})
