// A scripted session of 2.0.1 is a whole, well-formed one, with the energy of the same session in 1.6.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ocpp201 } from '../../src/ocpp201.ts'
import type { CourseEnd } from '../course.ts'
import { acOutlet, dcOutlet } from '../power.ts'
import { sessionScript } from '../script.ts'
import { ordinaryVehicle, vehicles } from '../vehicles.ts'
import { type ScriptedCall201, type SessionScript201, sessionScript201 } from './script.ts'

const script: SessionScript201 = {
  evseId: 2,
  idToken: { idToken: 'TAG1', type: 'ISO14443' },
  transactionId: 'T-1',
  plugInAt: Date.UTC(2025, 2, 3, 7, 30),
  outlet: dcOutlet(60_000),
  vehicle: ordinaryVehicle,
  soc: 22,
  meterStartWh: 1_000_000,
  seed: 42,
  maxSeconds: 2 * 3600,
}

function callsOf(of: SessionScript201): { calls: ScriptedCall201[]; end: CourseEnd } {
  const calls: ScriptedCall201[] = []
  const steps = sessionScript201(of)
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return { calls, end: step.value }
    calls.push(step.value)
  }
}
const eventsOf = (calls: ScriptedCall201[]) =>
  calls.flatMap(call => (call.action === 'TransactionEvent' ? [call.payload] : []))

it('goes from the cable to the cable with rising numbers', () => {
  const { calls, end } = callsOf(script)
  const events = eventsOf(calls)
  expect(calls.slice(0, 3).map(call => call.action)).toEqual(['StatusNotification', 'Authorize', 'TransactionEvent'])
  expect(calls.at(-1)?.payload).toMatchObject({ connectorStatus: 'Available', evseId: 2 })
  expect(events.map(event => event.seqNo)).toEqual(events.map((_, n) => n))
  expect(events[0]).toMatchObject({ eventType: 'Started', triggerReason: 'Authorized', idToken: script.idToken })
  expect(
    events.filter(event => event.triggerReason === 'ChargingStateChanged').map(e => e.transactionInfo.chargingState),
  ).toEqual(['Charging', 'SuspendedEV'])
  expect(events.at(-1)).toMatchObject({ eventType: 'Ended', transactionInfo: { stoppedReason: 'Local' } })
  const register = events.at(-1)?.meterValue?.[0]?.sampledValue[0]
  expect(register).toMatchObject({ value: end.meterStopWh, unitOfMeasure: { unit: 'Wh' }, context: 'Transaction.End' })
})

it('fits the schemas, and delivers what the same session delivers in 1.6', () => {
  fc.assert(
    fc.property(
      fc.nat(),
      fc.constantFrom(...vehicles),
      fc.integer({ min: 0, max: 99 }),
      fc.constantFrom(acOutlet(1), acOutlet(3), dcOutlet()),
      fc.constantFrom('Local', 'EVDisconnected', 'Remote', 'EmergencyStop'),
      (seed, vehicle, soc, outlet, reason) => {
        const course = { ...script, seed, vehicle, soc, outlet, maxSeconds: 3600 }
        const { calls, end } = callsOf({ ...course, reason: reason as 'Local' })
        for (const { action, payload } of calls)
          expect(ocpp201.validators.get(action)?.sentCall(payload)).toBeUndefined()
        const steps = sessionScript({ ...course, connectorId: 2, idTag: 'TAG1', transactionId: 7, reason })
        let step = steps.next()
        while (!step.done) step = steps.next()
        expect({ transactionId: 7, ...end }).toEqual(step.value)
      },
    ),
    { numRuns: 30 },
  )
})
