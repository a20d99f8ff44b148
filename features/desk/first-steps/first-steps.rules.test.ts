// Which of the first steps are done by what there is.
import { describe, expect, test } from 'vitest'
import type { FirstSteps } from './first-steps.contract.ts'
import { doneSteps, nextStep, STEPS, simulatorCommand } from './first-steps.rules.ts'

const charger: NonNullable<FirstSteps['charger']> = {
  chargepoint_pk: 1,
  chargepoint_id: 'COAST-01',
  teamId: 2,
  registrationStatus: 'Accepted',
  security_profile: 0,
  connectorCount: 1,
  lastBootAt: '2026-03-11T06:00:00.000Z',
  ocppProtocol: 'ocpp1.6J',
  vendor: 'Maker',
  model: 'M1',
}
const all: Omit<FirstSteps, 'state'> = {
  missing: [],
  team: { teamId: 2, name: 'Quay' },
  price: { priceGroupId: 3, name: 'Day price' },
  charger,
  session: { transactionId: 4, startedAt: '2026-03-11T06:10:00.000Z', stoppedAt: null },
}

test('all that there is makes all steps done', () => {
  expect(Object.values(doneSteps(all))).toEqual(STEPS.map(() => true))
  expect(nextStep(all)).toBeUndefined()
})

describe('a step is the next one while', () => {
  test.each([
    ['company', { missing: ['Domain is required'] }],
    ['team', { team: null }],
    ['price', { price: null }],
    ['charger', { charger: null }],
    ['charger', { charger: { ...charger, lastBootAt: null } }],
    ['charger', { charger: { ...charger, registrationStatus: 'Pending' as const } }],
    ['session', { session: null }],
  ] as const)('%s: %o', (step, lacking) => {
    const steps = { ...all, ...lacking, missing: 'missing' in lacking ? [...lacking.missing] : [] }
    expect(nextStep(steps)).toBe(step)
    expect(STEPS.filter(s => !doneSteps(steps)[s])).toEqual([step])
  })
})

test.each([
  ['COAST-01', 1, 'npm run sim -- --url ws://h/ocpp --identity COAST-01 --connectors 1'],
  ['Bay 1', 3, 'npm run sim -- --url ws://h/ocpp --identity "Bay 1" --connectors 3'],
  ['Bay 1', 9, 'npm run sim -- --url ws://h/ocpp --identity "Bay 1" --connectors 4'],
])('the simulator is called for %s with %i connectors', (chargepoint_id, connectorCount, command) =>
  expect(simulatorCommand('ws://h/ocpp', { chargepoint_id, connectorCount })).toBe(command),
)
