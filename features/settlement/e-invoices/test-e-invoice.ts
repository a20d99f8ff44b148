// Sessions of businesses with bills, as tests of e-invoices need them: many at once, without a charger.
import { sql } from 'kysely'
import { addEntry } from '#office/tax-settings/tax-setting.store.ts'
import { writeInvoices } from '#settlement/invoices/invoice.commands.ts'
import type { TestApp } from '#testing/app.ts'

export const SUPPLIER = '29AACCC6636P1Z1'
/** In another state than the supplier, and in the same. */
export const CHENNAI = { gstin: '33AAPFU0939F1Z2', name: 'Chennai Cabs Ltd', address: '2 Road, Chennai 600001' }
export const HUBLI = { gstin: '29AAPFU0939F1ZR', name: 'Hubli Buses Ltd', address: '3 Road, Hubli, Karnataka 580 020' }
export type Recipient = { gstin: string; name: string; address: string } | null

let n = 0
/** Ended sessions with a bill each; their ids. */
export async function billedFor(
  t: TestApp,
  to: Recipient,
  {
    count = 1,
    at,
    company = 'one',
    net = 18_000,
  }: { count?: number; at?: Date; company?: 'one' | 'two'; net?: number } = {},
): Promise<number[]> {
  const { companyId, teamId } = t.world[company]
  const stoppedAt = at ?? t.services.now()
  const { rows } = await sql<{ transactionId: number }>`
    insert into transaction (company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type, connector_id, id_tag,
      started_at, start_received_at, stopped_at, meter_start_wh, meter_stop_wh, tolerance_watt, payment_type, energy_wh, charged_paise,
      is_free, in_review)
    select ${companyId}, ${teamId}, (select max(chargepoint_pk) from charger), 'CP-1', 'CP', 'DC', 1, ${`E-${++n}-`} || g,
      ${new Date(stoppedAt.getTime() - 1_800_000)}, ${stoppedAt}, ${stoppedAt}, 0, 10000, 300, 'UPI', 10000, 1, false, false
    from generate_series(1, ${count}) g returning transaction_id`.execute(t.db)
  const ids = rows.map(r => r.transactionId)
  await billAgain(t, ids, 1, to, { at: stoppedAt, net })
  return ids
}
/** A version of their bills. */
export async function billAgain(
  t: TestApp,
  ids: readonly number[],
  version: number,
  to: Recipient,
  { at, net }: { at: Date; net: number },
): Promise<void> {
  const place = to?.gstin.slice(0, 2) ?? '29'
  const tax = Math.round(net * 0.18)
  const [half, whole] = place === '29' ? [tax / 2, 0] : [0, tax]
  await sql`insert into bill (transaction_id, version, company_id, team_id, billed_at, taxable_paise, cgst_paise, sgst_paise, igst_paise,
      gross_paise, surcharge_paise, gateway_fee_paise, total_paise, commission_percent_paise, commission_unit_paise, lines, facts,
      energy_wh, overrun_paise, supplier_name, supplier_gstin, supplier_state, supplier_address, place_of_supply, recipient_name,
      recipient_gstin, recipient_address)
    select x.transaction_id, ${version}, x.company_id, x.team_id, ${at}, ${net}, ${half}, ${half}, ${whole}, ${net + tax}, 0, 0,
      ${net + tax}, 0, 0, '[]', '{}', 10000, 0, 'Blue LLP', ${SUPPLIER}, '29', '1 Road, Bengaluru, Karnataka 560001', ${place},
      ${to?.name ?? null}, ${to?.gstin ?? null}, ${to?.address ?? null}
    from transaction x where x.transaction_id = any(${sql.val([...ids])}::int[])`.execute(t.db)
}

export const switchOn = (t: TestApp, companyId: number | null, since: string, value = true) =>
  t.db
    .transaction()
    .execute(trx => addEntry(trx, { companyId, name: 'eInvoices', since, value, at: t.services.now(), userId: null }))
export const written = (t: TestApp) => writeInvoices(t.services, { isThorough: true })

export type Kept = {
  eInvoiceId: number
  transactionId: number
  number: string
  type: string
  state: string
  irn: string | null
  attempts: number
  isAsked: boolean
  errorCode: string | null
  errorField: string | null
  errorText: string | null
  nextAt: Date | null
}
/** The registrations of sessions, in the order of their documents. */
export const keptOf = async (t: TestApp, ids: readonly number[]): Promise<Kept[]> =>
  (
    await sql<Kept>`select e.e_invoice_id, i.transaction_id, e.number, e.type, e.state, e.irn, e.attempts, e.is_asked, e.error_code, e.error_field, e.error_text, e.next_at
      from e_invoice e join invoice i on i.invoice_id = e.invoice_id
      where i.transaction_id = any(${sql.val([...ids])}::int[]) order by i.invoice_id`.execute(t.db)
  ).rows
