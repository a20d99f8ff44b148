// The checks of the sign-in page, written by hand, must agree with the server's schema.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSignIn } from './sign-in.rules.ts'
import { SignIn } from './sign-in-body.contract.ts'

const bySchema = (typed: { username: string; password: string }) => {
  const { success, data, error } = SignIn.safeParse(typed)
  if (success) return { sent: data }
  return { wrong: Object.fromEntries(error.issues.toReversed().map(i => [i.path[0], i.message])) }
}
const text = (longest: number) =>
  fc.oneof(
    fc.string(),
    fc.constantFrom('', ' ', '\u00a0', ' a '),
    fc.integer({ min: longest - 2, max: longest + 2 }).map(n => 'x'.repeat(n)),
    fc.integer({ min: longest - 2, max: longest + 2 }).map(n => ` ${'x'.repeat(n)} `),
  )

test('what the page checks by hand is what the schema checks: the same values, the same texts', () => {
  fc.assert(
    fc.property(fc.record({ username: text(100), password: text(1000) }), typed => {
      expect(readSignIn(typed)).toEqual(bySchema(typed))
    }),
  )
  expect(readSignIn({ username: ' ', password: '' })).toEqual({
    wrong: { username: 'Username is required', password: 'Password is required' },
  })
})
