// The mode of the database (D-PAY-7): kept at the start of the product, and fixed as soon as there are money records.
import { setTimeout } from 'node:timers/promises'
import type { Mode } from '@wattdesk/base/mode'
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Check, PATIENCE_MS } from '#platform/http/checks.ts'
import { otherModeText } from './installation.rules.ts'

/** The mode of the database; undefined before the first start. */
const keptMode = async (db: Db | Trx): Promise<Mode | undefined> =>
  (await db.selectFrom('installationMode').select('mode').executeTakeFirst())?.mode as Mode | undefined

/** Whether there is a payment, an order at the payment provider, a booking, an invoice or a payout. */
const hasMoneyRecords = async (trx: Trx): Promise<boolean> =>
  (
    await sql<{
      yes: boolean
    }>`select exists (select from payment) or exists (select from pay_session where order_id is not null)
      or exists (select from posting) or exists (select from invoice) or exists (select from payout) as yes`.execute(
      trx,
    )
  ).rows[0]?.yes === true

/**
 * Keeps `mode` as the mode of the database, which may change as long as there are no money records. Throws with a text for
 * people where the database holds money records of the other mode.
 */
export async function claimMode(db: Db, mode: Mode): Promise<void> {
  if ((await keptMode(db)) === mode) return
  await db.transaction().execute(async trx => {
    // Waits for transactions that write money records, and holds up new ones: those read the mode after they have written.
    await sql`lock table payment, pay_session, posting, invoice, payout in share row exclusive mode`.execute(trx)
    const kept = await keptMode(trx)
    if (kept !== undefined && kept !== mode && (await hasMoneyRecords(trx))) throw new Error(otherModeText(kept, mode))
    await sql`insert into installation_mode (mode) values (${mode})
      on conflict (only_one) do update set mode = excluded.mode, since = now()`.execute(trx)
  })
}

/** Throws where the database has money records of the other mode; changes nothing. For commands that run beside the product. */
export async function demandNoOtherMode(db: Db, mode: Mode): Promise<void> {
  await db.transaction().execute(async trx => {
    const kept = await keptMode(trx)
    if (kept !== undefined && kept !== mode && (await hasMoneyRecords(trx))) throw new Error(otherModeText(kept, mode))
  })
}

/** Not ready: a node that started later has changed the mode, and this node can take no payment. */
export const modeCheck = (db: Db, mode: Mode): Check => ({
  name: 'mode',
  look: async () => {
    // A database that does not answer is told by the check of the database.
    const late = setTimeout(PATIENCE_MS, undefined, { ref: false })
    const kept = await Promise.race([keptMode(db).catch(() => undefined), late])
    return kept === undefined || kept === mode ? undefined : otherModeText(kept, mode)
  },
})

/**
 * For writers of money records, after they have written: throws where the database is in the other mode by now, which a node
 * can have changed that started later. The first writer of a database that knows no mode yet keeps its own.
 */
export async function demandMode(trx: Trx, mode: Mode): Promise<void> {
  const kept = await keptMode(trx)
  if (kept === mode) return
  if (kept !== undefined) throw new Error(otherModeText(kept, mode))
  await sql`insert into installation_mode (mode) values (${mode}) on conflict (only_one) do nothing`.execute(trx)
}
