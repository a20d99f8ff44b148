// The brand on a document: that of the host under which it is asked for, as in a browser; where no brand is configured for
// that host, that of the company.
import { brandAt } from '#office/brand/brand.rules.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { homeOfCompany } from './mail-home.store.ts'

export type BrandHome = { name: string; supportEmail: string; logo: string }

/** @param host as the caller has it, undefined for a document that nobody asks for by a host, as one in a mail */
export async function brandHomeOf(
  on: Db | Trx,
  { publicUrl, host, teamId }: { publicUrl: string; host: string | undefined; teamId: number },
): Promise<BrandHome> {
  const team = await on.selectFrom('team').select('companyId').where('id', '=', teamId).executeTakeFirst()
  const home = await homeOfCompany(on, publicUrl, team?.companyId ?? teamId)
  const { name, supportEmail, logo } = (host !== undefined && brandAt(host)) || home.brand
  return { name, supportEmail, logo }
}
