// The map of chargers: the places of a team's chargers and which are online, in columns; and the details of a charger
// when it is looked at (D-GEN-6, D-DASH-11).
import { recordId } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { ChargerRow } from '#fleet/chargers/charger.contract.ts'

const int = () => z.number().int()
/** The most chargers whose details are asked for at once. */
const MOST_DETAILS = 50
const MAX_KEY = 2_147_483_647

/**
 * Chargers by their keys, rising; the nth of each column is the nth charger's. Coordinates are whole
 * hundred-thousandths of a degree, rounded down: 12.971599° is 1297159. Null for a charger without a place. `codes`
 * holds a letter for each: A online or charging, M in maintenance, I offline, by their live status.
 */
export const ChargerPlaces = z
  .object({
    keys: z.array(int()),
    latitudes: z.array(int().nullable()),
    longitudes: z.array(int().nullable()),
    codes: z.string(),
  })
  .meta({ id: 'ChargerPlaces' })
export type ChargerPlaces = z.infer<typeof ChargerPlaces>

export const listChargerPlaces = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/chargers/map',
  can: 'team role',
  isWhole: true,
  summary: 'Where the charge points of a team and the teams below it stand, in columns of a few thousand each',
  params: z.object({ teamId: recordId() }),
  data: z.array(ChargerPlaces),
})

export const listChargersOfMap = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/chargers/map/details',
  can: 'team role',
  summary: 'Charge points by their keys, as rows of the list',
  params: z.object({ teamId: recordId() }),
  query: z.object({
    /** Values of chargepoint_pk with commas between. */
    keys: z
      .string()
      .regex(/^\d{1,10}(,\d{1,10})*$/, 'Keys should be numbers with commas between')
      .refine(
        text => text.split(',').length <= MOST_DETAILS && text.split(',').every(key => Number(key) <= MAX_KEY),
        `Keys should be at most ${MOST_DETAILS} numbers of charge points`,
      ),
  }),
  data: z.array(ChargerRow),
})
