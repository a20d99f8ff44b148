// The release of a company on the side that it leaves: nobody signs in, no charger connects, and no money is asked for or paid
// out for it here any more. Its records stay, and the staff of the platform read them.

import * as moves from '#people/companies/company-move.store.ts'
import * as records from '#people/teams/team-record.store.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Db } from '#platform/db/db.ts'
import { companyToMove } from './export.ts'

type Release = { db: Db; say: (text: string) => void }

export async function releaseCompany({ db, say }: Release, companyId: number, to: string): Promise<void> {
  const url = URL.parse(to)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error('--moved-to must be an address of the web, as https://portal.example')
  const movedTo = to.replace(/\/+$/, '')
  const company = await companyToMove(db, companyId)
  await db.transaction().execute(async trx => {
    await records.lock(trx, companyId)
    const before = await moves.get(trx, companyId)
    await moves.release(trx, companyId, movedTo)
    await tell(trx, companyId, 'release', before?.movedTo ?? null, movedTo)
  })
  say(
    `${company.name} is released: its people and charge points are told ${movedTo}. Connected charge points are let go within seconds.`,
  )
}

export async function takeCompanyBack({ db, say }: Release, companyId: number): Promise<void> {
  const company = await companyToMove(db, companyId)
  await db.transaction().execute(async trx => {
    await records.lock(trx, companyId)
    const before = await moves.get(trx, companyId)
    if (!before) throw new Error(`Company ${companyId} is not released.`)
    await moves.takeBack(trx, companyId, before)
    await tell(trx, companyId, 'take-back', before.movedTo, null)
  })
  say(`${company.name} is at work here again.`)
}

const tell = (
  trx: Parameters<typeof audit.write>[0],
  id: number,
  action: string,
  before: string | null,
  after: string | null,
) =>
  audit.write(trx, audit.byProduct('admin'), {
    action,
    feature: 'Company',
    recordId: id,
    teamId: id,
    before: { movedTo: before },
    after: { movedTo: after },
  })
