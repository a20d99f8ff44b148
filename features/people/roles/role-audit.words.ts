// The words of a role in the audit log: its features by name, with the flags held on each.
import { FEATURES } from '@wattdesk/base/access'
import type { AuditedFields } from '#office/audit/audited-field.words.ts'

export const roleAudited: AuditedFields = {
  needsSecondFactor: { label: 'Needs a second factor', kind: 'yes or no' },
  ...Object.fromEntries(FEATURES.map(feature => [feature, { label: feature, kind: 'flags' }])),
}
