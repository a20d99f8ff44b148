// A scripted session is a whole, well-formed, repeatable one.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { validators } from '../src/validators.ts'
import type { MeterValue } from './meter-values.ts'
import { acOutlet, dcOutlet } from './power.ts'
import { type ScriptedCall, type ScriptedSession, type SessionScript, sessionScript } from './script.ts'
import { ordinaryVehicle, vehicles, vehiclesFor } from './vehicles.ts'

const script: SessionScript = {
  connectorId: 1,
  idTag: 'TAG1',
  plugInAt: Date.UTC(2025, 2, 3, 7, 30),
  outlet: dcOutlet(60_000),
  vehicle: vehiclesFor('DC')[0] ?? ordinaryVehicle,
  soc: 22,
  meterStartWh: 1_000_000,
  seed: 42,
  maxSeconds: 2 * 3600,
  transactionId: 77,
}
/** The whole session at once, for a known `transactionId` (default 0). */
function sessionCalls(script: SessionScript): { calls: ScriptedCall[]; session: ScriptedSession } {
  const calls: ScriptedCall[] = []
  const steps = sessionScript({ transactionId: 0, ...script })
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return { calls, session: step.value }
    calls.push(step.value)
  }
}

const registers = (calls: ReturnType<typeof sessionCalls>['calls']): number[] =>
  calls
    .filter(call => call.action === 'MeterValues')
    .map(call => Number((call.payload.meterValue as MeterValue[])[0]?.sampledValue[0]?.value))

it('goes through the messages of a session in the order of their instants', () => {
  const { calls, session } = sessionCalls(script)
  expect(calls.map(call => call.payload.status ?? call.action).filter(name => name !== 'MeterValues')).toEqual([
    'Preparing',
    'Authorize',
    'StartTransaction',
    'Charging',
    'SuspendedEV',
    'StopTransaction',
    'Finishing',
    'Available',
  ])
  expect(calls.every((call, i) => i === 0 || call.at >= (calls[i - 1]?.at ?? 0))).toBe(true)
  expect(session.energyWh).toBeGreaterThan(20_000)
  expect(session.stopSoc).toBe(100)
})

it('fits the schemas, never lowers the register, ends on meterStop and samples 4 to 8 values', () => {
  fc.assert(
    fc.property(
      fc.nat(),
      fc.constantFrom(...vehicles),
      fc.integer({ min: 0, max: 99 }),
      fc.constantFrom(acOutlet(1), acOutlet(3), dcOutlet()),
      fc.integer({ min: 60, max: 3 * 3600 }),
      (seed, vehicle, soc, outlet, maxSeconds) => {
        const { calls, session } = sessionCalls({ ...script, seed, vehicle, soc, outlet, maxSeconds })
        const seen = registers(calls)
        expect(seen.every((wh, i) => wh >= (seen[i - 1] ?? script.meterStartWh))).toBe(true)
        expect(seen.at(-1)).toBe(session.meterStopWh)
        expect(session.stoppedAt - session.startedAt).toBeLessThanOrEqual(maxSeconds * 1000)
        for (const { action, payload } of calls) expect(validators.get(action)?.call(payload)).toBeUndefined()
        for (const call of calls)
          if (call.action === 'MeterValues') {
            const values = (call.payload.meterValue as MeterValue[])[0]?.sampledValue.length ?? 0
            expect(values).toBeGreaterThanOrEqual(4)
            expect(values).toBeLessThanOrEqual(8)
          }
      },
    ),
    { numRuns: 40 },
  )
})

it('samples on its interval', () => {
  const { calls, session } = sessionCalls({ ...script, sampleSeconds: 600 })
  const periodic = calls.filter(call => call.action === 'MeterValues').slice(1, -1)
  expect(periodic.map(call => (call.at - session.startedAt) / 600_000)).toEqual(periodic.map((_, i) => i + 1))
})

it('the same seed writes the same text, another seed another', () => {
  const text = (seed: number): string => JSON.stringify(sessionCalls({ ...script, seed }))
  expect(text(5)).toBe(text(5))
  expect(text(5)).not.toBe(text(6))
})

it('takes the transactionId from the reply to StartTransaction', () => {
  const { transactionId: _, ...unnumbered } = script
  const steps = sessionScript(unnumbered)
  let reply: { transactionId?: number } | undefined
  const seen: unknown[] = []
  for (let step = steps.next(); !step.done; step = steps.next(reply)) {
    reply = step.value.action === 'StartTransaction' ? { transactionId: 9001 } : undefined
    if (step.value.action === 'StopTransaction') seen.push(step.value.payload.transactionId)
  }
  expect(seen).toEqual([9001])
})

it('a full car that stays is SuspendedEV for its idle time', () => {
  const { calls, session } = sessionCalls({ ...script, soc: 99, idleSeconds: 1800 })
  const full = calls.find(call => call.payload.status === 'SuspendedEV')
  expect(session.stoppedAt - (full?.at ?? 0)).toBe(1_800_000)
})
