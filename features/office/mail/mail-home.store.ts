// Where the mails to the people of a company lead, and the brand that they carry.

import { type Home, homeOf } from '#office/brand/brand.rules.ts'
import type { Db, Trx } from '#platform/db/db.ts'

/** The home of a company. A team further down has the home of its company. */
export async function homeOfCompany(on: Db | Trx, publicUrl: string, companyId: number): Promise<Home> {
  const company = await on.selectFrom('team').select('domain').where('id', '=', companyId).executeTakeFirst()
  return homeOf(publicUrl, company?.domain ?? null)
}
