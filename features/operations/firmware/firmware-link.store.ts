// The addresses at which single chargers fetch a firmware file. Only the hash of an address is stored.
import { sql } from 'kysely'
import { knownState } from '#control/remote-operations/task.store.ts'
import type { Db, Trx } from '#platform/db/db.ts'

export type NewLink = {
  tokenHash: string
  firmwareId: number
  chargepointPk: number
  taskId: string
  campaignId: number | null
  createdAt: Date
  openUntil: Date
}
export const open = (trx: Trx, link: NewLink): Promise<unknown> => trx.insertInto('firmwareLink').values(link).execute()

/** The states of a charger of a campaign in which it may fetch. */
const FETCHING = sql`('Sent', 'Downloading')`
export type OpenLink = {
  storedName: string
  bytes: number
  sha256: string
  fileName: string
  fetchedAt: Date | null
  chargepointPk: number
}
/**
 * The file behind an address that holds: of a charger that a campaign has sent and that has not fetched the whole yet, or of
 * an operation that has neither failed nor come to its end.
 */
export const held = async (db: Db, tokenHash: string, at: Date): Promise<OpenLink | undefined> =>
  (
    await sql<OpenLink>`select n.stored_name, n.bytes, n.sha256, n.file_name, l.fetched_at, l.chargepoint_pk
      from firmware_link l join firmware f on f.firmware_id = l.firmware_id
        join firmware_content n on n.content_id = f.content_id
        join charger c on c.chargepoint_pk = l.chargepoint_pk
      where l.token_hash = ${tokenHash} and l.open_until > ${at} and f.deleted_at is null and n.gone_at is null
        and c.deleted_at is null and c.company_id = f.company_id
        and case when l.campaign_id is null
          then exists (select from task t where t.task_id = l.task_id and ${knownState('t')} <> 'failed')
            and not exists (select from transfer_state s where s.task_id = l.task_id and s.status in ('Downloaded', 'Installed'))
          else exists (select from firmware_campaign_charger i where i.task_id = l.task_id and i.state in ${FETCHING}) end`.execute(
      db,
    )
  ).rows[0]

/** Notes when the charger first took a byte. */
export const noteFetched = (db: Db, tokenHash: string, at: Date): Promise<unknown> =>
  sql`update firmware_link set fetched_at = ${at} where token_hash = ${tokenHash} and fetched_at is null`.execute(db)

/** Deletes addresses that have been shut for a while; returns how many. */
export async function dropOld(trx: Trx, at: Date): Promise<number> {
  const { numAffectedRows } = await sql`delete from firmware_link
    where open_until < ${new Date(at.getTime() - 90 * 86_400_000)}`.execute(trx)
  return Number(numAffectedRows ?? 0)
}
