// The reasons that are kept with a row of an imported file.
import { expect, test } from 'vitest'
import { reasonsOfRow } from './import-reasons.rules.ts'
import { textsOf } from './import-values.rules.ts'

const mapping = { chargepoint_id: 0, 'address.city': 1, 'connectors.0.kw': 2, chargingSiteId: 3 }
const row = textsOf(['BLR-1', 'Mysuru', '60', 'North'], mapping)
const before = { address: { city: 'Bengaluru' }, connectors: [{ kw: 30 }], chargingSiteId: 3 }
const after = { address: { city: 'Mysuru' }, connectors: [{ kw: 60 }], chargingSiteId: 4 }

test('a change names what changes, and what it was, but no numbers of sites', () => {
  const of = reasonsOfRow('chargers', row, { outcome: 'changed', recordId: 1, before, after })
  expect(of?.map(r => [r.field, r.value, r.reason]).sort()).toEqual([
    ['address.city', 'Mysuru', 'City changes to Mysuru, was Bengaluru'],
    ['chargingSiteId', 'North', 'Charging Site changes to North'],
    ['connectors.0.kw', '60', 'Connector 1 Power (kW) changes to 60, was 30'],
  ])
})

test('a refusal keeps its reasons; of the others there is nothing to say', () => {
  const reasons = [{ field: 'x', value: '1', reason: 'No' }]
  expect(reasonsOfRow('chargers', row, { outcome: 'refused', reasons })).toBe(reasons)
  expect(reasonsOfRow('chargers', row, { outcome: 'equal', recordId: 1 })).toBeNull()
  expect(reasonsOfRow('chargers', row, { outcome: 'new', recordId: 1, after })).toBeNull()
})
