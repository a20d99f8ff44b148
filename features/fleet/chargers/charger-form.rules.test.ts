// The values of the charger form (D-CHARGER-5, D-CHARGER-9, D-CHARGER-11, D-OCPP-1, D-OCPP-9).
import { describe, expect, test } from 'vitest'
import type { Charger } from './charger.contract.ts'
import { ChargerBody } from './charger-body.contract.ts'
import {
  blankConnector,
  labelOf,
  newValues,
  SECURITY_PROFILES,
  shownConnectors,
  TAB_FIELDS,
  valuesOf,
} from './charger-form.rules.ts'
import { MAX_CONNECTORS } from './charger-form.words.ts'
import { socketAddress } from './socket-address.rules.ts'

describe('a new charger', () => {
  test('is active, is shown, takes cards and wallets; its other switches are off', () => {
    expect(newValues(3, true)).toMatchObject({
      teamId: 3,
      isActive: true,
      showOnPortal: true,
      payWithCard: true,
      payWithWallet: true,
      employeeOrResident: false,
      preparingState: false,
      excludeFromEmail: false,
      settings: { settings_pk: null, enableNotifications: false },
      connectors: [blankConnector],
      address: { country: 'IN' },
    })
  })
  test('has a category only for users who see the category; it is paid', () => {
    expect(newValues(3, true).charger_category).toBe('paid')
    expect(newValues(3, false)).not.toHaveProperty('charger_category')
  })
  test('has a value for every field of the body, and lacks only what a person must enter', () => {
    const known = new Set(Object.keys(newValues(3, true)))
    expect(Object.keys(ChargerBody.shape).filter(field => !known.has(field))).toEqual([])
  })
})

test('every field of the body has its tab', () => {
  const placed = new Set<string>(Object.values(TAB_FIELDS).flat())
  expect(Object.keys(ChargerBody.shape).filter(field => !placed.has(field))).toEqual([])
})

const connector = (connectorId: number) => ({
  connectorId,
  connector_pk: connectorId * 10,
  connectorName: `Gun ${connectorId}`,
  connectorType: null,
  kw: null,
  volt: null,
  priceGroupId: null,
})
describe('a stored charger', () => {
  const stored = {
    ...newValues(3, true),
    chargepoint_id: 'CP-1',
    adminAddress: null,
    address: { street: null, houseNumber: null, zipcode: null, city: null, state: null, country: 'IN' },
    locationLatitude: null,
    locationLongitude: null,
    enteredSerialNumber: null,
    operator_number1: null,
    operator_number2: null,
    operator_email: null,
    connectors: [connector(2), connector(1)],
    settings: {
      settings_pk: 4,
      enableNotifications: true,
      notificationRecipients: 'a@b.example',
      notificationFeatures: [],
      more: 1,
    },
    faq: [{ id: 1, question: 'Q', answer: 'A', more: 1 }],
  } as unknown as Charger
  test('has empty texts for missing ones, and its connectors by number, those that it reported too', () => {
    const values = valuesOf(stored, false)
    expect(values).toMatchObject({
      chargepoint_id: 'CP-1',
      adminAddress: '',
      chargePointSerialNumber: '',
      operator_email: '',
    })
    expect(values.address).toEqual({ street: '', houseNumber: '', zipcode: '', city: '', state: '', country: 'IN' })
    expect(values.connectors.map(c => [c.connector_pk, c.connectorName, c.connectorType, c.priceGroupId])).toEqual([
      [10, 'Gun 1', '', null],
      [20, 'Gun 2', '', null],
    ])
    expect(values.faq).toEqual([{ id: 1, question: 'Q', answer: 'A' }])
    expect(values.settings).toEqual({
      settings_pk: 4,
      enableNotifications: true,
      notificationRecipients: 'a@b.example',
      notificationFeatures: [],
    })
  })
  test('shows its category only to users who see the category', () => {
    expect(valuesOf(stored, true).charger_category).toBe('paid')
    expect(valuesOf(stored, false)).not.toHaveProperty('charger_category')
  })
  test('has no more rows than the form takes', () => {
    const many = Array.from({ length: MAX_CONNECTORS + 2 }, (_, i) => connector(MAX_CONNECTORS + 2 - i))
    expect(shownConnectors({ connectors: many as unknown as Charger['connectors'] }).map(c => c.connectorId)).toEqual(
      Array.from({ length: MAX_CONNECTORS }, (_, i) => i + 1),
    )
  })
})

test.each([
  ['https:', 'portal.example', 'CP-1', 'wss://portal.example/ocpp/CP-1'],
  ['http:', 'localhost:3000', 'RDAM 123/a', 'ws://localhost:3000/ocpp/RDAM%20123%2Fa'],
])('the address on a page of %s//%s for %s: %s', (protocol, host, id, address) => {
  expect(socketAddress({ protocol, host }, id)).toBe(address)
})
test('security profiles stand at their number', () => {
  expect(SECURITY_PROFILES.map(p => Number(p[0]))).toEqual([0, 1, 2, 3])
})
test.each([
  ['connectors.0.kw', 'Connector 1, Power'],
  ['connectors.1.volt', 'Connector 2, Voltage'],
  ['connectors.0.priceGroupId', 'Connector 1, Price Group'],
  ['connectors.0.other', 'Connector 1, other'],
  ['connectors', undefined],
  ['address.city', undefined],
])('the label of %s: %s', (path, label) => expect(labelOf(path)).toBe(label))
