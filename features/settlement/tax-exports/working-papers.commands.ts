// The working papers of GSTR-8 and 26Q: the payouts of a month or quarter, with the sums of the register beside their own.
import { atOneMoment } from '#money/ledger/ledger-sums.store.ts'
import type { Services } from '#office/installation/services.ts'
import type { Trx } from '#platform/db/db.ts'
import { monthsOfQuarter } from '#settlement/collected-taxes/collected-tax.rules.ts'
import { platformAt } from '#settlement/commission-invoices/platform.store.ts'
import { periodOf } from '#settlement/reconciliation/period.rules.ts'
import type { Collected } from './comparison.rules.ts'
import { isOpenMonth } from './gstr1.commands.ts'
import { collectorsOf } from './operator.store.ts'
import { type Month, otherMonths, type Return } from './outward.store.ts'
import type { Form26Q, Gstr8 } from './tax-export.contract.ts'
import * as rules from './working-papers.rules.ts'
import * as store from './working-papers.store.ts'

type Reading = Pick<Services, 'db' | 'timeZone' | 'platform'>

export const gstr8PaperOf = async (
  { db, timeZone: zone, platform }: Reading,
  { books, period }: Month,
): Promise<Gstr8> => {
  const collectors = await collectorsOf(db, await platformAt(db, platform, period.to), period)
  const { payouts, supplies } = await atOneMoment(db, async trx => {
    const found = await store.taxedPayouts(trx, books.scope, { months: [period.month], zone })
    return { payouts: found, supplies: await store.suppliesBy(trx, found) }
  })
  const rows = rules.gstr8InOrder(
    payouts.flatMap(p => rules.gstr8Of(p, supplies.get(p.payoutNo) ?? [], collectors)),
    collectors,
  )
  const sums = rules.gstr8Sums(rows)
  const register = rules.collectedSums(payouts)
  return {
    month: period.month,
    isOpen: await isOpenMonth(db, { books, period }, undefined),
    rows: rows.map(rules.gstr8RowOf),
    sums,
    collectors: rules.gstr8Collectors(rows),
    register,
    isEqual: (['net', 'igst', 'cgst', 'sgst'] as const).every(name => sums[name] === register[name]),
  }
}

/** What GSTR-8 has of a GST number and month, beside the documents that it takes from other months or leaves to them. */
export async function collectedOf(trx: Trx, of: Return): Promise<Collected> {
  const { books, gstin } = of
  const { month, zone } = of.period
  const payouts = await store.taxedPayouts(trx, books.scope, { months: [month], zone })
  const supplies = await store.suppliesBy(trx, payouts)
  const rows = payouts.flatMap(p => rules.gstr8Of(p, supplies.get(p.payoutNo) ?? []))
  const own = rows.filter(row => row.supplierGstin === gstin)
  const sum = (name: 'net' | 'carried') => own.reduce((n, row) => n + row[name], 0)
  return { net: sum('net'), carried: sum('carried'), ...(await otherMonths(trx, of)) }
}

export const form26QPaperOf = async (
  { db, timeZone: zone }: Pick<Reading, 'db' | 'timeZone'>,
  { books, period }: Month,
): Promise<Form26Q> => {
  const months = monthsOfQuarter(rules.quarterOf(period.month))
  const payouts = await atOneMoment(db, trx => store.taxedPayouts(trx, books.scope, { months, zone }))
  const rows = payouts.flatMap(p => rules.form26QOf(p) ?? [])
  const [sums, register] = [rules.form26QSums(rows), rules.deductedSums(payouts)]
  return {
    from: months[0],
    to: months[2],
    isOpen: await isOpenMonth(db, { books, period: periodOf(months[2], zone) }, undefined),
    rows,
    sums,
    register,
    isEqual: (['amount', 'givenBack', 'tax'] as const).every(name => sums[name] === register[name]),
  }
}
