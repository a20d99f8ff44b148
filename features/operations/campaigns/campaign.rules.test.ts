// The way of a charger through a campaign: each state with each fact, and what holds whatever comes (CAMP-03).
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ACTIVE,
  afterFact,
  afterTime,
  answerOf,
  type Fact,
  type Outcome,
  type Progress,
  SESSION_BEGAN,
  type TaskEnd,
  type UpdateSetting,
} from './campaign.rules.ts'
import { CHARGER_STATES, type ChargerState } from './campaign.words.ts'

const AT = new Date('2026-03-04T01:00:00Z')
const minutes = (n: number) => new Date(AT.getTime() + n * 60_000)
const SETTING: UpdateSetting = { version: '2.1.0', retries: 1, stepMinutes: 60 }
const progress = (state: ChargerState, more: Partial<Progress> = {}): Progress => ({
  state,
  attempt: 1,
  stateAt: AT,
  askedAt: null,
  hasRestarted: false,
  isLost: false,
  error: null,
  connectedAt: null,
  ...more,
})
const status = (text: string): Fact => ({ kind: 'status', at: AT, status: text })
const boot = (version: string | null): Fact => ({ kind: 'boot', at: AT, version })
const answer = (is: 'refused' | 'impossible' | 'not sent' | 'session'): Fact => ({
  kind: 'answer',
  at: AT,
  is,
  text: is,
})
const word = ({ turn, asks }: Outcome): string =>
  [turn?.state, asks && `asks ${asks}`].filter(Boolean).join(', ') || '-'

describe('a fact in a state', () => {
  const FACTS: [string, Fact][] = [
    ['fetched', { kind: 'fetched', at: AT }],
    ['Downloading', status('Downloading')],
    ['Downloaded', status('Downloaded')],
    ['SignatureVerified', status('SignatureVerified')],
    ['Installing', status('Installing')],
    ['Installed', status('Installed')],
    ['Idle', status('Idle')],
    ['DownloadFailed', status('DownloadFailed')],
    ['Polishing', status('Polishing')],
    ['boot new', boot(' 2.1.0 ')],
    ['boot old', boot('1.0.0')],
    ['boot silent', boot(null)],
    ['refused', answer('refused')],
    ['impossible', answer('impossible')],
    ['not sent', answer('not sent')],
    ['session', answer('session')],
  ]
  const EXPECTED: Record<string, string> = {
    Sent: 'Downloading Downloading Downloaded Downloaded Installing Installed - Failed - Verified asks-status asks-status Failed Given-up Queued Waiting-for-session',
    Downloading: '- - Downloaded Downloaded Installing Installed - Failed - Verified asks-status asks-status - - - -',
    Downloaded: '- - - - Installing Installed - Failed - Verified asks-status asks-status - - - -',
    Installing: '- - - - - Installed - Failed - Verified Failed Failed - - - -',
    Installed: '- - - - - - - Failed - Verified Failed Failed - - - -',
    Failed: '- Downloading Downloaded Downloaded Installing - - - - Verified - - - - - -',
    'Given up': '- - - - - - - - - Verified - - - - - -',
    Verified: '- - - - - - - - - Verified - - - - - -',
  }
  test.each(Object.entries(EXPECTED))('%s', (state, words) => {
    const came = FACTS.map(([, fact]) => word(afterFact(progress(state as ChargerState), fact, SETTING)))
    expect(came.map(w => w.replaceAll(' ', '-').replace('asks--', 'asks-'))).toEqual(words.split(' '))
  })
  test.each(['Queued', 'Waiting for session'] as const)('%s: nothing of before it was sent counts', state => {
    for (const [, fact] of FACTS.filter(([name]) => name !== 'boot new'))
      expect(word(afterFact(progress(state, { attempt: 0 }), fact, SETTING))).toBe('-')
    expect(word(afterFact(progress(state, { attempt: 0 }), boot('2.1.0'), SETTING))).toBe('-')
  })
})

describe('after a failure', () => {
  test('it is sent again while attempts are left, not before a while', () => {
    const first = afterFact(progress('Downloading'), status('DownloadFailed'), SETTING).turn
    expect(first).toEqual({
      state: 'Failed',
      reason: expect.stringMatching(/^DownloadFailed: The firmware could not be downloaded/),
      nextAt: minutes(5),
    })
    expect(afterFact(progress('Downloading', { attempt: 2 }), status('DownloadFailed'), SETTING).turn?.state).toBe(
      'Given up',
    )
  })
  test('an attempt that did not reach the charger does not count', () => {
    expect(afterFact(progress('Sent', { attempt: 2 }), answer('not sent'), SETTING).turn).toEqual({
      state: 'Queued',
      reason: 'not sent',
      nextAt: minutes(1),
      isUncounted: true,
    })
    expect(afterFact(progress('Sent', { attempt: 2 }), answer('session'), SETTING).turn).toMatchObject({
      isUncounted: true,
    })
  })
  test('a boot with another version says with which', () => {
    expect(afterFact(progress('Installing'), boot('1.0.0'), SETTING).turn?.reason).toBe(
      'Started with version 1.0.0, not with 2.1.0',
    )
    expect(afterFact(progress('Installed'), boot(null), SETTING).turn?.reason).toBe(
      'Started without telling a version, not with 2.1.0',
    )
  })
})

