// The words of an address in the audit log, by the names that records have for its parts.
import { type AuditedFields, NAMELESS } from '#office/audit/audited-field.words.ts'

export const addressAudited: AuditedFields = {
  address: NAMELESS,
  lat: { label: 'Latitude' },
  lng: { label: 'Longitude' },
  zipcode: { label: 'Zip Code' },
  country: { kind: 'country' },
}
