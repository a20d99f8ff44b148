// The state of a reservation (O-68, O-69; OCPP 1.6 §5.13).
import { describe, expect, test } from 'vitest'
import { type Facts, stateOf } from './reservation.rules.ts'

const now = new Date('2026-03-02T12:00:00Z')
const accepted: Facts = {
  taskState: 'done',
  expiresAt: new Date(now.getTime() + 1),
  maintenance: null,
  endedAs: null,
  transactionId: null,
  isCancelled: false,
  isBroken: false,
}
describe('the state of a reservation', () => {
  test.each<[string, Partial<Facts>, string]>([
    ['accepted', {}, 'reserved'],
    ['not sent yet', { taskState: 'queued' }, 'asked'],
    ['not answered yet', { taskState: 'sent' }, 'asked'],
    ['Rejected', { taskState: 'failed' }, 'refused'],
    ['the answer was lost', { taskState: 'timeout' }, 'unknown'],
    ['at its expiry', { expiresAt: now }, 'expired'],
    ['after its expiry, with a lost answer', { expiresAt: now, taskState: 'timeout' }, 'expired'],
    ['with its session', { transactionId: 7 }, 'used'],
    ['with its session, although the answer was lost', { transactionId: 7, taskState: 'timeout' }, 'used'],
    ['cancelled', { isCancelled: true }, 'cancelled'],
    [
      'cancelled for maintenance, which takes its connector out',
      { maintenance: 'Cables', isBroken: true },
      'cancelled',
    ],
    ['with a fault', { isBroken: true }, 'ended'],
    ['that the charge point could not keep', { endedAs: 'Removed' }, 'ended'],
    ['whose time was over as the charge point tells', { endedAs: 'Expired', isBroken: true }, 'expired'],
  ])('%s', (_, more, state) => expect(stateOf({ ...accepted, ...more }, now)).toBe(state))

  test('nothing that follows makes a reservation out of a refusal', () => {
    const all = { transactionId: 7, isCancelled: true, isBroken: true, expiresAt: now }
    expect(stateOf({ ...accepted, ...all, taskState: 'failed' }, now)).toBe('refused')
    expect(stateOf({ ...accepted, ...all, taskState: 'sent' }, now)).toBe('asked')
  })
  test('the first end counts: its session, the cancellation, the fault, the expiry', () => {
    const end = { isCancelled: true, isBroken: true, expiresAt: now }
    expect(stateOf({ ...accepted, ...end, transactionId: 7 }, now)).toBe('used')
    expect(stateOf({ ...accepted, ...end }, now)).toBe('cancelled')
    expect(stateOf({ ...accepted, ...end, isCancelled: false }, now)).toBe('ended')
  })
})
