// Lists that do not change while the product runs: categories, user types, features, payment gateways (D-USER-3, D-ACC-9).
import { FEATURES } from '@wattdesk/base/access'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'

const named = z.array(z.object({ id: z.number().int(), name: z.string() }))

export const listCategories = endpoint({
  method: 'GET',
  path: '/cms/v1/setup/category',
  can: 'signed in',
  callers: 'people and keys',
  summary: 'Charger categories',
  data: named,
})

export const listUserTypes = endpoint({
  method: 'GET',
  path: '/cms/v1/setup/usertype',
  can: 'signed in',
  callers: 'people and keys',
  summary: 'User types',
  data: named,
})

export const listFeatures = endpoint({
  method: 'GET',
  path: '/cms/v1/feature',
  can: 'signed in',
  callers: 'people and keys',
  summary: 'Features, in the order of the menu',
  data: z.array(z.object({ featureId: z.number().int(), featureName: z.enum(FEATURES) })),
})

export const listPaymentGateways = endpoint({
  method: 'GET',
  path: '/cms/v1/paymentgateway',
  can: 'signed in',
  callers: 'people and keys',
  summary: 'Payment gateways',
  data: z.array(z.object({ id: z.number().int(), name: z.string(), payment_gateway_id: z.number().int() })),
})
