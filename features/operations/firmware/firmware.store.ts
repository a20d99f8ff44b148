// Firmware files, each of a team (CAMP-01).
import { sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'
import { recordReads } from '#platform/records/reads.ts'
import { recordWrites } from '#platform/records/writes.ts'
import type { Firmware } from './firmware.contract.ts'
import { firmwareFields } from './firmware.fields.ts'
import { operationUrlOf } from './firmware.rules.ts'

export type FirmwareRow = Stored<'firmware'> & {
  teamName: string
  fileName: string | null
  bytes: number | null
  campaigns: number
}

const reads = recordReads<FirmwareRow>()({
  fields: firmwareFields,
  from: sql`firmware f join team t on t.id = f.team_id left join firmware_content c on c.content_id = f.content_id`,
  alias: 'f',
  id: sql`f.firmware_id`,
  joined: { team_name: sql`t.name`, file_name: sql`c.file_name`, bytes: sql`c.bytes` },
  beside: sql`f.content_id, f.company_id, (select count(*) from firmware_campaign m where m.firmware_id = f.firmware_id
    and m.state <> 'Draft') as campaigns`,
  where: sql`f.deleted_at is null`,
  order: '-firmware_id',
})
export const { get, replyBy } = reads
/** `base`: the address under which chargers reach the portal. */
export const shownBy =
  (base: string) =>
  (row: FirmwareRow): Firmware => ({
    ...reads.shown(row),
    contentId: row.contentId,
    operationUrl: operationUrlOf(base, row.firmwareId),
    campaigns: row.campaigns,
  })

export const { create, update, lock } = recordWrites<'firmware'>({
  fields: firmwareFields,
  insert: sql`insert into firmware`,
  update: sql`update firmware set`,
  from: sql`from firmware`,
  id: sql`firmware_id`,
})

export const remove = (trx: Trx, firmwareId: number, at: Date): Promise<unknown> =>
  trx.updateTable('firmware').set({ deletedAt: at }).where('firmwareId', '=', firmwareId).execute()

export const countOf = async (trx: Trx, teamId: number): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*) as n from firmware where deleted_at is null
      and company_id = (select company_id from team where id = ${teamId})`.execute(trx)
  ).rows[0]?.n ?? 0

/** Whether a campaign that has not ended uses the file, drafts included. */
export const isNeeded = async (trx: Trx, firmwareId: number): Promise<boolean> =>
  (
    await sql`select from firmware_campaign where firmware_id = ${firmwareId} and deleted_at is null
      and state not in ('Done', 'Cancelled') limit 1`.execute(trx)
  ).rows.length > 0

/** What an operation or a campaign needs of a file. */
export type UsableFirmware = Pick<
  FirmwareRow,
  'firmwareId' | 'companyId' | 'version' | 'vendor' | 'model' | 'source' | 'location' | 'signature' | 'certificate'
> & { fileName: string | null }
const USABLE = sql`select f.firmware_id, f.company_id, f.version, f.vendor, f.model, f.source, f.location, f.signature,
    f.certificate, c.file_name
  from firmware f left join firmware_content c on c.content_id = f.content_id`

/** A file that chargers of a team may be given: of the scope, or of a team above. */
export const usable = async (
  db: Db | Trx,
  scope: Scope,
  teamId: number,
  firmwareId: number,
): Promise<UsableFirmware | undefined> =>
  (
    await sql<UsableFirmware>`${USABLE} where f.firmware_id = ${firmwareId} and f.deleted_at is null
      and f.company_id = (select company_id from team where id = ${teamId})
      and (${within(scope, 'f')} or f.team_id = any((select path from team where id = ${teamId})::int[]))`.execute(db)
  ).rows[0]
/** A file of the company of a charger. */
export const ofCompany = async (trx: Trx, companyId: number, firmwareId: number): Promise<UsableFirmware | undefined> =>
  (
    await sql<UsableFirmware>`${USABLE} where f.firmware_id = ${firmwareId} and f.deleted_at is null
      and f.company_id = ${companyId}`.execute(trx)
  ).rows[0]
