// Chargers that wait to join: those turned away because nobody made their id, and those whose registration waits (S-JOINING).
import { recordId } from '@wattdesk/base/fields'
import type { FilterFields } from '@wattdesk/base/filters'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'

const int = () => z.number().int()
const text = () => z.string().nullable()

export const WAITS_FOR = ['record', 'registration'] as const
export const JoiningCharger = z
  .object({
    chargepoint_id: z.string(),
    /** `record`: nobody made the id, the charger is turned away. `registration`: its record stands, its boot is not accepted. */
    waitsFor: z.enum(WAITS_FOR),
    /** Of the record, where there is one. */
    chargepoint_pk: int().nullable(),
    team_name: text(),
    since: z.string(),
    lastAt: z.string(),
    /** How often it was turned away; 0 for one whose registration waits. */
    refused: int(),
    address: text(),
    protocols: text(),
    userAgent: text(),
    isEncrypted: z.boolean().nullable(),
    /** Whether it brought a name and a key. */
    hasCredentials: z.boolean().nullable(),
    // What it said at its boot; nobody listens to one that is turned away.
    vendor: text(),
    model: text(),
    serialNumber: text(),
    firmware: text(),
  })
  .meta({ id: 'JoiningCharger' })
export type JoiningCharger = z.infer<typeof JoiningCharger>

export const joiningSortFields = ['chargepoint_id', 'since', 'lastAt', 'refused'] as const
export const joiningFilterFields = {
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
  /** Whether those turned away are among them. */
  beside: { ...pageFields, hasRefused: z.boolean() },
})

/** Whoever has a charger in hand knows its id: that one, and no other, is told to anybody who may see chargers. */
export const getKnock = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/joining/{chargepointId}',
  can: 'ChargerPoint.view',
  summary: 'Whether a charger of exactly this id was turned away lately; null where none was',
  params: z.object({ teamId: recordId(), chargepointId: z.string().min(1).max(60) }),
  data: JoiningCharger.nullable(),
})
