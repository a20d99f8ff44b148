// How a payout is divided over accounts (D-PO-6): the team's share over its own accounts by their percentages, the rest
// over the accounts of its company; the last line takes the paise left by rounding. Pure.
import { type Paise, ppmFromPercent, round } from '@wattdesk/base/money'

/** An account as payout_account_history keeps it, by the names of the forms. */
export type KeptAccount = {
  payoutDetailId: number
  business_name: string
  beneficiary_name: string
  email: string
  account_no: string
  ifsc_code: string
  gst: string | null
  payout_percentage: number | null
  settlement_percentage: number | null
  disabled: boolean
}
export type KeptAccounts = { team: readonly KeptAccount[]; company: readonly KeptAccount[] }
export type Allotted = { account: KeptAccount; isOfCompany: boolean; percentage: number | null; paise: Paise }

/**
 * A line for each account that takes part, in their order; together they are the payout to the paisa. Where one side has no
 * account, the other takes all; of a company those that are switched off take no part. Percentages that do not add up to 100
 * count by their proportion; where all are 0, the parts are equal.
 */
export function allotted(payoutPaise: Paise, settlementPpm: number, accounts: KeptAccounts): Allotted[] {
  const own = accounts.team
  const others = accounts.company.filter(a => !a.disabled)
  const share = round(payoutPaise, BigInt(Math.min(1_000_000, Math.max(0, settlementPpm))), 1_000_000n)
  const ofTeam = others.length === 0 ? payoutPaise : own.length === 0 ? 0n : share
  const side = (list: readonly KeptAccount[], paise: Paise, isOfCompany: boolean): Allotted[] => {
    const percentage = (a: KeptAccount) => (isOfCompany ? a.settlement_percentage : a.payout_percentage)
    const parts = divided(
      paise,
      list.map(a => BigInt(ppmFromPercent((percentage(a) ?? 0).toFixed(4)))),
    )
    return list.map((account, i) => ({
      account,
      isOfCompany,
      percentage: percentage(account),
      paise: parts[i] ?? 0n,
    }))
  }
  const company = side(others, payoutPaise - ofTeam, true)
  // A company that gets nothing of this team's payout is not named.
  return [...side(own, ofTeam, false), ...(ofTeam === payoutPaise && own.length > 0 ? [] : company)]
}

/**
 * Divides an amount by weights: each part is rounded and limited to the amount left, the last part is the amount left.
 */
function divided(paise: Paise, weights: readonly bigint[]): Paise[] {
  const sum = weights.reduce((a, b) => a + b, 0n)
  let left = paise
  return weights.map((weight, i) => {
    const [n, d] = sum > 0n ? [weight, sum] : [1n, BigInt(weights.length)]
    const rounded = round(paise, n, d)
    const part = i === weights.length - 1 || rounded > left ? left : rounded
    left -= part
    return part
  })
}
