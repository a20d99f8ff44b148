import { expect, test } from 'vitest'
import { placeSuffix } from './operation-place.rules.ts'

const charger = { chargepoint_pk: 1, chargepoint_id: 'CP-1' }
const connectors = [{ connectorId: 2, evseId: 2, evseConnectorId: null }]
test.each([
  [charger, { connectorId: '2' }, ', connector 2'],
  [{ ...charger, connectors }, { connectorId: '2' }, ', EVSE 2'],
  [{ ...charger, connectors }, { connectorId: 3 }, ', connector 3'],
  [{ ...charger, connectors }, { connectorId: '0' }, ''],
  [charger, {}, ''],
])('%o with %o: %s', (of, values, text) => expect(placeSuffix(of, values)).toBe(text))