describe('Idle', () => {
  test.each<[string, Partial<Progress>, string]>([
    ['unasked', {}, '-'],
    ['asked before', { askedAt: AT }, 'Failed'],
    ['asked after', { askedAt: minutes(1) }, '-'],
    ['after a restart', { hasRestarted: true }, 'Failed'],
    ['of a download whose request was lost', { askedAt: AT, isLost: true }, 'Failed'],
  ])('%s', (_, more, expected) =>
    expect(word(afterFact(progress('Downloading', more), status('Idle'), SETTING))).toBe(expected),
  )
})

test('a request that never went out, as the charger says too, does not count', () => {
  const lost = progress('Sent', { isLost: true, askedAt: AT })
  expect(word(afterTime({ ...lost, askedAt: null }, AT, SETTING))).toBe('asks status')
  expect(afterFact(lost, status('Idle'), { ...SETTING, retries: 0 }).turn).toEqual({
    state: 'Queued',
    reason: 'The request did not go out',
    isUncounted: true,
  })
})

describe('time', () => {
  test.each<[ChargerState, number, Partial<Progress>, string]>([
    ['Downloading', 59, {}, '-'],
    ['Downloading', 60, {}, 'asks status'],
    ['Downloading', 64, { askedAt: minutes(60) }, '-'],
    ['Downloading', 65, { askedAt: minutes(60) }, 'Given up'],
    // Asked in the state before.
    ['Downloading', 65, { askedAt: minutes(-1) }, 'asks status'],
    ['Sent', 90, { askedAt: minutes(60) }, 'Given up'],
    // Back after a break in which something may have been told.
    ['Downloading', 10, { connectedAt: minutes(9) }, 'asks status'],
    ['Downloading', 10, { connectedAt: minutes(-9) }, '-'],
    ['Downloading', 10, { connectedAt: minutes(8), askedAt: minutes(9) }, '-'],
    ['Installing', 10, { connectedAt: minutes(9) }, '-'],
    ['Installed', 1, {}, '-'],
    ['Installed', 2, {}, 'asks boot'],
    ['Installed', 59, { askedAt: minutes(2) }, '-'],
    ['Installed', 60, { askedAt: minutes(2) }, 'Given up'],
    ['Queued', 9999, {}, '-'],
    ['Failed', 9999, {}, '-'],
    ['Verified', 9999, {}, '-'],
    ['Given up', 9999, {}, '-'],
  ])('%s for %i minutes, %j: %s', (state, after, more, expected) =>
    expect(word(afterTime(progress(state, more), minutes(after), SETTING))).toBe(expected),
  )
  test('who may still be at it is not sent again, whatever attempts are left', () => {
    const { turn } = afterTime(progress('Downloading', { askedAt: minutes(60) }), minutes(70), {
      ...SETTING,
      retries: 10,
    })
    expect(turn).toEqual({ state: 'Given up', reason: 'Still downloading after 70 minutes' })
  })
})

describe('the end of an operation', () => {
  const end = (more: Partial<TaskEnd>): TaskEnd => ({
    state: 'failed',
    response: null,
    error: 'Text',
    details: null,
    sentAt: null,
    endedAt: AT,
    ...more,
  })
  test.each<[string, Partial<TaskEnd>, string | undefined]>([
    ['under way', { endedAt: null, state: 'sent', error: null }, undefined],
    ['accepted', { state: 'done', error: null }, undefined],
    ['unanswered', { state: 'timeout', error: 'Timeout' }, undefined],
    ['rejected', { response: 'Rejected', error: 'Rejected' }, 'refused'],
    ['an error', { details: { errorCode: 'SecurityError' } }, 'refused'],
    ['an error on the way', { details: { errorCode: 'InternalError' } }, undefined],
    ['unknown to the charger', { details: { errorCode: 'NotSupported' } }, 'impossible'],
    ['not connected', {}, 'not sent'],
    ['a session began', { error: SESSION_BEGAN }, 'session'],
  ])('%s', (_, more, is) => {
    const fact = answerOf(end(more))
    expect(fact?.kind === 'answer' ? fact.is : undefined).toBe(is)
  })
})

test('whatever comes, a charger that is over stays over or is verified, and attempts stay within their number', () => {
  const statuses = [
    'Downloading',
    'Downloaded',
    'DownloadFailed',
    'Installing',
    'InstallationFailed',
    'Installed',
    'Idle',
  ]
  const fact: fc.Arbitrary<Fact> = fc.oneof(
    fc.constantFrom(...statuses).map(status),
    fc.constantFrom('2.1.0', '1.0.0', null).map(boot),
    fc.constantFrom('refused', 'impossible', 'not sent', 'session').map(is => answer(is as 'refused')),
    fc.constant<Fact>({ kind: 'fetched', at: AT }),
  )
  const state = fc.constantFrom(...CHARGER_STATES)
  fc.assert(
    fc.property(
      state,
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 0, max: 3 }),
      fc.boolean(),
      fact,
      (of, attempt, retries, hasRestarted, f) => {
        const { turn } = afterFact(progress(of, { attempt, hasRestarted, askedAt: AT }), f, { ...SETTING, retries })
        if (!turn) return true
        if (of === 'Verified' || of === 'Given up') return turn.state === 'Verified'
        // Verified is told by a boot alone.
        if (turn.state === 'Verified') return f.kind === 'boot' && f.version === '2.1.0'
        if (turn.state === 'Failed') return attempt <= retries && turn.nextAt !== undefined
        // Within an attempt a charger goes forward.
        const [from, to] = [of, turn.state].map(s => (ACTIVE as readonly string[]).indexOf(s))
        return (from ?? -1) < 0 || (to ?? -1) < 0 || (to ?? 0) > (from ?? 0)
      },
    ),
  )
})
