// Rights that change act at once (D-AUTH-2): the browsers of whoever is concerned read their rights again.
import type { Bus } from '#platform/bus/bus.ts'
import type { Db } from '#platform/db/db.ts'

/** The services that telling users needs. */
type Teller = { bus: Bus; now: () => Date }

/** Tells the users that their rights, teams or session changed; after the commit. Their live streams end with it. */
export async function accessChanged(services: Teller, userIds: readonly number[]): Promise<void> {
  const at = services.now().toISOString()
  // By the user, not by a company: who lost the last team hears it too.
  for (const userId of new Set(userIds)) services.bus.publish({ companyId: 0, event: { type: 'access', at, userId } })
}

/** Tells everyone who holds a role that their rights changed. */
export async function roleChanged(services: Teller & { db: Db }, roleId: number): Promise<void> {
  const rows = await services.db.selectFrom('teamMember').select('userId').where('roleId', '=', roleId).execute()
  await accessChanged(
    services,
    rows.map(r => r.userId),
  )
}
