// The texts that refuse a wrong code of a second factor, and the wait after too many of them (MFA-02). Each text says what is
// wrong and what to do.
import { waitText } from '#people/entry/try.rules.ts'

/** `first`: the code by which an app is set up. */
export type CodeKind = 'app' | 'first' | 'recovery' | 'mail'
/** The field of the body that carries the code. */
export const CODE_FIELDS = { app: 'code', first: 'code', recovery: 'recovery_code', mail: 'mail_code' } as const

/** Wrong codes of one step, and of all steps of a person in a day. */
export const MOST_WRONG = 5
export const MOST_WRONG_A_DAY = 30

const WRONG: Record<CodeKind, string> = {
  app: 'The code is not right, or has been used already. Please wait for the next code of your app.',
  first: 'The code is not right. Please type the code that the app shows now; the clock of the phone must be right.',
  recovery: 'The recovery code is not right, or has been used already. Please try another one.',
  mail: 'The code from the mail is not right. Please use the code of the newest mail.',
}
/** `nth`: how many of the step were wrong with this one. */
export function wrongCodeText(kind: CodeKind, nth: number): string {
  const left = MOST_WRONG - nth
  const tries =
    left > 1 ? `${left} tries are left.` : left === 1 ? '1 try is left.' : 'That was the last try: please begin again.'
  return `${WRONG[kind]} ${tries}`
}

export const STEP_FULL = 'Too many wrong codes. Please begin again.'
export const dayFullText = (kind: CodeKind, seconds: number): string =>
  `Too many wrong codes within a day. Please wait ${waitText(seconds)}${kind === 'app' ? ', or use a passkey or a recovery code' : ''}.`

const DAY_MS = 86_400_000
/**
 * Seconds until fewer than 30 wrong codes stand within a day; 0: there are fewer. A wrong code counts for a day from when its
 * step began. `steps`: the oldest first.
 */
export function dayWait(steps: readonly { begunAt: Date; wrongTries: number }[], now: Date): number {
  let sum = steps.reduce((n, s) => n + s.wrongTries, 0)
  if (sum < MOST_WRONG_A_DAY) return 0
  for (const { begunAt, wrongTries } of steps) {
    sum -= wrongTries
    if (sum < MOST_WRONG_A_DAY) return Math.max(1, Math.ceil((begunAt.getTime() + DAY_MS - now.getTime()) / 1000))
  }
  return 1
}
