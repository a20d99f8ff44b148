// The signs of a charger's health, fact by fact.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TROUBLES } from '#fleet/chargers/trouble.rules.ts'
import { HEALTH_WORDS, type HealthSign, LEVELS } from './charger-health.contract.ts'
import { type BootFacts, bootReason, type Facts, healthOf } from './charger-health.rules.ts'

const AT = new Date('2026-03-11T06:00:00Z')
const HOUR_BEFORE = new Date('2026-03-11T05:05:00Z')
const quiet = { count: 0, kinds: 0, last: null, what: null }
const FACTS: Facts = {
  pk: 7,
  zone: 'Asia/Kolkata',
  registration: 'Accepted',
  isActive: true,
  byHand: false,
  plannedUntil: null,
  firstBootAt: AT,
  trouble: '',
  troubleSince: null,
  turnedAway: null,
  clockOffsetSec: 3,
  clockOffSince: null,
  configDiffers: 0,
  configDiffersSince: null,
  configReadAt: AT,
  connects: { today: 1, yesterday: 0 },
  boots: { today: 0, yesterday: 0 },
  connectedAt: AT,
  refused: quiet,
  odd: quiet,
  error: null,
  lastBootAt: AT,
  bootReason: { asked: null, told: null, isFirst: false, awayMs: 90_000 },
  kwhRegistersSince: null,
  kwhRegistersSeenAt: null,
  overdraw: null,
  outside: null,
  isBalanced: false,
  events: { count: 0, since: null, gravest: null, severity: null },
  security: { critical: 0, alarms: 0, last: null, lastType: null },
  firmware: '1.2',
  updateStatus: null,
  updateAt: null,
}
const signOf = (more: Partial<Facts>, sign: HealthSign['sign']) => {
  const found = healthOf({ ...FACTS, ...more }).signs.find(s => s.sign === sign)
  if (!found) throw new Error(sign)
  return [found.level, found.figure, found.step?.to.replace('/charger/7?', '') ?? null]
}

test('a charger of which nothing is wrong is healthy, with nothing to be done', () => {
  const { level, signs } = healthOf(FACTS)
  expect([level, HEALTH_WORDS[level]]).toEqual(['good', 'Healthy'])
  expect(signs.map(s => [s.label, s.figure, s.step])).toEqual([
    ['Service', 'In service', null],
    ['Load limit', 'No limit by a site', null],
    ['Last error', 'None in 7 days', null],
    ['Connections', '1 connection today, 0 yesterday', null],
    ['Last start', 'By itself, after 2 min without a connection; 0 starts today, 0 yesterday', null],
    ['Clock', 'Correct, less than 2 min off', null],
    ['Configuration', 'As it was set', null],
    ['Meter registers', 'Without a unit they are read as Wh', null],
    ['Refused messages', 'None in 7 days', null],
    ['Unexpected values', 'None in 7 days', null],
    ['Security events', 'None critical in 7 days', null],
    ['Firmware', '1.2', null],
  ])
})

test('what the work of a planned maintenance brings about calls for nothing', () => {
  const during = { plannedUntil: AT, connects: { today: 50, yesterday: 0 }, boots: { today: 20, yesterday: 0 } }
  const error = { connectorId: 2, text: 'HighTemperature', at: AT, isNow: true }
  const { level, signs } = healthOf({ ...FACTS, ...during, error })
  expect([level, signs[0]?.figure, signs.filter(s => s.step)]).toEqual(['good', 'In planned maintenance', []])
  expect(healthOf({ ...FACTS, ...during, updateStatus: 'InstallationFailed' }).level).toBe('look')
})

