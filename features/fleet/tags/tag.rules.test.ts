// The answer to a tag, status by status (D-OCPP-3, D-TAG-4, OCPP 1.6 §4.1, §4.8).
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { authorise, closed, startRefusal, type TagStanding } from './tag.rules.ts'

const now = new Date('2026-03-02T12:00:00Z')
const inMs = (ms: number) => new Date(now.getTime() + ms)
/** A tag of the charger's team, without limit and without expiry. */
const valid: TagStanding = {
  ocppTagPk: 1,
  parentIdTag: null,
  expiresAt: null,
  maxActiveTransactions: -1,
  isDriverDisabled: false,
  activeSessions: 0,
  isAttached: false,
  isAttachedHere: false,
  isOfTeamHere: true,
  isOtherEvse: false,
  isTooLow: false,
}

describe('the status of a tag', () => {
  test.each<[string, Partial<TagStanding>, string]>([
    ['a tag of the team', {}, 'Accepted'],
    ['a tag of another team', { isOfTeamHere: false }, 'Invalid'],
    ['a tag attached to this charger', { isAttached: true, isAttachedHere: true, isOfTeamHere: false }, 'Accepted'],
    ['a tag of the team attached to another charger', { isAttached: true }, 'Invalid'],
    ['a tag of other EVSEs', { isOtherEvse: true }, 'Invalid'],
    ['a tag until a moment from now', { expiresAt: inMs(1) }, 'Accepted'],
    ['a tag until now', { expiresAt: now }, 'Expired'],
    ['a tag until a moment ago', { expiresAt: inMs(-1) }, 'Expired'],
    ['a limit of 0', { maxActiveTransactions: 0 }, 'Blocked'],
    ['a disabled driver', { isDriverDisabled: true }, 'Blocked'],
    ['too low a balance', { isTooLow: true }, 'Blocked'],
    ['a limit of 1, nothing running', { maxActiveTransactions: 1 }, 'Accepted'],
    ['a limit of 1, one running', { maxActiveTransactions: 1, activeSessions: 1 }, 'ConcurrentTx'],
    ['a limit of 3, two running', { maxActiveTransactions: 3, activeSessions: 2 }, 'Accepted'],
    ['a limit of 3, three running', { maxActiveTransactions: 3, activeSessions: 3 }, 'ConcurrentTx'],
    ['a limit of 3, four running', { maxActiveTransactions: 3, activeSessions: 4 }, 'ConcurrentTx'],
    ['no limit, many running', { maxActiveTransactions: -1, activeSessions: 99 }, 'Accepted'],
    ['no limit by another negative number', { maxActiveTransactions: -7, activeSessions: 99 }, 'Accepted'],
  ])('%s', (_, more, status) => {
    expect(authorise({ ...valid, ...more }, now).status).toBe(status)
  })

  test('the first reason counts: Invalid, then Expired, then Blocked, then ConcurrentTx', () => {
    const all = { expiresAt: now, isTooLow: true, maxActiveTransactions: 1, activeSessions: 1 }
    expect(authorise({ ...valid, ...all, isOfTeamHere: false }, now).status).toBe('Invalid')
    expect(authorise({ ...valid, ...all }, now).status).toBe('Expired')
    expect(authorise({ ...valid, ...all, expiresAt: null }, now).status).toBe('Blocked')
    expect(authorise({ ...valid, ...all, expiresAt: null, isTooLow: false }, now).status).toBe('ConcurrentTx')
  })

  test('group and expiry go with every answer to a known tag, and with none to an unknown tag', () => {
    const known = { ...valid, parentIdTag: 'FLEET', expiresAt: inMs(1000) }
    const info = { parentIdTag: 'FLEET', expiryDate: '2026-03-02T12:00:01.000Z' }
    expect(authorise(known, now)).toEqual({ status: 'Accepted', ...info })
    expect(authorise({ ...known, maxActiveTransactions: 0 }, now)).toEqual({ status: 'Blocked', ...info })
    expect(authorise({ ...known, maxActiveTransactions: 1, activeSessions: 1 }, now)).toEqual({
      status: 'ConcurrentTx',
      ...info,
    })
    expect(authorise(known, inMs(1000))).toEqual({ status: 'Expired', ...info })
    expect(authorise({ ...known, isOfTeamHere: false }, now)).toEqual({ status: 'Invalid' })
    expect(authorise(undefined, now)).toEqual({ status: 'Invalid' })
    expect(authorise(valid, now)).toEqual({ status: 'Accepted' })
  })

  test('with any limit above 0 exactly so many sessions run at once', () => {
    const limit = fc.integer({ min: 1, max: 50 })
    fc.assert(
      fc.property(limit, fc.integer({ min: 0, max: 60 }), (maxActiveTransactions, activeSessions) => {
        const { status } = authorise({ ...valid, maxActiveTransactions, activeSessions }, now)
        expect(status === 'Accepted').toBe(activeSessions < maxActiveTransactions)
      }),
    )
  })
})

test('a station that is closed blocks tags that would be accepted, and no other answer changes (D-LIVE-3)', () => {
  expect(closed({ status: 'Accepted', parentIdTag: 'FLEET' }, true)).toEqual({
    status: 'Blocked',
    parentIdTag: 'FLEET',
  })
  expect(closed({ status: 'Accepted' }, false)).toEqual({ status: 'Accepted' })
  for (const status of ['Expired', 'Invalid', 'ConcurrentTx', 'Blocked'] as const)
    expect(closed({ status }, true)).toEqual({ status })
})

test.each<[Partial<TagStanding> | undefined, string | undefined]>([
  [undefined, 'This tag is unknown'],
  [{}, undefined],
  [{ isOfTeamHere: false }, 'This tag is not valid on this charge point'],
  [{ expiresAt: now }, 'This tag has expired'],
  [{ maxActiveTransactions: 0 }, 'This tag is blocked'],
  [{ isTooLow: true }, 'The balance of this tag is too low to start a session'],
  [{ maxActiveTransactions: 1, activeSessions: 1 }, 'This tag has as many sessions running as it may have'],
  [{ expiresAt: now, isTooLow: true }, 'This tag has expired'],
])('a start with %j is refused in words: %s', (more, text) => {
  expect(startRefusal(more && { ...valid, ...more }, now)).toBe(text)
})
