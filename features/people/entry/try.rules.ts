// How often a password, a code or a mail may be tried or requested, and how long the next try has to wait (D-AUTH-4,
// D-AUTH-5). Nobody can lock another user out for longer than a minute: only the network that tries is closed for a
// quarter of an hour, and a network from which the user has signed in before does not wait for tries made elsewhere.
import { unitOf } from '@wattdesk/base/text'

/**
 * A network is closed after so many tries of one kind in 15 minutes; passwords count for each username, codes and mails
 * for all together.
 */
export const MOST_PASSWORDS_HERE = 10
export const MOST_CODES_HERE = 60
const WINDOW_SECONDS = 15 * 60
/**
 * Beyond so many tries at one username, in 15 minutes and in a day, unknown networks wait between two tries, longer
 * each time.
 */
const PASSWORDS_OF_NAME = 100
const CODES_OF_NAME = 50
export const LONGEST_DELAY_SECONDS = 60

/** The earlier tries that count when a new one is about to be made. */
export type PastTries = {
  /**
   * The time of the try that used up the network's limit: the tenth newest password, the sixtieth newest code or mail.
   */
  lastAllowedHere: Date | null
  /** Tries of this kind at the username, from anywhere, and when the newest was made. */
  ofName: number
  newestOfName: Date | null
  /** The user has signed in from this network before. */
  isKnown: boolean
}

const left = (at: Date | null, seconds: number, now: Date): number =>
  at === null ? 0 : Math.max(0, Math.ceil(seconds - (now.getTime() - at.getTime()) / 1000))

/** Seconds until the next try of a kind; 0: now. */
export function waitOf(kind: 'password' | 'code' | 'request', seen: PastTries, now: Date): number {
  const here = left(seen.lastAllowedHere, WINDOW_SECONDS, now)
  if (kind === 'request' || seen.isKnown) return here
  const over = seen.ofName - (kind === 'password' ? PASSWORDS_OF_NAME : CODES_OF_NAME)
  if (over < 0) return here
  // 15, 15, … 30, … 60 seconds between passwords; 1, 2, 4, … 60 between codes.
  const delay = kind === 'password' ? 15 * 2 ** Math.floor(over / 10) : 2 ** over
  return Math.max(here, left(seen.newestOfName, Math.min(delay, LONGEST_DELAY_SECONDS), now))
}

/** A time to wait in words: whole seconds, minutes from two on, hours from two on. Never less than the time itself. */
export function waitText(seconds: number): string {
  const [n, unit] =
    seconds < 120
      ? [seconds, 'seconds']
      : seconds < 7200
        ? [Math.ceil(seconds / 60), 'minutes']
        : [Math.ceil(seconds / 3600), 'hours']
  return `${n} ${unitOf(n, unit)}`
}
export const tooManyCodes = (seconds: number): string => `Too many codes were tried. Please wait ${waitText(seconds)}.`
