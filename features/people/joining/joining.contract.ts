// Chargers that wait to join: those refused because their id is unknown, and those whose registration is pending
// (S-JOINING).
import { recordId } from '@wattdesk/base/fields'
import type { FilterFields } from '@wattdesk/base/filters'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'

const int = () => z.number().int()
const text = () => z.string().nullable()

const WAITS_FOR = ['record', 'registration'] as const
export const JoiningCharger = z
  .object({
    chargepoint_id: z.string(),
    /**
     * `record`: the id is unknown and the charger is refused. `registration`: the charger has a record, but its boot is
     * not accepted yet.
     */
    waitsFor: z.enum(WAITS_FOR),
    /** The charger's record, where there is one. */
    chargepoint_pk: int().nullable(),
    team_name: text(),
    since: z.string(),
    lastAt: z.string(),
    /** How often the charger was refused; 0 where its registration is pending. */
    refused: int(),
    address: text(),
    protocols: text(),
    userAgent: text(),
    isEncrypted: z.boolean().nullable(),
    /** Whether it brought a name and a key. */
    hasCredentials: z.boolean().nullable(),
    // The charger's BootNotification; a refused charger cannot send one.
    vendor: text(),
    model: text(),
    serialNumber: text(),
    firmware: text(),
  })
  .meta({ id: 'JoiningCharger' })
export type JoiningCharger = z.infer<typeof JoiningCharger>

const joiningSortFields = ['chargepoint_id', 'since', 'lastAt', 'refused'] as const
const joiningFilterFields = {
  chargepoint_id: 'text',
  vendor: 'text',
  model: 'text',
  address: 'text',
  refused: 'number',
  since: 'date',
  lastAt: 'date',
} as const satisfies FilterFields

export const listJoining = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/joining',
  can: 'ChargerPoint.view',
  summary: 'Chargers of the team whose registration waits; for the platform also those turned away',
  params: z.object({ teamId: recordId() }),
  offers: { sorts: joiningSortFields, filters: joiningFilterFields, key: 'chargepoint_id' },
  query: listQuery(joiningSortFields, joiningFilterFields),
  data: z.array(JoiningCharger),
  /** Whether refused chargers are among the rows. */
  beside: { ...pageFields, hasRefused: z.boolean() },
})

/**
 * Tells anybody who may see chargers about a refused charger with exactly this id: only somebody with the charger at
 * hand knows it.
 */
export const getKnock = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/joining/{chargepointId}',
  can: 'ChargerPoint.view',
  summary: 'Whether a charger of exactly this id was turned away lately; null where none was',
  params: z.object({ teamId: recordId(), chargepointId: z.string().min(1).max(60) }),
  data: JoiningCharger.nullable(),
})
