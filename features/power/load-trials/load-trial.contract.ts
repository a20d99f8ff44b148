// The energy that the sessions of a finished month at a charging site would have got under another Load Value (D-PG-5).
// Nothing is stored or sent.
import { recordId } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { LoadTrialBody } from './load-trial-body.contract.ts'

/** Rows of charge points, the greatest differences first. */
export const MOST_ROWS = 200

const int = () => z.number().int()
/** `before`, `after` and `difference` in kWh; `minutes`: the delays of all cars together when they left. */
const sums = {
  sessions: int(),
  before: z.number(),
  after: z.number(),
  difference: z.number(),
  /** Sessions with a delay of a minute or more. */
  delayed: int(),
  minutes: int(),
}
const LoadTrialRow = z
  .object({ chargepoint_pk: int(), chargepoint_id: z.string(), chargepoint_name: z.string(), ...sums })
  .meta({ id: 'LoadTrialRow' })
export const LoadTrial = z
  .object({
    month: z.string(),
    ...sums,
    drivers: int(),
    /** The longest delay of a car, minutes. */
    longest: int(),
    /** Sessions that the calculation did not reach in time, and from when on; null: it reached all. */
    leftOut: z.object({ sessions: int(), since: z.string() }).nullable(),
    /** Charge points with sessions; `rows` has at most 200 of them. */
    chargers: int(),
    rows: z.array(LoadTrialRow),
  })
  .meta({ id: 'LoadTrial' })
export type LoadTrial = z.infer<typeof LoadTrial>

/** Needs view on Transaction as well (D-GEN-16). */
export const tryLimit = endpoint({
  method: 'POST',
  path: '/cms/v1/charging-site/{teamId}/zone/{zoneId}/replay',
  aliases: ['/cms/v2/charging-site/{teamId}/zone/{zoneId}/replay'],
  can: 'ChargingSite.view',
  reads: true,
  isWhole: true,
  patienceMs: 120_000,
  summary: 'What the sessions of a finished month at a site would have got under another Load Value; nothing is stored',
  params: z.object({ teamId: recordId(), zoneId: recordId() }),
  body: LoadTrialBody,
  data: LoadTrial,
})
