// The balance that a new prepaid card is made with, as a posting (M-4): from the account of whoever gives it (D-WAL-3).
import type { Paise } from '@wattdesk/base/money'
import { type AccountName, credit, debit, type Posting } from '#money/ledger/ledger.rules.ts'

type Card = { tagPk: number; teamId: number; companyId: number; paise: Paise }
/** `from`: the account of the giver (`giverAccount`). */
type Given = { at: Date; userId: number | null; from: AccountName }
/** Once for each card, by its key. */
export function cardPosting({ tagPk, teamId, companyId, paise }: Card, { at, userId, from }: Given): Posting {
  return {
    key: `card:${tagPk}`,
    kind: 'credit',
    at,
    companyId,
    teamId,
    userId,
    note: 'Balance of a new card',
    lines: [debit(from, paise), credit({ kind: 'card', ref: tagPk }, paise)],
  }
}

/** Takes the balance of a new card back to where it came from, once for each card. */
export function cardPostingBack({ reverses, ...card }: Card & { reverses: number }, given: Given): Posting {
  const { key, lines, ...posting } = cardPosting(card, given)
  const back = lines.map(l => ({ ...l, side: l.side === 'D' ? ('C' as const) : ('D' as const) }))
  return { ...posting, key: `${key}:back`, note: 'Balance of a new card, taken back', reverses, lines: back }
}
