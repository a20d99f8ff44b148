// The balance that a new prepaid card is made with, as a posting (M-4): out of what the owner of the team's chargers has
// earned, since its staff took the money; by the platform's staff out of its promotions.
import type { Paise } from '@wattdesk/base/money'
import { type AccountName, credit, debit, type Posting } from '#money/ledger/ledger.rules.ts'

type Card = { tagPk: number; teamId: number; companyId: number; paise: Paise }
type Given = { at: Date; userId: number | null; isByPlatform: boolean }
/** Once for each card, by its key. */
export function cardPosting({ tagPk, teamId, companyId, paise }: Card, { at, userId, isByPlatform }: Given): Posting {
  const from: AccountName = isByPlatform ? { kind: 'promotion', ref: 0 } : { kind: 'owner', ref: teamId }
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
