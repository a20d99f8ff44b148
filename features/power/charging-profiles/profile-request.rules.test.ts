// The request made from any profile that the form accepts; the places for a profile, and the reasons against sending
// it.
import { compile } from '@wattdesk/ocpp/compile'
import { messages } from '@wattdesk/ocpp/messages'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChargingProfile } from './charging-profile.contract.ts'
import { KINDS, PURPOSES, RATE_UNITS, RECURRENCIES } from './profile-choices.words.ts'
import { beyondLimits, ocppProfileOf, placeFor, type Session } from './profile-request.rules.ts'

const instant = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  .map(d => d.toISOString().replace(/\.\d+Z$/, 'Z'))
const tenths = fc.integer({ min: 1, max: 1_000_000 }).map(n => n / 10)
const maybe = <T>(a: fc.Arbitrary<T>) => fc.option(a, { nil: null })
const anyProfile: fc.Arbitrary<ChargingProfile> = fc.record({
  charging_profile_pk: fc.constant(1),
  charging_profile_id: fc.integer({ min: 1, max: 2_147_483_647 }),
  teamId: fc.constant(1),
  team_name: fc.constant('Team'),
  stack_level: fc.nat(20),
  description: fc.string(),
  charging_profile_purpose: fc.constantFrom(...PURPOSES),
  charging_profile_kind: fc.constantFrom(...KINDS),
  recurrency_kind: maybe(fc.constantFrom(...RECURRENCIES)),
  valid_from: maybe(instant),
  valid_to: maybe(instant),
  duration_in_seconds: maybe(fc.integer({ min: 1, max: 1_000_000 })),
  start_schedule: maybe(instant),
  note: fc.string(),
  min_charging_rate: maybe(tenths),
  charging_rate_unit: fc.constantFrom(...RATE_UNITS),
  schedulePeriods: fc.uniqueArray(fc.integer({ min: 1, max: 604_800 }), { minLength: 1, maxLength: 24 }).chain(starts =>
    fc.tuple(
      ...starts
        .toSorted((a, b) => a - b)
        .map(start_period =>
          fc.record({
            schedule_period_pk: fc.nat(),
            start_period: fc.constant(start_period),
            power_limit: tenths,
            number_phase: maybe(fc.integer({ min: 1, max: 3 })),
          }),
        ),
    ),
  ),
})
const profile = (more: Partial<ChargingProfile> = {}): ChargingProfile => ({
  ...(fc.sample(anyProfile, { numRuns: 1, seed: 7 })[0] as ChargingProfile),
  ...more,
})
const fits = compile(messages.SetChargingProfile.request)
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

