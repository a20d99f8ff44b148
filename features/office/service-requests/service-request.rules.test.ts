import { expect, test } from 'vitest'
import { TICKET_STATES } from './service-request.fields.ts'
import { changedState, statesAfter } from './service-request.rules.ts'

const allowed = ['OPEN IN_PROGRESS', 'IN_PROGRESS RESOLVED', 'RESOLVED CLOSED', 'RESOLVED IN_PROGRESS']
const pairs = TICKET_STATES.flatMap(from => TICKET_STATES.map(to => [from, to] as const))

test.each(pairs)('from %s to %s', (from, to) => {
  const may = from !== 'CLOSED' && (from === to || allowed.includes(`${from} ${to}`))
  expect(changedState(from, to).ok).toBe(may)
})

test('a refusal names both states as they are shown, and a closed request says that it is final', () => {
  expect(changedState('OPEN', 'CLOSED')).toEqual({
    ok: false,
    error: 'A service request cannot go from Open to Closed',
  })
  expect(changedState('CLOSED', undefined)).toEqual({ ok: false, error: 'A closed service request cannot be changed' })
})

test('without a new state the present one stays', () => {
  expect(changedState('RESOLVED', undefined)).toEqual({ ok: true, value: 'RESOLVED' })
})

test('the choices are the present state and what follows', () => {
  expect(statesAfter('RESOLVED')).toEqual(['IN_PROGRESS', 'RESOLVED', 'CLOSED'])
  expect(statesAfter('CLOSED')).toEqual(['CLOSED'])
})
