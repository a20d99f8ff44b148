// The payment gateways by id (D-TEAM-4).
import { expect, test } from 'vitest'
import { GATEWAYS, gatewayName } from './reference.rules.ts'

test('each gateway is found by its id, and no other', () => {
  expect(gatewayName(1)).toBe('Razorpay')
  for (const { id, name } of GATEWAYS) expect(gatewayName(id)).toBe(name)
  expect([gatewayName(0), gatewayName(99)]).toEqual([undefined, undefined])
})
