// The names of the files of a payout's papers (D-PO-8).
import type { MonthlyPayout, Settlement } from './payout.contract.ts'
import { type Period, periodKey } from './payout-period.rules.ts'

export const SETTLEMENT_FILE = 'payout.pdf'

/** The name with each character that file systems refuse replaced by an underscore. */
const fileWord = (name: string): string =>
  name
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    .trim()
    .slice(0, 100)

/** `payout_{payout}.pdf`: what the server makes, of which several may come to lie in one folder. */
export const settlementFile = ({ payoutId }: Pick<Settlement, 'payoutId'>): string => `payout_${fileWord(payoutId)}.pdf`

/** `Payout_Invoice_{team}_{period}.pdf`. */
export const payoutInvoiceFile = (month: MonthlyPayout, period: Period): string =>
  `Payout_Invoice_${fileWord(month.payout.data.teamDetails.name)}_${periodKey(period)}.pdf`
