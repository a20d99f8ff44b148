// Reports of a company's payment provider that could not be worked off and wait for a person (M-5).
import { recordId } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'

/** The most events in a reply, the newest first. */
export const MOST_GIVEN_UP = 100

export const GivenUpWebhook = z
  .object({
    /** As the provider names it. */
    eventId: z.string(),
    receivedAt: z.string(),
    givenUpAt: z.string(),
    attempts: z.int(),
    failure: z.string(),
  })
  .meta({ id: 'GivenUpWebhook' })
export type GivenUpWebhook = z.infer<typeof GivenUpWebhook>

const OfCompany = z.object({ id: recordId() })
const path = '/cms/v1/company/{id}/payment-provider/webhooks'

export const listGivenUpWebhooks = endpoint({
  method: 'GET',
  path,
  can: 'Company.view',
  summary: `Webhooks of a company's payment provider that were given up, the newest ${MOST_GIVEN_UP}`,
  params: OfCompany,
  data: z.array(GivenUpWebhook),
})

/** For finance admins, as the credentials are. */
export const workGivenUpWebhooks = endpoint({
  method: 'POST',
  path,
  can: 'Company.update',
  summary: 'Try the webhooks that were given up once more',
  params: OfCompany,
  data: z.object({ tried: z.int(), worked: z.int() }),
  patienceMs: 60_000,
})