describe('the profile as it is sent', () => {
  test('periods ascend from 0 and keep their limits; the rest stands at its own second', () => {
    fc.assert(
      fc.property(anyProfile, p => {
        const sent = ocppProfileOf(p).chargingSchedule.chargingSchedulePeriod
        expect(sent.map(s => s.startPeriod)).toEqual([0, ...p.schedulePeriods.slice(1).map(s => s.start_period)])
        expect(sent.every((s, i) => i === 0 || s.startPeriod > (sent[i - 1]?.startPeriod ?? 0))).toBe(true)
        expect(sent.map(s => s.limit)).toEqual(p.schedulePeriods.map(s => s.power_limit))
        expect(sent.map(s => s.numberPhases ?? null)).toEqual(p.schedulePeriods.map(s => s.number_phase))
      }),
    )
  })
  test('fits the schema of OCPP, which has one decimal at most and no field of ours', () => {
    fc.assert(
      fc.property(anyProfile, fc.integer({ min: 1 }), (p, transactionId) => {
        const request = { connectorId: 1, csChargingProfiles: ocppProfileOf(p, transactionId) }
        expect(fits(request)).toBeUndefined()
      }),
    )
  })
  test('a recurrency goes with a recurring profile alone, Daily unless told; times are UTC instants', () => {
    fc.assert(
      fc.property(anyProfile, p => {
        const sent = ocppProfileOf(p)
        expect(sent.recurrencyKind).toBe(
          p.charging_profile_kind === 'Recurring' ? (p.recurrency_kind ?? 'Daily') : undefined,
        )
        const { startSchedule } = sent.chargingSchedule
        for (const at of [sent.validFrom, sent.validTo, startSchedule]) if (at !== undefined) expect(at).toMatch(UTC)
        expect(startSchedule).toBe(
          p.charging_profile_kind === 'Relative' ? undefined : (p.start_schedule ?? p.valid_from ?? undefined),
        )
      }),
    )
  })
  test('only a TxProfile names a transaction, and has no validity', () => {
    fc.assert(
      fc.property(anyProfile, fc.integer({ min: 1 }), (p, transactionId) => {
        const sent = ocppProfileOf(p, transactionId)
        const isOfSession = p.charging_profile_purpose === 'TxProfile'
        expect(sent.transactionId).toBe(isOfSession ? transactionId : undefined)
        expect('validFrom' in sent).toBe(!isOfSession && p.valid_from !== null)
        expect('validTo' in sent).toBe(!isOfSession && p.valid_to !== null)
      }),
    )
  })
})

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 5, 10, minutes))
const session = (more: Partial<Session> = {}): Session => ({
  transactionId: 9,
  startedAt: at(0),
  startReceivedAt: at(0),
  isHeardOf: false,
  ...more,
})
const late = { startReceivedAt: at(30) }
test.each<[string, ChargingProfile['charging_profile_purpose'], number, Session | undefined, string | undefined]>([
  ['a maximum at the whole charge point', 'ChargePointMaxProfile', 0, undefined, undefined],
  [
    'a maximum at a connector',
    'ChargePointMaxProfile',
    1,
    undefined,
    'A ChargePointMaxProfile is for the whole charge point, connector 0',
  ],
  ['a default anywhere', 'TxDefaultProfile', 0, undefined, undefined],
  ['a default at a connector', 'TxDefaultProfile', 2, undefined, undefined],
  [
    'a session’s at the whole charge point',
    'TxProfile',
    0,
    session(),
    'A TxProfile is for a session: choose the connector on which it runs',
  ],
  ['a session’s where none runs', 'TxProfile', 2, undefined, 'No session is running on connector 2'],
  ['a session’s where it runs', 'TxProfile', 1, session(), undefined],
  ['a session whose start took 4 minutes', 'TxProfile', 1, session({ startReceivedAt: at(4) }), undefined],
  [
    'a session whose start was kept while offline',
    'TxProfile',
    1,
    session(late),
    'The start of transaction 9 on connector 1 was reported late and nothing has been heard of the session since: it may be over',
  ],
  ['the same, heard of since', 'TxProfile', 1, session({ ...late, isHeardOf: true }), undefined],
])('%s', (_, charging_profile_purpose, connectorId, running, refusal) => {
  const placed = placeFor(profile({ charging_profile_purpose }), connectorId, running)
  expect(placed.ok ? undefined : placed.error).toBe(refusal)
})

const three = [1, 2, 3].map(start_period => ({
  schedule_period_pk: 1,
  start_period,
  power_limit: 6,
  number_phase: null,
}))
test.each<[string, Record<string, string>, string | undefined]>([
  ['nothing told', {}, undefined],
  [
    'all within',
    {
      chargeprofilemaxstacklevel: '4',
      chargingschedulemaxperiods: '3',
      chargingscheduleallowedchargingrateunit: 'Current,Power',
    },
    undefined,
  ],
  [
    'the stack level',
    { chargeprofilemaxstacklevel: '3' },
    'The charge point takes stack levels up to 3, the profile has 4',
  ],
  ['periods', { chargingschedulemaxperiods: '2' }, 'The charge point takes 2 periods at most, the profile has 3'],
  [
    'the unit',
    { chargingscheduleallowedchargingrateunit: 'Power' },
    'The charge point takes limits in W only, those of the profile are in A',
  ],
  [
    'the unit by its letter',
    { chargingscheduleallowedchargingrateunit: ' w ' },
    'The charge point takes limits in W only, those of the profile are in A',
  ],
  ['its unit among others', { chargingscheduleallowedchargingrateunit: 'Power, Current' }, undefined],
  [
    'words nobody knows',
    {
      chargeprofilemaxstacklevel: 'many',
      chargingschedulemaxperiods: '',
      chargingscheduleallowedchargingrateunit: 'Horses',
    },
    undefined,
  ],
])('what the charger told of itself: %s', (_, told, refusal) => {
  const p = profile({ stack_level: 4, charging_rate_unit: 'A', schedulePeriods: three })
  expect(beyondLimits(p, new Map(Object.entries(told)))).toBe(refusal)
})
