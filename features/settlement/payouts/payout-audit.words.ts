// The words of a settlement in the audit log.
import type { AuditedFields } from '#office/audit/audited-field.words.ts'
import { statusWords } from './payout.words.ts'

export const payoutAudited: AuditedFields = {
  totalAmountCharged: { label: 'Amount Charged', kind: 'money' },
  status: { options: statusWords },
}
