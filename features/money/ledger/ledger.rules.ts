// Double entry (M-4): which accounts there are, what a posting is, and what postings make of balances. Amounts in
// paise. Pure: the store reads and writes around it.
import type { Paise } from '@wattdesk/base/money'

export type Side = 'D' | 'C'
type Kind = {
  normal: Side
  /** What the account is of. */
  of: 'driver' | 'tag' | 'session' | 'payment' | 'pay session' | 'team' | 'company' | 'installation'
  /** Its balance stands in its row and never falls below this; null: the balance is the sum of its entries. */
  least: Paise | null
}
/** Assets and costs are debited as they grow, what is owed and earned is credited. */
export const KINDS = {
  // What drivers have paid and not spent yet.
  wallet: { normal: 'C', of: 'driver', least: 0n },
  card: { normal: 'C', of: 'tag', least: 0n },
  /** Kept back for a running session; after its bill, what of it is still to go back to a card or UPI address. */
  hold: { normal: 'C', of: 'session', least: 0n },
  /** Captured by the provider, before a session begins with it or it goes back; by the number of the payment. */
  payment: { normal: 'C', of: 'payment', least: 0n },
  /** Kept back of a wallet for a session that was asked for and has not begun. */
  reserved: { normal: 'C', of: 'pay session', least: 0n },
  // What the owner of a team's chargers has earned, and what he took himself from those who pay him.
  owner: { normal: 'C', of: 'team', least: null },
  receivable: { normal: 'D', of: 'team', least: null },
  cgst: { normal: 'C', of: 'team', least: null },
  sgst: { normal: 'C', of: 'team', least: null },
  igst: { normal: 'C', of: 'team', least: null },
  surcharge: { normal: 'C', of: 'team', least: null },
  // What a month's end takes from owners (M-4): commission, the tax on it, and the gateway's fees where they bear them.
  commission: { normal: 'C', of: 'company', least: null },
  gstOut: { normal: 'C', of: 'company', least: null },
  gatewayRecovery: { normal: 'C', of: 'company', least: null },
  /** Settled with the owner, and not known to be with his bank. */
  payoutClearing: { normal: 'C', of: 'team', least: null },
  bank: { normal: 'D', of: 'company', least: null },
  gateway: { normal: 'D', of: 'company', least: null },
  /** Asked of the provider to be given back, and not known to be done. */
  refundClearing: { normal: 'C', of: 'company', least: null },
  /** Rests below the provider's least refund, of drivers nobody knows. */
  smallRests: { normal: 'C', of: 'installation', least: null },
  promotion: { normal: 'D', of: 'installation', least: null },
} as const satisfies Readonly<Record<string, Kind>>
export type AccountKind = keyof typeof KINDS
/** Kinds of which a company has one account; opened by whichever team came first, they are the company's. */
export const OF_COMPANY: readonly string[] = Object.entries(KINDS).flatMap(([kind, k]) =>
  k.of === 'company' ? [kind] : [],
)
export const isKept = (kind: AccountKind): boolean => KINDS[kind].least !== null

/** An account by its kind and the key of what it is of: 0 for the installation. */
export type AccountName = { kind: AccountKind; ref: number }
export const codeOf = ({ kind, ref }: AccountName): string => `${kind}:${ref}`

export type Line = { account: AccountName; side: Side; paise: Paise }
export const POSTING_KINDS = [
  ...(['top-up', 'credit', 'payment', 'reserve', 'hold', 'bill', 'correction', 'release'] as const),
  ...(['refund', 'refund failed', 'refunded', 'refunded before'] as const),
  ...(['settlement', 'payout', 'payout paid', 'payout back'] as const),
] as const
export type PostingKind = (typeof POSTING_KINDS)[number]
export type Posting = {
  /** The same key with the same content is the same posting, however often it is asked for. */
  key: string
  kind: PostingKind
  /** When what it tells of happened. */
  at: Date
  companyId: number | null
  teamId: number | null
  transactionId?: number
  /** Who gave or took by hand. */
  userId?: number | null
  note?: string
  reverses?: number
  lines: readonly Line[]
}

export const debit = (account: AccountName, paise: Paise): Line => ({ account, side: 'D', paise })
export const credit = (account: AccountName, paise: Paise): Line => ({ account, side: 'C', paise })
/** The lines that are worth writing: none of 0, and a negative one stands on the other side. */
export const linesOf = (lines: readonly Line[]): Line[] =>
  lines
    .filter(l => l.paise !== 0n)
    .map(l => (l.paise > 0n ? l : { account: l.account, side: l.side === 'D' ? 'C' : 'D', paise: -l.paise }))

/** Why a posting cannot be: its lines say so by themselves. */
export function faultOf({ key, lines }: Pick<Posting, 'key' | 'lines'>): string | undefined {
  if (lines.some(l => l.paise <= 0n)) return `${key} has a line that is not above 0`
  const sum = (side: Side) => lines.reduce((n, l) => (l.side === side ? n + l.paise : n), 0n)
  if (lines.length === 0 || sum('D') !== sum('C')) return `${key} has ${sum('D')} of debit and ${sum('C')} of credit`
  return undefined
}

/** An account that is kept, as its row has it. */
export type Kept = { balancePaise: Paise; version: number; leastPaise: Paise | null }
/** The balance of an account that is kept after a line, and the number of the entry in it. */
export type After = { balancePaise: Paise; version: number } | null
export type Applied =
  | { isPosted: true; after: readonly After[] }
  /** The account that would fall below its least; nothing of the posting is done. */
  | { isPosted: false; short: AccountName; balancePaise: Paise }

/** What a line adds to the balance of its account, counted on the account's normal side. */
export const addedBy = (l: Line): Paise => (l.side === KINDS[l.account.kind].normal ? l.paise : -l.paise)

/**
 * Postings one after the other, on accounts by their codes, which are moved along. One that would leave an account below
 * its least is refused whole and does not touch its neighbours. A line may dip below and a later line of the same posting
 * bring it back: what counts is the end of the posting, and lines that add come first.
 */
export function apply(accounts: ReadonlyMap<string, Kept>, postings: readonly Posting[]): Applied[] {
  return postings.map(p => {
    const now = new Map<string, Kept>()
    const after = p.lines.map((): After => null)
    const order = p.lines.map((l, i) => ({ l, i, added: addedBy(l) })).sort((a, b) => (a.added > b.added ? -1 : 1))
    for (const { l, i, added } of order) {
      const code = codeOf(l.account)
      const before = now.get(code) ?? accounts.get(code)
      if (!before) continue
      const balancePaise = before.balancePaise + added
      if (added < 0n && before.leastPaise !== null && balancePaise < before.leastPaise)
        return { isPosted: false, short: l.account, balancePaise: before.balancePaise }
      now.set(code, { ...before, balancePaise, version: before.version + 1 })
      after[i] = { balancePaise, version: before.version + 1 }
    }
    for (const [code, a] of now) Object.assign(accounts.get(code) as Kept, a)
    return { isPosted: true, after }
  })
}