const breaks = 'tab=timeline&span=86400000&lanes=connection'
const hourOfAt = 'tab=timeline&start=2026-03-11T05%3A05%3A00.000Z&end=2026-03-11T06%3A05%3A00.000Z'
const reset = 'tab=remote_operations&operation=Reset'
test.each<[HealthSign['sign'], Partial<Facts>, string, string, string | null]>([
  ['service', { trouble: 'Offline' }, 'act', 'Offline', breaks],
  // To the hour in which it went offline, however long ago that is.
  ['service', { trouble: 'Offline', troubleSince: AT }, 'act', 'Offline', hourOfAt],
  ['service', { trouble: 'Site down', troubleSince: AT }, 'act', 'Offline together with others of its site', hourOfAt],
  ['service', { trouble: 'Out of service' }, 'act', 'Reports itself out of service', reset],
  ['service', { trouble: 'Connector faulted' }, 'act', 'A connector is faulted', reset],
  [
    'service',
    { trouble: 'Connection refused', turnedAway: { reason: 'Wrong credentials', times: 3, from: HOUR_BEFORE, at: AT } },
    'act',
    'It tries to connect and is refused (Wrong credentials), 3 times since 11 Mar 2026 10:35 (Asia/Kolkata)',
    'tab=general#additional-information',
  ],
  [
    'service',
    { firstBootAt: null, turnedAway: { reason: 'TLS is required', times: 1, from: AT, at: AT } },
    'look',
    'It tries to connect and is refused (TLS is required), 1 time since 11 Mar 2026 11:30 (Asia/Kolkata)',
    'tab=timeline&span=86400000&lanes=connection',
  ],
  [
    'service',
    { registration: 'Pending' },
    'look',
    'Its registration waits, so it cannot charge',
    'tab=general#basic-information',
  ],
  ['service', { registration: 'Rejected' }, 'good', 'Rejected: it is not let in', null],
  ['service', { isActive: false }, 'good', 'Switched off here', null],
  ['service', { byHand: true }, 'good', 'In maintenance that a person has set', null],
  ['service', { firstBootAt: null }, 'look', 'It has never started here', 'tab=general'],
  [
    'security',
    { security: { critical: 3, alarms: 1, last: AT, lastType: 'ResetOrReboot' } },
    'look',
    '3 critical in 7 days, last ResetOrReboot',
    `tab=logs&log=security&${new URLSearchParams({ 'security-filters': '{"combine":"AND","conditions":[{"field":"severity","operator":"equals","value":"Critical"}]}' })}`,
  ],
  [
    'security',
    { security: { critical: 2, alarms: 0, last: AT, lastType: 'StartupOfTheDevice' } },
    ...(['good', '2 critical in 7 days, last StartupOfTheDevice', null] as const),
  ],
  ['limit', { isBalanced: true }, 'good', 'Keeps to the limit of its site', null],
  [
    'limit',
    { outside: { text: 'at most 20 kW by the grid operator', since: AT } },
    ...(['good', 'No limit by a site; from outside: at most 20 kW by the grid operator', null] as const),
  ],
  [
    'limit',
    { isBalanced: true, overdraw: { since: AT, draw: 319, limit: 200, unit: 'dA' } },
    ...(['act', 'Draws 31.9 A, its limit is 20 A', 'tab=remote_operations&operation=RemoteStop'] as const),
  ],
  [
    'error',
    { error: { connectorId: 2, text: 'HighTemperature, E7', at: AT, isNow: true } },
    ...(['look', 'Connector 2: HighTemperature, E7', reset] as const),
  ],
  [
    'error',
    { error: { connectorId: 0, text: 'OtherError', at: AT, isNow: false } },
    ...(['good', 'Charge point: OtherError, over since', null] as const),
  ],
  [
    'error',
    { trouble: 'Connector faulted', error: { connectorId: 1, text: 'GroundFailure', at: AT, isNow: true } },
    ...(['act', 'Connector 1: GroundFailure', reset] as const),
  ],
  ['connections', { connects: { today: 9, yesterday: 9 } }, 'good', '9 connections today, 9 yesterday', null],
  ['connections', { connects: { today: 0, yesterday: 10 } }, 'look', '0 connections today, 10 yesterday', breaks],
  ['connections', { connects: { today: 50, yesterday: 0 } }, 'act', '50 connections today, 0 yesterday', breaks],
  [
    'boot',
    { boots: { today: 5, yesterday: 1 } },
    ...(['look', 'By itself, after 2 min without a connection; 5 starts today, 1 yesterday'] as const),
    'tab=timeline&span=86400000&lanes=connection,status,commands',
  ],
  ['boot', { lastBootAt: null }, 'good', 'None yet', null],
  [
    'clock',
    { clockOffsetSec: 19_800 },
    'look',
    '5 h 30 min ahead; the portal corrects the times that it reports',
    reset,
  ],
  ['clock', { clockOffsetSec: -121 }, 'look', '2 min behind; the portal corrects the times that it reports', reset],
  ['clock', { clockOffsetSec: null }, 'good', 'Not known yet', null],
  ['config', { configReadAt: null }, 'good', 'Not read yet', null],
  [
    'registers',
    { kwhRegistersSeenAt: AT },
    ...(['look', 'They look like kWh without a unit, and are read as Wh', '/transactions/review'] as const),
  ],
  [
    'registers',
    { kwhRegistersSince: AT, kwhRegistersSeenAt: AT },
    ...(['good', 'Without a unit they are read as kWh', null] as const),
  ],
  ['firmware', { updateStatus: 'Installed' }, 'good', '1.2; last update: Installed', null],
  [
    'firmware',
    { updateStatus: 'InstallationFailed' },
    ...(['look', '1.2; last update: InstallationFailed'] as const),
    'tab=remote_operations&operation=UpdateFirmware',
  ],
  ['firmware', { firmware: null }, 'good', 'Not told', null],
  [
    'refused',
    { refused: { count: 1200, kinds: 2, last: AT, what: 'MeterValues (TypeConstraintViolation)' } },
    ...(['look', '1,200 messages in 7 days, last MeterValues (TypeConstraintViolation)'] as const),
    'tab=logs&kind=ERROR&type=OUTGOING',
  ],
  [
    'odd',
    { odd: { count: 0, kinds: 1, last: AT, what: 'StatusNotification.errorCode = Odd' } },
    ...(['look', '1 value in 7 days, last StatusNotification.errorCode = Odd'] as const),
    'tab=logs&action=StatusNotification',
  ],
])('%s of %j: %s, %s', (sign, more, level, figure, to) => {
  expect(signOf(more, sign)).toEqual([level, figure, to])
})

