// What the audit log keeps of a change: what differs, without secrets.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changes, cleaned } from './audit.rules.ts'

test.each([
  ['an update keeps what differs', { a: 1, b: 2 }, { a: 1, b: 3 }, { before: { b: 2 }, after: { b: 3 } }],
  ['a new field has no before', { a: 1 }, { a: 1, c: 'x' }, { before: {}, after: { c: 'x' } }],
  ['nothing changed leaves nothing', { a: { b: 1 } }, { a: { b: 1 } }, { before: {}, after: {} }],
  ['a new record is kept whole', null, { a: 1 }, { before: null, after: { a: 1 } }],
  ['a deleted one too', { a: 1 }, null, { before: { a: 1 }, after: null }],
])('%s', (_what, before, after, kept) => {
  expect(changes(before, after)).toEqual(kept)
})

test.each(['password', 'new_password', 'old_password', 'otp', 'access_token', 'keyHash', 'authorizationKey', 'secret'])(
  'the value of %s is never kept, at any depth',
  name => {
    const kept = JSON.stringify(cleaned({ user: { list: [{ [name]: 'hidden-value' }] }, [name]: 'hidden-value' }))
    expect(kept).not.toContain('hidden-value')
    expect(kept).toContain(name)
  },
)

test('what goes in is cut to what can be read', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 501, maxLength: 2000 }), text => {
      expect(String(cleaned({ image: text }).image).length).toBeLessThan(text.length + 1)
    }),
  )
})
