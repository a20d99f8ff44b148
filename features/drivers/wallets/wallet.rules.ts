// The ledger lines of a change of a balance by hand (D-WAL-3): credit comes from the owner of the giver's team, or from
// `promotion` if the platform's staff gives it. An amount taken back returns to its givers. Amounts in paise.
import type { Paise } from '@wattdesk/base/money'
import { type AccountName, codeOf, credit, debit, type Line } from '#money/ledger/ledger.rules.ts'

/** The amount that an account has given to a purse by hand, less the amount taken back. */
export type WalletCredit = { account: AccountName; paise: Paise }

/**
 * Returns the lines of a change of a purse by `differencePaise`, which is not 0. `own`: the account of the person who
 * makes the change. An amount taken from the purse returns to `own` as far as `own` gave it, then to the other givers
 * in their order; the part that nobody gave by hand goes to `own`.
 */
export function changeLines(
  purse: AccountName,
  differencePaise: Paise,
  own: AccountName,
  given: readonly WalletCredit[],
): Line[] {
  if (differencePaise > 0n) return [debit(own, differencePaise), credit(purse, differencePaise)]
  const isOwn = ({ account }: WalletCredit) => codeOf(account) === codeOf(own)
  let left = -differencePaise
  const back = [...given.filter(isOwn), ...given.filter(g => !isOwn(g))].flatMap(({ account, paise }) => {
    const part = paise < left ? paise : left
    left -= part
    return part > 0n ? [{ account, paise: part }] : []
  })
  const mine = back.find(isOwn)
  if (left > 0n && mine) mine.paise += left
  else if (left > 0n) back.push({ account: own, paise: left })
  return [debit(purse, -differencePaise), ...back.map(b => credit(b.account, b.paise))]
}