test('keys that differ lead to exactly these', () => {
  const [level, figure, to] = signOf({ configDiffers: 2, configDiffersSince: AT }, 'config')
  expect([level, figure]).toEqual(['look', '2 keys differ from what was set'])
  const query = new URLSearchParams(to ?? '')
  expect([query.get('tab'), JSON.parse(query.get('config-filters') ?? '')]).toEqual([
    'config',
    { combine: 'AND', conditions: [{ field: 'standing', operator: 'equals', value: 'Differs' }] },
  ])
})

test.each<[BootFacts, string]>([
  [{ asked: { operation: 'Reset', by: 'asha' }, told: null, isFirst: false, awayMs: 5 }, 'after Reset by asha'],
  [
    { asked: { operation: 'UpdateFirmware', by: null }, told: null, isFirst: false, awayMs: null },
    'after UpdateFirmware',
  ],
  [{ asked: null, told: 'Watchdog', isFirst: false, awayMs: 5 }, 'by its own word Watchdog'],
  [{ asked: null, told: null, isFirst: true, awayMs: null }, 'its first start here'],
  [{ asked: null, told: null, isFirst: false, awayMs: null }, 'by itself, its connection stood'],
  [
    { asked: null, told: null, isFirst: false, awayMs: 20_000 },
    'by itself, after less than a minute without a connection',
  ],
  [{ asked: null, told: null, isFirst: false, awayMs: 5 * 3_600_000 }, 'by itself, after 5 h without a connection'],
  [{ asked: null, told: null, isFirst: false, awayMs: 72 * 3_600_000 }, 'by itself, after 3 days without a connection'],
])('why it started: %j', (facts, text) => {
  expect(bootReason(facts)).toBe(text)
})

test('the word is that of the worst sign, which stands first; whatever is not good has a next step', () => {
  const many = fc.integer({ min: 0, max: 60 })
  const perDay = fc.record({ today: many, yesterday: many })
  const facts = fc.record({
    trouble: fc.constantFrom('' as const, ...TROUBLES),
    clockOffsetSec: fc.option(fc.integer({ min: -90_000, max: 90_000 })),
    configDiffers: fc.nat(3),
    connects: perDay,
    boots: perDay,
    registration: fc.constantFrom('Pending', 'Accepted', 'Rejected' as const),
    updateStatus: fc.option(fc.constantFrom('Installed', 'DownloadFailed')),
  })
  fc.assert(
    fc.property(facts, more => {
      const { level, signs } = healthOf({ ...FACTS, ...more } as Facts)
      expect(level).toBe(signs[0]?.level)
      const ranks = signs.map(s => LEVELS.indexOf(s.level))
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
      for (const s of signs) expect(s.step !== null).toBe(s.level !== 'good')
    }),
  )
})
