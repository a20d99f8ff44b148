// The words of a transaction and of its refunds in the audit log.
import type { AuditedFields } from '#office/audit/audited-field.words.ts'
import { statusOptions } from './transaction.rules.ts'

export const transactionAudited: AuditedFields = {
  idTag: { label: 'Tag' },
  starttime: { label: 'Start Time' },
  stoptime: { label: 'Stop Time' },
  start_meter_value: { kind: 'energy' },
  stop_meter_value: { kind: 'energy' },
  registers_in_kwh: { label: 'Registers in kWh' },
  inReview: { label: 'To Review' },
  totalAmountCharged: { label: 'Amount Charged', kind: 'money' },
  amount: { kind: 'money' },
  status: { options: Object.fromEntries(statusOptions.map(o => [o.value, o.label])) },
}
