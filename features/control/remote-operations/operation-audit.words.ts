// The words of a charger's entries in the audit log: of the charger's own fields, and of the parameters of its operations.
import { chargerAudited } from '#fleet/chargers/charger-audit.words.ts'
import type { AuditedFields } from '#office/audit/audited-field.words.ts'

export const chargerPointAudited: AuditedFields = {
  chargerId: { label: 'Charger ID' },
  idTag: { label: 'Tag' },
  tags: { label: 'RFID Tags' },
  confKey: { label: 'Key' },
  customConfKey: { label: 'Key' },
  customConfValue: { label: 'Value' },
  ...chargerAudited,
}
