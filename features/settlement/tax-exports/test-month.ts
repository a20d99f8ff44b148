// Shared by tests of exports: sessions with bills and postings of any supplier, place and recipient, and the documents that they
// ought to have, reckoned here once more.
import type { RecipientType } from '@wattdesk/base/business'
import { sql } from 'kysely'
import { credit, debit, linesOf, type Posting } from '#money/ledger/ledger.rules.ts'
import { postAll } from '#money/ledger/posting.store.ts'
import type { TestApp } from '#testing/app.ts'

export type Sale = {
  teamId: number
  pk: number
  stoppedAt: Date
  netPaise: number
  gstin: string | null
  place: string
  recipient?: { gstin: string; name: string; type?: RecipientType }
}
const R = (a: number, n: number, d: number): number => Math.sign(a) * Math.floor((2 * Math.abs(a) * n + d) / (2 * d))
const isAcross = (s: Sale): boolean =>
  s.recipient?.type !== undefined || (s.gstin !== null && s.gstin.slice(0, 2) !== s.place)
const rateOf = (s: Sale): number => (s.recipient?.type === 'SEZWOP' ? 0 : 180_000)
function billOf(s: Sale) {
  const net = s.netPaise
  const half = isAcross(s) ? 0 : R(net, 180_000, 2_000_000)
  const igst = isAcross(s) ? R(net, rateOf(s), 1_000_000) : 0
  const surcharge = R(net + 2 * half + igst, 23_600, 1_000_000)
  return { net, half, igst, surcharge, total: net + 2 * half + igst + surcharge }
}
type Bill = ReturnType<typeof billOf>

let n = 0
/** An ended session with its bill and posting, billed at its stop or decided later; its number. */
export async function sold(t: TestApp, s: Sale, billedAt = s.stoppedAt): Promise<number> {
  const b = billOf(s)
  const { rows } = await sql<{ id: number }>`
    insert into transaction (company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type, connector_id, id_tag,
      started_at, start_received_at, stopped_at, meter_start_wh, meter_stop_wh, tolerance_watt, payment_type, energy_wh, charged_paise)
    select c.company_id, ${s.teamId}, c.chargepoint_pk, c.chargepoint_id, c.chargepoint_name, c.charger_type, 1, ${`SOLD-${++n}`},
      ${new Date(s.stoppedAt.getTime() - 1_800_000)}, ${s.stoppedAt}, ${s.stoppedAt}, 0, 10000, 300, 'UPI', 10000, ${b.total}
    from charger c where c.chargepoint_pk = ${s.pk} returning transaction_id as id`.execute(t.db)
  const id = rows[0]?.id as number
  await write(t, id, { version: 1, sale: s, at: billedAt, bill: b, change: b })
  return id
}
/** The next version of a session's bill, decided later. */
export async function corrected(
  t: TestApp,
  id: number,
  before: Sale,
  after: Sale,
  at: Date,
  version = 2,
): Promise<void> {
  const [old, bill] = [billOf(before), billOf(after)]
  const change = Object.fromEntries(Object.entries(bill).map(([k, v]) => [k, v - old[k as keyof Bill]])) as Bill
  await write(t, id, { version, sale: after, at, bill, change })
}
type Written = { version: number; sale: Sale; at: Date; bill: Bill; change: Bill }
async function write(t: TestApp, id: number, { version, sale: s, at, bill: b, change: c }: Written): Promise<void> {
  await sql`insert into bill (transaction_id, version, company_id, team_id, billed_at, taxable_paise, cgst_paise, sgst_paise, igst_paise,
      gross_paise, surcharge_paise, gateway_fee_paise, total_paise, commission_percent_paise, commission_unit_paise, lines, facts,
      energy_wh, overrun_paise, tax_ppm, supplier_name, supplier_gstin, supplier_state, place_of_supply, recipient_name, recipient_gstin, recipient_type)
    select ${id}, ${version}, x.company_id, ${s.teamId}, ${at}, ${b.net}, ${b.half}, ${b.half}, ${b.igst},
      ${b.net + 2 * b.half + b.igst}, ${b.surcharge}, 0, ${b.total}, ${R(b.net, 50_000, 1_000_000)}, 1000, '[]', '{}', 10000, 0, ${rateOf(s)},
      ${s.gstin === null ? null : 'Supplier & Sons <Pvt> Ltd'}, ${s.gstin}, ${s.gstin?.slice(0, 2) ?? null}, ${s.place},
      ${s.recipient?.name ?? null}, ${s.recipient?.gstin ?? null}, ${s.recipient?.type ?? null}
    from transaction x where x.transaction_id = ${id}`.execute(t.db)
  const ref = s.teamId
  const posting: Posting = {
    key: `bill:${id}:${version}`,
    kind: version === 1 ? 'bill' : 'correction',
    at,
    companyId: t.world.one.companyId,
    teamId: s.teamId,
    transactionId: id,
    lines: linesOf([
      debit({ kind: 'gateway', ref: t.world.one.companyId }, BigInt(c.total)),
      credit({ kind: 'owner', ref }, BigInt(c.net)),
      credit({ kind: 'cgst', ref }, BigInt(c.half)),
      credit({ kind: 'sgst', ref }, BigInt(c.half)),
      credit({ kind: 'igst', ref }, BigInt(c.igst)),
      credit({ kind: 'surcharge', ref }, BigInt(c.surcharge)),
    ]),
  }
  await t.db.transaction().execute(trx => postAll(trx, [posting]))
}

export type Figures = { taxable: number; cgst: number; sgst: number; igst: number; rounding: number; total: number }
export const FIGURES = ['taxable', 'cgst', 'sgst', 'igst', 'rounding', 'total'] as const
/** A document as it ought to be; below 0 for a credit note. */
export type Expected = Figures & { gstin: string | null; section: string; recipient: string | null; place: string }
/** M-2.9: the taxable value of a total, and its heads of tax. */
function split(total: number, across: boolean, rate: number): Figures {
  const taxable = R(total, 1_000_000, 1_000_000 + rate)
  const half = across ? 0 : R(total, 180_000, 2_360_000)
  const igst = across ? total - taxable : 0
  return { taxable, cgst: half, sgst: half, igst, rounding: total - taxable - 2 * half - igst, total }
}
const LARGE = 10_000_000
/** The document of a sale; with `before` the note of its correction. */
export function expected(s: Sale, before?: Sale, first = before): Expected {
  const after = split(billOf(s).total, isAcross(s), rateOf(s))
  const old = before ? split(billOf(before).total, isAcross(before), rateOf(before)) : undefined
  const figures = Object.fromEntries(FIGURES.map(f => [f, after[f] - (old?.[f] ?? 0)])) as Figures
  const isLarge = isAcross(s) && billOf(first ?? s).total > LARGE
  const section = s.recipient ? (before ? 'cdnr' : 'b2b') : isLarge ? (before ? 'cdnur' : 'b2cl') : 'b2cs'
  return { ...figures, gstin: s.gstin, section, recipient: s.recipient?.gstin ?? null, place: s.place }
}
export const summed = (all: readonly Figures[]): Figures =>
  Object.fromEntries(FIGURES.map(f => [f, all.reduce((sum, x) => sum + x[f], 0)])) as Figures
