// The bank transfers of a month (S-PAYOUT, D-PO-6): a line for each account of each payout that is run and above 0, or the
// reason why there can be no file: a bank would refuse the whole of it for one wrong line.
import { isIfsc } from '@wattdesk/base/identifiers'
import { paiseFromRupees } from '@wattdesk/base/money'
import { err, ok, type Result } from '@wattdesk/base/result'
import type { MonthlyPayout, PaidAccount } from './payout.contract.ts'
import { type Period, periodText } from './payout-period.rules.ts'

export type Transfer = {
  beneficiaryName: string
  email: string
  accountNo: string
  ifsc: string
  /** Rupees. */
  amount: number
  remarks: string
}

const isAccount = (text: string): boolean => /^[0-9A-Za-z]{5,34}$/.test(text)
const wrongOf = (team: string, a: PaidAccount): string | undefined =>
  !isAccount(a.account_no)
    ? `${team}: the account number of ${a.beneficiary_name || 'a payout account'} is not valid`
    : !isIfsc(a.ifsc_code)
      ? `${team}: the IFSC of ${a.beneficiary_name || 'a payout account'} is not valid`
      : undefined

/** The lines of the file, team by team; an error names every team that stands in its way. */
export function transfersOf(months: readonly MonthlyPayout[], period: Period): Result<Transfer[], string> {
  const transfers: Transfer[] = []
  const wrong: string[] = []
  for (const { payout } of months) {
    const { teamDetails, summary } = payout.data
    const { name: team, payoutAccounts } = teamDetails
    if (!summary || summary.totalPayoutAmount <= 0) continue
    if (summary.payoutId === null) {
      wrong.push(`${team}: the payout of ${periodText(period)} is not run yet`)
      continue
    }
    const paid = payoutAccounts.filter(a => a.amount > 0)
    const bad = paid.flatMap(a => wrongOf(team, a) ?? [])
    const sum = paid.reduce((all, a) => all + paiseFromRupees(a.amount), 0n)
    // Money without an account to go to would be left out in silence.
    if (paid.length === 0) bad.push(`${team}: there is no payout account`)
    else if (sum !== paiseFromRupees(summary.totalPayoutAmount))
      bad.push(`${team}: its accounts do not take the whole payout`)
    wrong.push(...bad)
    for (const a of paid)
      transfers.push({
        beneficiaryName: a.beneficiary_name,
        email: a.email,
        accountNo: a.account_no,
        ifsc: a.ifsc_code,
        amount: a.amount,
        remarks: `${summary.payoutId} ${periodText(period)}`,
      })
  }
  return wrong.length > 0 ? err(wrong.join('. ')) : ok(transfers)
}

/** How many of them are paid already: a second file would pay them twice. */
export const paidAlready = (months: readonly MonthlyPayout[]): number =>
  months.filter(m => {
    const s = m.payout.data.summary
    return s?.status === 'PAYOUTCOMPLETED' && s.totalPayoutAmount > 0
  }).length
