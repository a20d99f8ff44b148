// A bulk action on charge points (D-BULK-1 to D-BULK-4): counted before it is requested, then done item by item; its
// result is read from its items.
import { besideOthers } from '@wattdesk/base/field-checks'
import { recordId } from '@wattdesk/base/fields'
import type { FilterFields } from '@wattdesk/base/filters'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { driftFilterFields, driftSortFields } from '#control/settings-drift/settings-drift.contract.ts'
import { chargerFilterFields, chargerSortFields } from '#fleet/chargers/charger.contract.ts'
import { BulkAct } from './bulk-action-body.contract.ts'

/** No act is for more charge points. */
export const MOST_CHOSEN = 10_000
export const TOO_MANY = 'At most 10,000 charge points at once: please narrow the choice'
/** The most charge points that may be excepted from all that match. */
const MOST_EXCEPT = 1000
export const KEPT_DAYS = 90

const int = () => z.number().int()

/** Search, filters and order as the query of the list of charge points has them. */
const Matching = listQuery(chargerSortFields, chargerFilterFields)
  .pick({ q: true, filters: true, sort: true, tz: true })
  .extend({ except: z.array(recordId()).max(MOST_EXCEPT).optional() })
export type Matching = z.output<typeof Matching>

/** Settings that differ, chosen in their list: one by one, or all that match, less some. */
const DriftRow = z.object({ chargepoint_pk: recordId(), key: z.string().min(1).max(200) })
const Drift = z
  .object({
    rows: z.array(DriftRow).max(MOST_CHOSEN, 'At most 10,000 settings at once: please narrow the choice').optional(),
    matching: listQuery(driftSortFields, driftFilterFields)
      .pick({ q: true, filters: true, tz: true })
      .extend({ except: z.array(DriftRow).max(MOST_EXCEPT).optional() })
      .optional(),
  })
  .refine(d => !d.rows?.length === Boolean(d.matching), { error: 'Choose at least one setting', when: besideOthers })

/** The chosen rows of a list: rows by their keys, all rows that match, less some, or settings. Exactly one of the three. */
const Chosen = z
  .object({
    ids: z.array(recordId()).max(MOST_CHOSEN, TOO_MANY).optional(),
    matching: Matching.optional(),
    drift: Drift.optional(),
  })
  .superRefine(
    ({ ids, matching, drift }, context) => {
      const ways = [ids?.length, matching, drift].filter(Boolean).length
      const text = ways > 1 ? 'Choose charge points one by one or all that match' : 'Choose at least one charge point'
      if (ways !== 1) context.addIssue({ code: 'custom', path: ['ids'], message: text, input: ids })
    },
    { when: besideOthers },
  )
export type Chosen = z.output<typeof Chosen>

export const BULK_STATES = ['Waiting', 'In progress', 'Done', 'Failed', 'Skipped'] as const
export type BulkState = (typeof BULK_STATES)[number]

/** A bulk action with its progress. */
export const BulkAction = z
  .object({
    id: int(),
    kind: z.string(),
    /** `named` has the name of the record whose key is among the parameters. */
    parameters: z.record(z.string(), z.unknown()),
    named: z.string().nullable(),
    total: int(),
    /** True where all that matched a search and filters were chosen. */
    isAllMatching: z.boolean(),
    counts: z.object({ Waiting: int(), 'In progress': int(), Done: int(), Failed: int(), Skipped: int() }),
    createdAt: z.string(),
    cancelledAt: z.string().nullable(),
    /** null while something waits or is in progress. */
    endedAt: z.string().nullable(),
  })
  .meta({ id: 'BulkAction' })
export type BulkAction = z.infer<typeof BulkAction>

const Attempt = z.object({
  attempt: int(),
  outcome: z.string().nullable(),
  taskId: z.string().nullable(),
  endedAt: z.string().nullable(),
})
export const BulkItem = z
  .object({
    item_no: int(),
    chargepoint_pk: int(),
    /** Its id at the time of the choice. */
    chargepoint_id: z.string(),
    state: z.enum(BULK_STATES),
    /** The answer, or why nothing was done; null before the end. */
    outcome: z.string().nullable(),
    /** The task of the operation, where there is one. */
    taskId: z.string().nullable(),
    attempt: int(),
    /** Attempts before this one, the oldest first. */
    earlier: z.array(Attempt),
    begunAt: z.string().nullable(),
    endedAt: z.string().nullable(),
  })
  .meta({ id: 'BulkItem' })
