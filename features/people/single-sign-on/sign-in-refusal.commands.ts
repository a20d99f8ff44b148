// Single sign-ons that were refused stand in the audit log of their company with the reason, so that its administrators see why
// somebody does not come in. Everybody can have one refused: the log takes a few an hour, and the same reason once.
import { HttpFailure } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { REFUSED, refusalsOfHour } from './sign-in-refusal.store.ts'

export const MOST_OF_NETWORK = 10
export const MOST_OF_COMPANY = 60
const MORE = 'More single sign-ons were refused within the hour. They are not listed.'

type Refusal = { ip: string; reason: string }
/** Notes a refusal. `reason`: a text for people, which holds no token, code or secret. */
export const noteRefusal = (services: Services, companyId: number, { ip, reason }: Refusal): Promise<void> =>
  services.db.transaction().execute(async trx => {
    const seen = await refusalsOfHour(trx, companyId, { ip, reason })
    if (seen.isTold || seen.ofNetwork >= MOST_OF_NETWORK || seen.ofCompany >= MOST_OF_COMPANY) return
    const isLast = seen.ofNetwork === MOST_OF_NETWORK - 1 || seen.ofCompany === MOST_OF_COMPANY - 1
    const by = { ...audit.byProduct('Single sign-on'), ip }
    const entry = { action: REFUSED, feature: 'Company', recordId: companyId, teamId: companyId } as const
    await audit.note(trx, by, { ...entry, after: { reason: isLast ? MORE : reason } })
  })

/** A refusal whose exact reason stands in the log alone. */
class Refused extends HttpFailure {
  readonly reason: string
  constructor(status: number, text: string, reason: string) {
    super(status, text)
    this.reason = reason
  }
}
export function refuseBecause(status: number, text: string, reason: string): never {
  throw new Refused(status, text, reason)
}

/** Does a part of a single sign-on, and notes it where it is refused. */
export async function noting<T>(
  services: Services,
  { companyId, ip }: { companyId: number; ip: string },
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof HttpFailure && error.statusCode !== 429 && error.statusCode !== 500)
      await noteRefusal(services, companyId, { ip, reason: error instanceof Refused ? error.reason : error.message })
    throw error
  }
}
