// The groups of the operations, and the search among them.
import { expect, test } from 'vitest'
import { isMore, operations } from '#control/remote-operations/operations/operations.contract.ts'
import { groupOf, isFoundBy, operationGroups } from './operation-groups.rules.ts'

test('every operation below More operations has a group, the first nine have none', () => {
  for (const { name } of operations) expect(groupOf(name) !== undefined, name).toBe(isMore(name))
})
test('no group is empty', () => {
  for (const group of operationGroups)
    expect(
      operations.some(o => groupOf(o.name) === group),
      group,
    ).toBe(true)
})
test.each([
  ['', true],
  ['reset', true],
  ['EVSE', true],
  ['reset evse', true],
  ['evse one', true],
  ['firmware', false],
])('"%s" finds ResetEvse: %s', (q, found) => {
  expect(isFoundBy(q, { operation: 'ResetEvse', help: 'Restarts one EVSE and leaves the others.' })).toBe(found)
})
