// The papers of payouts, as the server makes them, and the mail that carries a settlement.
import type { DocumentRequest } from '@wattdesk/wire/document-calls'
import type { Services } from '#office/installation/services.ts'
import { brandHomeOf } from '#office/mail/brand-home.store.ts'
import { mailPaper } from '#office/mail/mail-paper.commands.ts'
import type { By } from '#platform/audit/audit-log.ts'
import { commissionPaper } from '#settlement/commission-invoices/commission-document.commands.ts'
import { documentsOfPayout } from '#settlement/commission-invoices/commission-read.store.ts'
import type { MonthlyPayout, Settlement } from './payout.contract.ts'
import { dayText } from './payout-period.rules.ts'

type Setting = Pick<Services, 'db' | 'publicUrl' | 'mode'>

/** `host`: under which it is asked for; undefined: the brand is that of the company. */
export const settlementDocument = async (
  { db, publicUrl, mode }: Setting,
  payout: Settlement,
  host: string | undefined,
): Promise<DocumentRequest> => ({
  kind: 'settlement',
  props: { payout },
  brandHome: await brandHomeOf(db, { publicUrl, host, teamId: payout.teamId }),
  mode,
  at: payout.madeAt,
})

/** `at`: the end of the month, for figures of a month that was not run are of no instant. */
type OfMonth = { host: string | undefined; teamId: number; year: string; month: string; at: Date }
export const payoutInvoiceDocument = async (
  { db, publicUrl, mode }: Setting,
  month: MonthlyPayout,
  { host, teamId, at, ...period }: OfMonth,
): Promise<DocumentRequest> => ({
  kind: 'payout-invoice',
  props: { month, period },
  brandHome: await brandHomeOf(db, { publicUrl, host, teamId }),
  mode,
  at: at.toISOString(),
})

/** Mails the settlement details of a payout to an address, with the documents of its commission. */
export async function mailSettlement(services: Services, by: By, payout: Settlement, to: string): Promise<void> {
  const paper = await settlementDocument(services, payout, undefined)
  const { payoutId, teamId, periodStartDate, displayEndDate } = payout
  const documents = await documentsOfPayout(services.db, payoutId, services.timeZone)
  const further = await Promise.all(documents.map(d => commissionPaper(services, d, undefined)))
  const numbers = documents.map(d => d.number).join(', ')
  const period = `${dayText(periodStartDate)} to ${dayText(displayEndDate)}`
  const title = `Settlement details ${payoutId}`
  await mailPaper(services, by, {
    to,
    paper,
    ...(further.length > 0 && { further }),
    title: further.length > 0 ? `${title}, ${numbers}` : title,
    letter: {
      subject: `${paper.brandHome.name}: ${title}`,
      text: `Here are the settlement details of ${payout.team_name} for ${period}. The PDF is attached.${
        further.length > 0 ? ` With it: ${numbers}, the documents of the commission.` : ''
      }`,
    },
    entry: { feature: 'Finance', recordId: payoutId, teamId },
  })
}
