// Money in the wallets and on the prepaid cards of the demo: credit given by hand, most of it by the operator, some by
// the platform, and the amounts that staff add before a session. The postings are those of the product.
import { paiseFromRupees } from '@wattdesk/base/money'
import { sql } from 'kysely'
import { cardPosting } from '#fleet/tags/card-money.rules.ts'
import { balancesHeld } from '#money/ledger/account.store.ts'
import { credit, debit, type Posting } from '#money/ledger/ledger.rules.ts'
import { post } from '#money/ledger/posting.store.ts'
import type { Db } from '#platform/db/db.ts'
import { demoCards } from './cards.ts'
import { type Purse, topUp } from './purses.ts'

const DAY_MS = 86_400_000
/** Days before the present: earlier than the first session. */
const FIRST = 190
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

/** Each wallet and card once, by the key of the posting. */
export async function fillPurses(db: Db, now: Date): Promise<void> {
  const drivers = await db.selectFrom('driver').select(['id', 'companyId', 'teamId']).orderBy('id').execute()
  const wallets = drivers.map(({ id, companyId, teamId }, i): Posting => {
    const isByPlatform = i % 5 === 4
    const paise = BigInt(20_000 + (i % 8) * 10_000)
    const from = isByPlatform ? { kind: 'promotion' as const, ref: 0 } : { kind: 'owner' as const, ref: companyId }
    return {
      key: `demo:wallet:${id}`,
      kind: 'credit',
      companyId,
      teamId,
      at: daysBefore(now, FIRST + (i % 7)),
      note: isByPlatform ? 'Festival offer' : 'Welcome credit',
      lines: [debit(from, paise), credit({ kind: 'wallet', ref: id }, paise)],
    }
  })
  const balances = new Map(demoCards.flatMap(c => (c.balance === undefined ? [] : [[c.idTag, c.balance]])))
  const cards = (
    await db
      .selectFrom('ocppTag')
      .select(['ocppTagPk as tagPk', 'idTag', 'teamId', 'companyId'])
      .where('kind', '=', 'prepaid')
      .where('deletedAt', 'is', null)
      .execute()
  ).flatMap(({ idTag, ...of }) => {
    const given = { at: daysBefore(now, FIRST), userId: null, from: { kind: 'owner', ref: of.teamId } as const }
    const balance = balances.get(idTag)
    return balance === undefined ? [] : [cardPosting({ ...of, paise: paiseFromRupees(balance) }, given)]
  })
  await db.transaction().execute(trx => post(trx, [...wallets, ...cards]))
}

/** The wallets of drivers who may charge, and the prepaid cards, in the order of their tags. */
export async function pursesOf(db: Db): Promise<Purse[]> {
  const { rows } = await sql<{
    idTag: string
    kind: 'app' | 'prepaid'
    ref: number
    companyId: number
    teamId: number
  }>`
    select t.id_tag, t.kind, case t.kind when 'app' then d.id else t.ocpp_tag_pk end as ref, t.company_id, t.team_id
    from ocpp_tag t left join driver d on d.id = t.driver_id
    where (t.kind = 'prepaid' or t.kind = 'app' and d.is_active) and t.deleted_at is null
    order by t.kind desc, t.ocpp_tag_pk`.execute(db)
  return rows.map(({ idTag, kind, ref, companyId, teamId }) => ({
    idTag,
    companyId,
    teamId,
    account: { kind: kind === 'app' ? 'wallet' : 'card', ref },
  }))
}

/** Adds the nth purse's top-up before a session at `at`, and returns the balance afterwards. */
export const refill = (db: Db, purse: Purse, n: number, at: Date): Promise<bigint> =>
  db.transaction().execute(async trx => {
    const { idTag, account, companyId, teamId } = purse
    const [balance = 0n] = await balancesHeld(trx, [{ ...account, companyId, teamId }])
    const given = topUp(n, balance, at)
    if (!given) return balance
    const lines = [debit({ kind: 'owner', ref: companyId }, given.paise), credit(account, given.paise)]
    const key = `demo:more:${idTag}:${at.getTime()}`
    await post(trx, [{ key, kind: 'credit', companyId, teamId, at, note: given.note, lines }])
    return balance + given.paise
  })
