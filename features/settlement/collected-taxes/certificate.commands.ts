// The certificate of a team for a quarter (M-8): what its payouts say, held against the ledger, and its paper.
import { dayOf } from '@wattdesk/base/time'
import type { DocumentRequest } from '@wattdesk/wire/document-calls'
import { found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { brandHomeOf } from '#office/mail/brand-home.store.ts'
import { businessThen, platformAt } from '#settlement/commission-invoices/platform.store.ts'
import { periodNamed } from '#settlement/payouts/period.rules.ts'
import type { TaxCertificate } from './collected-tax.contract.ts'
import { headsInRupees, monthsOfQuarter, reasonWhyEmpty, sumOf, takenOf } from './collected-tax.rules.ts'
import * as store from './collected-tax.store.ts'

export async function certificateOf(
  { db, now, timeZone, platform }: Pick<Services, 'db' | 'now' | 'timeZone' | 'platform'>,
  teamId: number,
  quarter: string,
): Promise<TaxCertificate> {
  const months = monthsOfQuarter(quarter)
  const { end } = periodNamed(`${months[2]}-01`, timeZone)
  const at = end < now() ? end : now()
  const payouts = await store.payoutsOf(db, teamId, months)
  const [owner, taker, ledger] = await Promise.all([
    store.ownerOf(db, teamId, at),
    platformAt(db, platform, at),
    store.ledgerOf(
      db,
      payouts.map(p => p.payoutId),
    ),
  ])
  const business = await businessThen(db, teamId, at, taker)
  const sums = sumOf(payouts)
  // The PAN that the deduction went by, else the one that is known.
  const pan = payouts.findLast(p => p.taxes?.tds)?.taxes?.tds?.pan
  const { supplier } = taker
  return {
    teamId,
    owner: {
      ...found(owner, 'Team not found'),
      ...(business && { name: business.name, gstin: business.gstin, address: business.address ?? '' }),
      ...(pan && { pan }),
    },
    taker: supplier ? { name: supplier.name, address: supplier.address, gstin: supplier.gstin } : null,
    from: months[0],
    to: months[2],
    months: payouts.map(p => ({ month: p.month, payoutId: p.payoutId, ...takenOf(p) })),
    sums: headsInRupees(sums),
    ledger: headsInRupees(ledger),
    isEqual: JSON.stringify(sums) === JSON.stringify(ledger),
    reason: payouts.length === 0 ? reasonWhyEmpty(quarter, dayOf(now(), timeZone)) : null,
    at: at.toISOString(),
  }
}

export const certificatePaper = async (
  { db, publicUrl, mode }: Pick<Services, 'db' | 'publicUrl' | 'mode'>,
  certificate: TaxCertificate,
  host: string,
): Promise<DocumentRequest> => ({
  kind: 'tax-certificate',
  props: { certificate },
  brandHome: await brandHomeOf(db, { publicUrl, host, teamId: certificate.teamId }),
  mode,
  at: certificate.at,
})
