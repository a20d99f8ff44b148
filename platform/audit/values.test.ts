// The values of a change in the audit log: the differences, without secrets.

import { secret } from '@wattdesk/base/secret'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { agoText, changedText, changes, cleaned } from './values.ts'

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

test('the cut leaves no half of a character, which no database keeps', () => {
  const { text } = cleaned({ text: `${'x'.repeat(499)}😀${'y'.repeat(10)}` })
  expect(text).toBe(`${'x'.repeat(499)}\ufffd…`)
})

test('a password within an address is not kept, the address is', () => {
  expect(cleaned({ location: 'ftp://user:hidden-value@files.example/a', beside: 'a:b@c' })).toEqual({
    location: 'ftp://user:•••@files.example/a',
    beside: 'a:b@c',
  })
})

test('what the shape declares secret is hidden on both sides, and that it changed can be seen', () => {
  const shape = z.object({ name: z.string(), phrase: secret(z.string()) })
  const before = { name: 'a', phrase: 'old-value' }
  expect(changes(before, { ...before, phrase: 'new-value' }, [shape])).toEqual({
    before: { phrase: '•••' },
    after: { phrase: '•••' },
  })
  expect(changes(before, { ...before, name: 'b' }, [shape])).toEqual({ before: { name: 'a' }, after: { name: 'b' } })
  expect(changes(null, before, [shape]).after).toEqual({ name: 'a', phrase: '•••' })
  expect(changes(before, null, [shape]).before).toEqual({ name: 'a', phrase: '•••' })
})

test.each([
  [-5, '1 second ago'],
  [0, '1 second ago'],
  [1.9, '1 second ago'],
  [59.9, '59 seconds ago'],
  [60, '1 minute ago'],
  [125, '2 minutes ago'],
  [3599, '59 minutes ago'],
  [3600, '1 hour ago'],
  [86_399, '23 hours ago'],
  [86_400, '1 day ago'],
  [200 * 86_400, '200 days ago'],
])('%d seconds ago is %s', (seconds, text) => {
  expect(agoText(seconds)).toBe(text)
  expect(changedText({ by: 'asha', secondsAgo: seconds })).toBe(`This record was changed by asha ${text}`)
})
test('nobody known changed it: a sentence all the same', () => {
  expect(changedText(undefined)).toMatch(/^This record was changed by /)
})
