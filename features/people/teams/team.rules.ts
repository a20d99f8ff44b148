// Rules of teams: the columns that the list's search reads, the age at which a team counts as new or old, and the
// effect of its finance on the bill of a session.
import { type Ppm, paiseFromRupees, ppmFromPercent } from '@wattdesk/base/money'
import { meantWords } from '@wattdesk/base/text'
import type { TeamRow } from './team.contract.ts'
import type { FinanceConfig } from './team-finance.contract.ts'

const DAY_MS = 86_400_000
const RECENT_DAYS = 7
const OLD_DAYS = 365

/** Green within 7 days of its creation, amber when older than 365 (D-TEAM-3). */
export function ageOf(creationTime: string, now: Date): 'recent' | 'old' | 'usual' {
  const days = (now.getTime() - new Date(creationTime).getTime()) / DAY_MS
  return days <= RECENT_DAYS ? 'recent' : days > OLD_DAYS ? 'old' : 'usual'
}

const wordOf = (active: 'Y' | 'N') => (active === 'Y' ? 'Active' : 'Inactive')

/**
 * True when the search text is found in name, status word, description or creation time, as stored or as shown. 'active'
 * does not find what is inactive.
 */
export function matchesSearch(
  team: Pick<TeamRow, 'name' | 'active' | 'description' | 'creationTime'>,
  text: string,
  shownTime: string,
): boolean {
  const q = text.trim().toLowerCase()
  return (
    q === '' ||
    meantWords(q, ['Active', 'Inactive']).includes(wordOf(team.active)) ||
    [team.name, team.description, team.creationTime, shownTime].some(t => t.toLowerCase().includes(q))
  )
}

/** The terms that the bill of a session takes from the team of its charger. */
export type Terms = {
  taxPpm: Ppm
  transactionPpm: Ppm
  pgChargesBearer: 'EV' | 'CPO'
  commissionPpm: Ppm
  commissionPaisePerKwh: number
}
const ppm = (percent: number): Ppm => ppmFromPercent(percent.toFixed(4))

/** Percent or amount: only the commission that was chosen counts. */
export function termsOf({ transaction_payment_details: transaction, payout_details: payout }: FinanceConfig): Terms {
  const inPercent = payout.cm_commission_in_percent
  return {
    taxPpm: ppm(transaction.tax),
    transactionPpm: ppm(transaction.payment_gateway_percent),
    pgChargesBearer: transaction.pg_charges_bearer,
    commissionPpm: inPercent ? ppm(payout.cm_commission_percent ?? 0) : 0,
    commissionPaisePerKwh: inPercent ? 0 : Number(paiseFromRupees((payout.cm_commission_cost ?? 0).toFixed(2))),
  }
}

/** First and last name of a member; the user name where neither is known. */
export const memberName = (m: { username: string; firstname: string; lastname: string }): string =>
  `${m.firstname} ${m.lastname}`.trim() || m.username

/** The last four digits, which are all that the audit log keeps of an account number. */
export const lastFour = (accountNo: string): string => `…${accountNo.slice(-4)}`
