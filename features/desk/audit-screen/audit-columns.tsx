// The columns of the audit log, for the grid and for files.
import type { Column } from '#kit/columns.tsx'
import type { StatusTone } from '#kit/status.ts'
import { ToneChip } from '#kit/status-chip.tsx'
import type { AuditEntry } from '#office/audit/audit.contract.ts'
import type { AuditedFields } from '#office/audit/audited-field.words.ts'
import { changesText, deedText } from '#office/audit/change-words.parts.ts'
import { auditedRecords } from './audited-records.rules.ts'

export const fieldsOf = (e: AuditEntry): AuditedFields | undefined => auditedRecords[e.feature]

const tones: Record<string, StatusTone> = { create: 'success', update: 'active', delete: 'fault', refused: 'warning' }

export const deed = (e: AuditEntry) => <ToneChip tone={tones[e.action] ?? 'neutral'} label={deedText(e)} />

export const recordOf = (e: AuditEntry): string | null => e.recordName ?? e.recordId

export const auditColumns: readonly Column<AuditEntry>[] = [
  { field: 'at', header: 'Time', kind: 'time', identity: true, width: 170 },
  { field: 'username', header: 'User', flex: 1, minWidth: 120 },
  { field: 'action', header: 'Action', value: deedText, cell: deed, width: 260, head: true },
  { field: 'feature', header: 'Feature', flex: 1, minWidth: 120 },
  { field: 'recordId', header: 'Record', value: recordOf, sort: false, flex: 1, minWidth: 120 },
  { field: 'ip', header: 'Address', width: 150 },
  { field: 'teamName', header: 'Team', sort: false, flex: 1, minWidth: 120 },
  { field: 'changes', header: 'Changes', value: e => changesText(e, fieldsOf(e)), exportOnly: true },
]
