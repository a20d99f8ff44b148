// The roles every company is given (D-ACC-10).
import { FEATURES, type Feature } from '@wattdesk/base/access'

export type Grant = { featureId: number; canView: boolean; canCreate: boolean; canUpdate: boolean; canDelete: boolean }
export type SeededRole = 'Admin' | 'Operator' | 'Finance' | 'Viewer'

const grant = (feature: Feature, flags: string): Grant => ({
  featureId: FEATURES.indexOf(feature) + 1,
  canView: flags.includes('v'),
  canCreate: flags.includes('c'),
  canUpdate: flags.includes('u'),
  canDelete: flags.includes('d'),
})
const each = (features: readonly Feature[], flags: string) => features.map(f => grant(f, flags))
const NOT_FOR_VIEWERS: readonly Feature[] = ['Finance', 'Company', 'Role', 'CMCustomers', 'SendMessages']

export const SEEDED_ROLES: Record<SeededRole, readonly Grant[]> = {
  Admin: each(FEATURES, 'vcud'),
  Operator: [
    ...each(
      ['ChargingSite', 'ChargerPoint', 'ChargingProfile', 'Tag', 'Vehicle', 'Customers', 'ServiceRequest'],
      'vcu',
    ),
    ...each(['Transaction', 'Refund', 'PriceGroup', 'Report'], 'v'),
  ],
  Finance: [...each(['Transaction', 'Refund', 'Report', 'Finance'], 'vcud'), ...each(['Team', 'ChargerPoint'], 'v')],
  Viewer: each(
    FEATURES.filter(f => !NOT_FOR_VIEWERS.includes(f)),
    'v',
  ),
}
