// An incident that a driver reported in the app, as the app's server sends it (D-CHARGER-10).
import { optionalText, requiredText } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { ChargerParams } from './charger-params.contract.ts'

const LONGEST_CATEGORY = 60
const LONGEST_COMMENT = 1000
export const REPORTED_AHEAD = 'Created At must not lie in the future'

/** Adds an incident to the charge point, under the id that the charge point has now. */
export const reportIncident = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/charger/{id}/incidents',
  can: 'ChargerPoint.update',
  summary: 'Report an incident at a charge point, for the driver app',
  params: ChargerParams,
  body: z.object({
    category: requiredText('Category', LONGEST_CATEGORY),
    comment: optionalText('Comment', LONGEST_COMMENT),
    /** When the driver reported the incident; missing: now. */
    created_at: z.iso.datetime({ offset: true, error: 'Please enter a valid date and time' }).optional(),
  }),
  data: z.object({ serial_number: z.number().int() }),
  status: 201,
})
