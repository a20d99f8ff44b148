// Money in the wallets of the demo's drivers: credit that was given by hand, most of it by the operator, some by the platform.
import { credit, debit, type Posting } from '../features/ledger/ledger.rules.ts'
import { postAll } from '../features/ledger/posting.store.ts'
import type { Db } from '../platform/db/db.ts'

const DAY_MS = 86_400_000
/** Each driver once, by the key of the posting. */
export async function fillWallets(db: Db, now: Date): Promise<void> {
  const drivers = await db.selectFrom('driver').select(['id', 'companyId', 'teamId']).orderBy('id').execute()
  const postings = drivers.map(({ id, companyId, teamId }, i): Posting => {
    const isByPlatform = i % 5 === 4
    const paise = BigInt(20_000 + (i % 8) * 10_000)
    const from = isByPlatform ? { kind: 'promotion' as const, ref: 0 } : { kind: 'owner' as const, ref: companyId }
    return {
      ...{ key: `demo:wallet:${id}`, kind: 'credit', companyId, teamId },
      at: new Date(now.getTime() - (90 - i) * DAY_MS),
      note: isByPlatform ? 'Festival offer' : 'Welcome credit',
      lines: [debit(from, paise), credit({ kind: 'wallet', ref: id }, paise)],
    }
  })
  await db.transaction().execute(trx => postAll(trx, postings))
}
