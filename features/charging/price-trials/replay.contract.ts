// The real sessions of a finished month, billed by other prices (D-PG-5). Nothing is stored, sent or charged.
import { recordId } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { GROUP_TYPES } from '#money/price-groups/price.words.ts'
import { PriceDetails } from '#money/price-groups/price-group-body.contract.ts'

export const NO_MONTH = 'Please choose a month that is over'
const NO_CHARGERS = 'Chargers must be a list of charger IDs'
/** Rows of charge points, the greatest differences first. */
export const MOST_ROWS = 200
export const MOST_SESSIONS = 200_000
export const TOO_MANY = 'More than 2,00,000 sessions: please choose one price group or fewer chargers'

const ReplayBody = z.object({
  /** yyyy-MM, by the business time zone; a session belongs to the month in which it stopped. */
  month: z.string(NO_MONTH).regex(/^20\d\d-(0[1-9]|1[0-2])$/, NO_MONTH),
  /** Missing: one price is a fixed group, several are a week. */
  priceGroupType: z.enum(GROUP_TYPES).optional(),
  priceDetails: PriceDetails,
  /** Only sessions that were billed by this group. */
  priceGroupId: recordId().optional(),
  /** Only sessions of these charge points, by chargepoint_id. */
  chargers: z
    .array(z.string(NO_CHARGERS).trim().min(1, NO_CHARGERS).max(60, NO_CHARGERS), NO_CHARGERS)
    .max(1000)
    .optional(),
})

const int = () => z.number().int()
/** Rupees with tax and, where the driver bears it, the transaction charge. */
const sums = { sessions: int(), before: z.number(), after: z.number(), difference: z.number() }
const ReplayRow = z
  .object({
    chargepoint_pk: int(),
    chargepoint_id: z.string(),
    chargepoint_name: z.string(),
    energy: z.number(),
    ...sums,
  })
  .meta({ id: 'ReplayRow' })
export const Replay = z
  .object({
    month: z.string(),
    ...sums,
    drivers: int(),
    /** Sessions whose cost would have reached what was paid beforehand: the bill stops there (M-2.8). */
    atHold: int(),
    /** Charge points with such sessions; `rows` has at most 200 of them. */
    chargers: int(),
    rows: z.array(ReplayRow),
  })
  .meta({ id: 'Replay' })
export type Replay = z.infer<typeof Replay>

/** Needs view on Transaction as well (D-GEN-16). */
export const replayPrices = endpoint({
  method: 'POST',
  path: '/cms/v1/pricegroup/replay',
  can: 'PriceGroup.view',
  reads: true,
  isWhole: true,
  patienceMs: 300_000,
  summary: 'What the sessions of a finished month would have cost by other prices; nothing is stored or charged',
  query: z.object({ teamId: recordId().optional() }),
  body: ReplayBody,
  data: Replay,
})
