// The papers of payouts: the settlement of a payout, and the summary invoice of a team's month. The code that draws
// them is loaded on the click.
import { savePaper } from '#kit/paper/save-paper.ts'
import { type Brand, brandOf } from '#office/brand/brand.rules.ts'
import type { MonthlyPayout, Settlement } from './payout.contract.ts'
import { payoutInvoiceFile, SETTLEMENT_FILE } from './payout-paper.rules.ts'
import type { Period } from './payout-period.rules.ts'

const brand = (): Pick<Brand, 'name' | 'supportEmail'> => {
  const { name, supportEmail } = brandOf(location.host)
  return { name, supportEmail }
}
const logo = (): string => brandOf(location.host).logo

/** `payout.pdf`: SETTLEMENT DETAILS, two A4 pages (D-PO-8). */
export const saveSettlement = (payout: Settlement): Promise<void> =>
  savePaper(
    SETTLEMENT_FILE,
    async () => (await import('./settlement-paper.tsx')).SettlementPaper,
    { payout, brand: brand() },
    { logo: logo() },
  )

/** `Payout_Invoice_{team}_{period}.pdf`. */
export const saveInvoice = (month: MonthlyPayout, period: Period): Promise<void> =>
  savePaper(
    payoutInvoiceFile(month, period),
    async () => (await import('./payout-invoice-paper.tsx')).PayoutInvoicePaper,
    { month, period, brand: brand() },
    { logo: logo() },
  )
