// The reference lists, served from what the product itself is built on.
import { FEATURES } from '@wattdesk/base/access'
import { USER_TYPES } from '@wattdesk/base/session-user'
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { listCategories, listFeatures, listPaymentGateways, listUserTypes } from './reference.contract.ts'
import { GATEWAYS } from './reference.rules.ts'

/** The charger categories (D-USER-3). */
const CATEGORIES = ['paid', 'free']
const numbered = (names: readonly string[]) => names.map((name, i) => ({ id: i + 1, name }))

export function referenceRoutes(app: FastifyInstance): void {
  route(app, listCategories, () => ({ data: numbered(CATEGORIES) }))
  route(app, listUserTypes, () => ({ data: numbered(USER_TYPES) }))
  route(app, listFeatures, () => ({ data: FEATURES.map((featureName, i) => ({ featureId: i + 1, featureName })) }))
  route(app, listPaymentGateways, () => ({
    data: GATEWAYS.map(g => ({ ...g, payment_gateway_id: g.id })),
  }))
}
