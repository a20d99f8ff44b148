// How a record declares the words of its fields in the audit log. A feature declares them beside its record; fields that
// are declared once for everything (packages/base/src/record.ts) need no other words.
import type { Field } from '@wattdesk/base/record'

/** How a value reads, where its type and the unit in its name do not say so. */
type AuditedKind = 'money' | 'energy' | 'percent' | 'status' | 'yes or no' | 'country' | 'flags'
export type AuditedField = {
  /** The label of the form; '': a group whose name says nothing beside those of its fields. Missing: the name in words. */
  readonly label?: string
  readonly kind?: AuditedKind
  /** Words by value. */
  readonly options?: Readonly<Record<string, string>>
}
/** By name, or by group and name (`payout_details.tax`), wherever the field stands within the record. */
export type AuditedFields = Readonly<Record<string, Field | AuditedField>>

/** A group of fields whose own name says nothing. */
export const NAMELESS: AuditedField = { label: '' }
/** Active or inactive, stored as a flag or as Y and N. */
export const ACTIVE: AuditedField = { label: 'Status', kind: 'status' }
