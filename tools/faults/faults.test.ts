// The faults of docs/faults.md in small: one cluster of four nodes with a standby, chargers that charge, an operator and a
// viewer. After each fault all is as before within the test's time, and at the end nothing confirmed is lost or doubled.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { disturb, FAULTS, figuresOf } from './all.ts'
import { Stand } from './stand.ts'

const PATIENCE_MS = 120_000
let stand: Stand
beforeAll(async () => {
  stand = await Stand.open({
    size: 'small',
    chargers: 8,
    sessionSeconds: [0.5, 2],
    operationSeconds: 0.25,
    say: () => undefined,
  })
}, PATIENCE_MS)
afterAll(() => stand.close(), PATIENCE_MS)

/** Does a fault by its name, and finds nothing wrong. */
const suffers = async (name: string) => {
  const fault = FAULTS.find(f => f.name === name)
  if (!fault) throw new Error(`There is no fault ${name}`)
  const stopped = stand.drivers.acks.stops.length
  expect((await disturb(stand, fault, false)).wrong).toEqual([])
  // Chargers charge on.
  await expect.poll(() => stand.drivers.acks.stops.length, { timeout: 30_000 }).toBeGreaterThan(stopped)
}

test('kill-api', () => suffers('kill-api'), PATIENCE_MS)
test('kill-ocpp', () => suffers('kill-ocpp'), PATIENCE_MS)
test('kill-jobs', () => suffers('kill-jobs'), PATIENCE_MS)
test('kill-haproxy', () => suffers('kill-haproxy'), PATIENCE_MS)
test('kill-nats', () => suffers('kill-nats'), PATIENCE_MS)
test('kill-primary', () => suffers('kill-primary'), PATIENCE_MS)
test('kill-standby', () => suffers('kill-standby'), PATIENCE_MS)
test('nats-away', () => suffers('nats-away'), PATIENCE_MS)
test('database-restarted', () => suffers('database-restarted'), PATIENCE_MS)
test('database-frozen', () => suffers('database-frozen'), PATIENCE_MS)
test('database-slow', () => suffers('database-slow'), PATIENCE_MS)
test('all-at-once', () => suffers('all-at-once'), PATIENCE_MS)
test('flapping', () => suffers('flapping'), PATIENCE_MS)
test('poisoned-frames', () => suffers('poisoned-frames'), PATIENCE_MS)
test('clock-step', () => suffers('clock-step'), PATIENCE_MS)
test('slow-loris', () => suffers('slow-loris'), PATIENCE_MS)
test('wrong-passwords', () => suffers('wrong-passwords'), PATIENCE_MS)
test('streams', () => suffers('streams'), PATIENCE_MS)
// The last one: the cluster has no standby afterwards.
test('deploy', () => suffers('deploy'), PATIENCE_MS)

test('nothing confirmed is lost or doubled, the ledger is at 0, no operation is left over, the live panel is up to date', async () => {
  expect(await stand.judged()).toEqual([])
  const { sessions, meters, operations, lostLinks } = figuresOf(stand)
  expect(sessions).toBeGreaterThan(50)
  expect(meters).toBeGreaterThan(sessions)
  expect(operations).toBeGreaterThan(50)
  // Calls were cut off and sent again: the faults hit something.
  expect(lostLinks).toBeGreaterThan(0)
}, 180_000)
