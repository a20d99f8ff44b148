// The audit log: who changed what, when and from where (D-GEN-15). Entries are only added.

import { recordId, wholeText } from '@wattdesk/base/fields'
import type { FilterFields } from '@wattdesk/base/filters'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'

const int = () => z.number().int()
const Values = z.record(z.string(), z.unknown()).nullable()

export const AuditEntry = z
  .object({
    id: int(),
    at: z.string(),
    /** null: a job of the product. */
    userId: int().nullable(),
    username: z.string(),
    teamId: int().nullable(),
    /** null: of no team, or of one that is gone. */
    teamName: z.string().nullable(),
    /** create, update, delete, sign-in, refused, or the word of a deed of its own (reset password, remote operation). */
    action: z.string(),
    /** A feature of the access table, or Session for sign-in and passwords. */
    feature: z.string(),
    recordId: z.string().nullable(),
    /** The present name of the record; null where the record has only a number, or is gone. */
    recordName: z.string().nullable(),
    /** The changed values as they were before; null for a new record. */
    before: Values,
    after: Values,
    /**
     * The names of what stands among the values by its number: of teams that the reader sees by their ids, of sites and price
     * groups of a charger by 'chargingSiteId 4' and 'priceGroupId 2'.
     */
    names: z.record(z.string(), z.string()),
    ip: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof AuditEntry>

const auditSortFields = ['id', 'at', 'username', 'action', 'feature'] as const
const auditFilterFields = {
  /** The numbers of entries. */
  id: 'text',
  at: 'date',
  username: 'text',
  action: 'text',
  feature: 'text',
  recordId: 'text',
  ip: 'text',
} as const satisfies FilterFields

const beside = pageFields

export const listAudit = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/audit',
  can: 'Team.full',
  summary: 'The audit log of a team and the teams below it',
  params: z.object({ teamId: recordId() }),
  offers: { sorts: auditSortFields, filters: auditFilterFields, key: 'id' },
  query: listQuery(auditSortFields, auditFilterFields),
  data: z.array(AuditEntry),
  beside,
})

/** Parts of a team that have a history of their own: its members, its finance, its payout accounts. */
export const HistoryPart = z.enum(['members', 'finance', 'accounts'])
export type HistoryPart = z.infer<typeof HistoryPart>

/**
 * The history of one record: its changes, without refusals and looks. A company and its own team are one record. With
 * `part`, the history of that part of the team. For callers who hold Team in full where the record belongs (D-GEN-16);
 * newest first, 20 a page.
 */
export const listRecordAudit = endpoint({
  method: 'GET',
  path: '/cms/v1/audit/{feature}/{recordId}',
  can: 'Team.full',
  summary: 'What changed one record',
  params: z.object({ feature: z.string().max(40), recordId: z.string().min(1).max(60) }),
  query: z.object({ page: wholeText({ min: 1, max: 10_000_000 }).default(1), part: HistoryPart.optional() }),
  data: z.array(AuditEntry),
  beside: { total: int() },
})
