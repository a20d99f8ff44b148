// The bank transfers of a month (S-PAYOUT, D-PO-6): a line for each account of each payout above 0, with notes to read
// before the file is made, or the reason why there can be no file: a bank would refuse the whole file for one wrong
// line.
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

/**
 * A note on where the money of a team goes because one side had no payout account at the month's end; those accounts
 * are for good.
 */
function splitNote(team: string, accounts: readonly PaidAccount[], teamPercent: number): string | undefined {
  const [hasOwn, hasCompany] = [false, true].map(isOfCompany => accounts.some(a => a.isOfCompany === isOfCompany))
  if (teamPercent < 100 && hasOwn && !hasCompany)
    return `${team}: its company, whose part is ${Number((100 - teamPercent).toFixed(4))} %, had no payout account, so all goes to the team’s`
  if (teamPercent > 0 && !hasOwn && hasCompany) return `${team}: it had no payout account, so all goes to its company’s`
  return undefined
}

export type Transfers = { lines: Transfer[]; notes: string[] }
/** The lines of the file, team by team, with notes; an error names every team that prevents the file. */
export function transfersOf(months: readonly MonthlyPayout[], period: Period): Result<Transfers, string> {
  const [lines, notes, wrong]: [Transfer[], string[], string[]] = [[], [], []]
  for (const { payout } of months) {
    const { teamDetails, summary } = payout.data
    const { name: team, payoutAccounts } = teamDetails
    if (!summary || summary.totalPayoutAmount <= 0) continue
    // A file with a completed payout would pay the team twice.
    if (summary.status === 'PAYOUTCOMPLETED') {
      notes.push(`${team}: ${summary.payoutId} is Payout Completed already, so it is not in the file`)
      continue
    }
    if (summary.payoutId === null) {
      wrong.push(`${team}: the payout of ${periodText(period)} is not run yet`)
      continue
    }
    const paid = payoutAccounts.filter(a => a.amount > 0)
    if (paid.length === 0) {
      notes.push(`${team}: there was no payout account at the end of the month, so it is not in the file`)
      continue
    }
    const bad = paid.flatMap(a => wrongOf(team, a) ?? [])
    const sum = paid.reduce((all, a) => all + paiseFromRupees(a.amount), 0n)
    // Money without an account to go to would be left out in silence.
    if (sum !== paiseFromRupees(summary.totalPayoutAmount))
      bad.push(`${team}: its accounts do not take the whole payout`)
    wrong.push(...bad)
    const split = splitNote(team, payoutAccounts, teamDetails.settlement_percentage)
    if (split) notes.push(split)
    for (const a of paid)
      lines.push({
        beneficiaryName: a.beneficiary_name,
        email: a.email,
        accountNo: a.account_no,
        ifsc: a.ifsc_code,
        amount: a.amount,
        remarks: `${summary.payoutId} ${periodText(period)}`,
      })
  }
  if (wrong.length > 0) return err(wrong.join('. '))
  if (lines.length === 0 && notes.length > 0) return err(notes.join('. '))
  return ok({ lines, notes })
}
