// Documents for businesses of a month that the invoice registration portal has not registered (TAX-09). Amounts in paise.
import { sql } from 'kysely'
import { doesAnybody, needsNumber, needsNumberOfCommission } from '#settlement/e-invoices/e-invoice.store.ts'
import { type Books, teamsOf } from './books.store.ts'
import { always, type Fragment, type Item, within } from './open-shape.store.ts'
import type { Period } from './period.rules.ts'

/** `e` stands for the document's registration. One that is not queued yet counts too. */
const lacks = (needs: Fragment) =>
  sql`(e.state in ('waiting', 'failed') and e.irn is null or e.e_invoice_id is null and ${needs})`
const state = sql`case e.state when 'failed' then 'refused by the portal' else 'no IRN' end as state`

/** Documents of the commission are the platform's own, and are looked for on its team alone. */
export function withoutIrn({ scope }: Books, period: Period | null, zone: string): Item {
  const invoices = sql`select 'invoice:' || i.invoice_id as key, i.dated, case i.kind when 'credit note' then -1 else 1 end * i.total_paise as paise,
      i.team_id, i.transaction_id, i.kind || ' ' || i.number as what, e.error_text as detail, ${state}
    from invoice i left join e_invoice e on e.invoice_id = i.invoice_id
    where ${doesAnybody} and i.team_id = any(${teamsOf(scope)}) and ${within(sql`i.dated`, period)} and i.recipient_gstin is not null
      and ${lacks(needsNumber(zone))}`
  const ofCommission = sql`select 'commission:' || d.document_id, d.dated, case d.kind when 'credit note' then -1 else 1 end * d.total_paise,
      d.team_id, null::int, d.kind || ' ' || d.number, e.error_text, ${state}
    from commission_document d left join e_invoice e on e.commission_document_id = d.document_id
    where ${doesAnybody} and ${within(sql`d.dated`, period)} and d.recipient_gstin is not null
      and ${lacks(needsNumberOfCommission(zone))}`
  return {
    key: sql`x.key`,
    at: sql`x.dated`,
    amount: sql`x.paise`,
    team: sql`x.team_id`,
    transaction: sql`x.transaction_id`,
    what: sql`upper(left(x.what, 1)) || substr(x.what, 2)`,
    state: sql`x.state`,
    detail: sql`x.detail`,
    from: scope.kind === 'all' ? sql`(${invoices} union all ${ofCommission}) x` : sql`(${invoices}) x`,
    where: always,
  }
}
