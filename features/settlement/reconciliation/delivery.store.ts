// Deliveries without invoice in a month (M-8): versions of bills that change an amount, of sessions that get no invoice. Amounts
// in paise.
import type { ListQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import { type ShownEvse, shownEvseSql } from '#fleet/stations/evse.store.ts'
import { closedThenSql } from '#money/ledger/book-date.store.ts'
import { planned } from '#platform/db/big-list-ways.ts'
import type { Db } from '#platform/db/db.ts'
import { type Columns, endSql, type Keyed, searchSql } from '#platform/db/list.ts'
import { type ListRows, pageOrExportRows } from '#platform/http/exports.ts'
import { getsInvoice } from '#settlement/invoices/invoice.store.ts'
import { type Books, teamsOf } from './books.store.ts'
import type { Period } from './period.rules.ts'

type Amounts = { energyWh: number; taxable: number; cgst: number; sgst: number; igst: number; total: number }
export type DeliveryRow = Amounts &
  ShownEvse & {
    transactionId: number
    version: number
    dated: Date
    suppliedAt: Date
    teamName: string
    chargepointId: string
    connectorId: number
    idTag: string
  }
const columns: Columns = {
  date: { sql: sql`d.dated`, type: 'date' },
  transactionId: { sql: sql`d.transaction_id`, type: 'number' },
  total: { sql: sql`d.total`, type: 'number' },
  kwh: { sql: sql`d.energy_wh`, type: 'number' },
}
const less = (column: string) => sql`b.${sql.raw(column)} - coalesce(q.${sql.raw(column)}, 0)`

/** As a table `d`. A delivery is dated by its end, or by its decision where its month was closed then. */
const deliveries = ({ scope }: Books, { from, to, zone }: Period, q: string | undefined): RawBuilder<unknown> => sql`(
  select x.*, m.name as team_name from (
    select b.transaction_id, b.version, coalesce(t.stopped_at, b.billed_at) as supplied_at, t.team_id, t.chargepoint_id, t.chargepoint_pk, t.connector_id, t.id_tag,
      case when b.version = 1 and t.stopped_at >= ${closedThenSql(sql`b.company_id`, sql`b.billed_at`)} then t.stopped_at
        else b.billed_at end as dated,
      ${less('energy_wh')} as energy_wh, ${less('taxable_paise')} as taxable, ${less('cgst_paise')} as cgst,
      ${less('sgst_paise')} as sgst, ${less('igst_paise')} as igst, ${less('total_paise')} as total
    from (select t.transaction_id from transaction t where t.team_id = any(${teamsOf(scope)}) and t.payment_type = 'RFID'
          and t.stopped_at >= ${from} and t.stopped_at < ${to}
        union select b.transaction_id from bill b where b.team_id = any(${teamsOf(scope)})
          and b.billed_at >= ${from} and b.billed_at < ${to}) n
      join transaction t on t.transaction_id = n.transaction_id and t.payment_type = 'RFID'
      join bill b on b.transaction_id = n.transaction_id
      left join bill q on q.transaction_id = b.transaction_id and q.version = b.version - 1
    where not t.in_review and b.total_paise <> coalesce(q.total_paise, 0) and not ${getsInvoice(zone)}) x
  join team m on m.id = x.team_id
  where x.dated >= ${from} and x.dated < ${to} and ${searchSql(q, [
    sql`x.transaction_id::text`,
    sql`m.name`,
    sql`x.chargepoint_id`,
    sql`x.id_tag`,
  ])}) d`

export type DeliveryScope = { books: Books; period: Period }
export const list = (db: Db, { books, period }: DeliveryScope, query: ListQuery): Promise<ListRows<DeliveryRow>> =>
  pageOrExportRows(
    db,
    query,
    sql<
      DeliveryRow & Keyed<string>
    >`select d.transaction_id || ':' || d.version as cursor_key, d.transaction_id, d.version, d.dated,
        d.supplied_at, d.team_name, d.chargepoint_id, d.connector_id, ${shownEvseSql('d')}, d.id_tag, d.energy_wh, d.taxable, d.cgst, d.sgst, d.igst, d.total
      from ${deliveries(books, period, query.q)} where true
      ${endSql(query, 'date', columns, { text: sql`d.transaction_id || ':' || d.version` })}`,
  )

export type Sums = Amounts & { rows: number; deliveries: number }
export const sums = async (db: Db, { books, period }: DeliveryScope, q: string | undefined): Promise<Sums> => {
  const of = (column: string) => sql`coalesce(sum(d.${sql.raw(column)}), 0)::bigint`
  const statement = sql<Sums>`select count(*) as rows, count(*) filter (where d.version = 1) as deliveries,
      ${of('energy_wh')} as energy_wh, ${of('taxable')} as taxable, ${of('cgst')} as cgst, ${of('sgst')} as sgst,
      ${of('igst')} as igst, ${of('total')} as total
    from ${deliveries(books, period, q)}`
  const { rows } = await planned(db, trx => statement.execute(trx))
  return rows[0] ?? { rows: 0, deliveries: 0, energyWh: 0, taxable: 0, cgst: 0, sgst: 0, igst: 0, total: 0 }
}