export type BulkItem = z.infer<typeof BulkItem>

const OfTeam = z.object({ teamId: recordId() })
const One = z.object({ id: recordId() })

/** Counts the caller's charge points for a bulk action, and those to warn about beforehand. */
export const countChosen = endpoint({
  method: 'POST',
  reads: true,
  path: '/cms/v1/team/{teamId}/bulk-actions/count',
  can: 'ChargerPoint.update',
  summary: 'How many charge points an act on many would be for',
  params: OfTeam,
  body: z.object({ chosen: Chosen }),
  data: z.object({
    count: int(),
    /** Chosen, but deleted or outside the caller's rights to change. */
    leftOut: int(),
    /** How many of `count` are offline, and how many have a running session. */
    offline: int(),
    charging: int(),
    /** The first few, by name. */
    first: z.array(z.string()),
  }),
})

/**
 * Requests a bulk action. The charge points are those that the choice matches now; 409 where they are more than
 * `confirmed`, the number that the user was shown. The same `requestKey` again returns the same bulk action.
 */
export const createBulkAction = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/bulk-actions',
  can: 'ChargerPoint.update',
  summary: 'One act on many charge points',
  params: OfTeam,
  body: z
    .object({
      requestKey: z.string().trim().min(8).max(100),
      chosen: Chosen,
      confirmed: int().min(1).max(MOST_CHOSEN),
    })
    .and(BulkAct),
  data: BulkAction,
  status: 201,
})

const bulkActionSortFields = ['createdAt'] as const
const bulkActionFilterFields = { createdAt: 'date', kind: 'text' } as const satisfies FilterFields
export const listBulkActions = endpoint({
  method: 'GET',
  path: '/cms/v1/bulk-actions',
  byRecord: true,
  can: 'ChargerPoint.view',
  summary: "The caller's acts on many charge points, the newest first",
  offers: { sorts: bulkActionSortFields, filters: bulkActionFilterFields },
  query: listQuery(bulkActionSortFields, bulkActionFilterFields),
  data: z.array(BulkAction),
  /** `running`: how many of them, on all pages, are not finished. */
  beside: { ...pageFields, running: int() },
})

export const getBulkAction = endpoint({
  method: 'GET',
  path: '/cms/v1/bulk-action/{id}',
  can: 'ChargerPoint.view',
  summary: 'How far an act on many charge points has come; for the one who asked for it',
  params: One,
  data: BulkAction,
})

const bulkItemSortFields = ['item_no', 'chargepoint_id', 'state', 'outcome', 'attempt', 'endedAt'] as const
const bulkItemFilterFields = {
  chargepoint_id: 'text',
  /** The words of BULK_STATES. */
  state: 'text',
  outcome: 'text',
  attempt: 'number',
  endedAt: 'date',
} as const satisfies FilterFields
export const listBulkItems = endpoint({
  method: 'GET',
  path: '/cms/v1/bulk-action/{id}/items',
  can: 'ChargerPoint.view',
  summary: 'What became of each charge point of an act on many',
  params: One,
  offers: { sorts: bulkItemSortFields, filters: bulkItemFilterFields },
  query: listQuery(bulkItemSortFields, bulkItemFilterFields),
  data: z.array(BulkItem),
  beside: pageFields,
})

/** The items that failed wait again, for a further attempt. */
export const retryBulkAction = endpoint({
  method: 'POST',
  path: '/cms/v1/bulk-action/{id}/retry',
  can: 'ChargerPoint.update',
  summary: 'Try the failed charge points of an act on many again',
  params: One,
  data: BulkAction,
})

/** Items that wait are skipped; items in progress are finished. */
export const cancelBulkAction = endpoint({
  method: 'POST',
  path: '/cms/v1/bulk-action/{id}/cancel',
  can: 'ChargerPoint.update',
  summary: 'Do nothing more of an act on many',
  params: One,
  data: BulkAction,
})
