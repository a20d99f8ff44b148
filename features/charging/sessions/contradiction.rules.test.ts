// Which late readings contradict a bill, at their boundaries.
import { expect, test } from 'vitest'
import { contradictionOf, contradictionText, otherRegister } from './contradiction.rules.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 12, minute))
const session = { startedAt: at(0), stoppedAt: at(20), meterStartWh: 1000, meterStopWh: 11_000, maxPowerW: 60_000 }

test.each([
  ['as the bill has it', 10, 6000, undefined],
  ['the stop register itself', 20, 11_000, undefined],
  ['above the stop, as far as rounding goes', 20, 11_010, undefined],
  ['above the stop', 20, 11_011, 11],
  ['above the stop, after it', 25, 12_500, 1500],
  ['more than the connector can deliver', 20, 900_000, undefined],
  ['below the start', 5, 400, 600],
  ['below the start, as far as rounding goes', 5, 990, undefined],
  ['before the session', -5, 400, undefined],
  ['fallen after the stop', 25, 9000, 2000],
])('a reading %s', (_, minute, wh, offWh) => {
  expect(contradictionOf(session, { at: at(minute), wh })?.offWh).toBe(offWh)
})

test.each([
  [11_000, undefined],
  [11_001, undefined],
  [11_002, 2],
  [4000, 7000],
])('another stop register: %i Wh', (wh, offWh) => {
  expect(otherRegister('stop', 11_000, wh)?.offWh).toBe(offWh)
})

const assumed = { meterStartWh: 1000, meterStopWh: 11_000, chargedPaise: 21_240, idTag: 'FIRST' }
const stop = { what: 'stop', wh: 9000, at: null, offWh: 2000 }
const card = { what: 'card', idTag: 'OTHER', offWh: 0 }
const BILL = 'The bill goes from 1,000 Wh to 11,000 Wh.'
test.each([
  [
    { came: { what: 'reading', wh: 12_500, at: '2026-03-02T12:15:00Z', offWh: 1500 } },
    `${BILL} A reading of 02 Mar 2026 12:15 (UTC) that came afterwards tells 12,500 Wh.`,
  ],
  [{ came: stop }, `${BILL} Afterwards the charger told 9,000 Wh as the register of its stop.`],
  [{ card }, 'The session goes by the card FIRST. An earlier event of the charger names the card OTHER.'],
  [
    { came: stop, card },
    `${BILL} Afterwards the charger told 9,000 Wh as the register of its stop. The session goes by the card FIRST. An earlier event of the charger names the card OTHER.`,
  ],
])('what the bill assumed and what came, in words: %j', (told, text) => {
  expect(contradictionText({ assumed, ...told }, 'UTC')).toBe(text)
})

test('the detail of another review has no such words', () => {
  expect(contradictionText({ meterStop: 1 }, 'UTC')).toBeUndefined()
  expect(contradictionText(null, 'UTC')).toBeUndefined()
})
