// The words of a driver in the audit log: those of the declared fields, of the address, of tags and of wallets.
import { ACTIVE, type AuditedFields } from '#office/audit/audited-field.words.ts'
import { addressAudited } from '#office/geo/address-audit.words.ts'
import { driverFields } from './driver.fields.ts'

export const driverAudited: AuditedFields = {
  ...driverFields,
  ...addressAudited,
  active: ACTIVE,
  idTag: { label: 'Tag' },
  tags: { label: 'RFID Tags' },
}
