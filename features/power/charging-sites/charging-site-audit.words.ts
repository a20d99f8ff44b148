// The words of a charging site in the audit log.
import type { AuditedFields } from '#office/audit/audited-field.words.ts'
import { addressAudited } from '#office/geo/address-audit.words.ts'

export const chargingSiteAudited: AuditedFields = {
  ...addressAudited,
  isLoadBalancingReq: { label: 'Load Balancing Required', kind: 'yes or no' },
  loadBalancingUnit: { label: 'Unit' },
  loadBalancingValue: { label: 'Load Value' },
  timeZone: { label: 'Time Zone' },
}
