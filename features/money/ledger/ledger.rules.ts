// Double entry (M-4): the kinds of accounts, the parts of a posting, and the effect of postings on balances. Amounts in
// paise. Pure: the store reads and writes around it.
import type { Paise } from '@wattdesk/base/money'

type EntrySide = 'D' | 'C'
type Kind = {
  normal: EntrySide
  /** The kind of party or record that owns the account. */
  of: 'driver' | 'tag' | 'session' | 'payment' | 'pay session' | 'team' | 'company' | 'installation'
  /**
   * The least balance of an account whose balance is kept in its row; null: the balance is the sum of the account's
   * entries.
   */
  least: Paise | null
}
/** Assets and costs grow by debits, debts and earnings by credits. */
export const KINDS = {
  // Money that drivers have paid and not spent yet.
  wallet: { normal: 'C', of: 'driver', least: 0n },
  card: { normal: 'C', of: 'tag', least: 0n },
  /** Kept back for a running session; after its bill, the part still to be refunded to a card or UPI address. */
  hold: { normal: 'C', of: 'session', least: 0n },
  /**
   * Money captured by the provider, before a session begins with it or a refund returns it; by the number of the
   * payment.
   */
  payment: { normal: 'C', of: 'payment', least: 0n },
  /** Kept back from a wallet for a requested session that has not begun. */
  reserved: { normal: 'C', of: 'pay session', least: 0n },
  // Earnings of the owner of a team's chargers, and payments that the owner collected from drivers himself.
  owner: { normal: 'C', of: 'team', least: null },
  receivable: { normal: 'D', of: 'team', least: null },
  cgst: { normal: 'C', of: 'team', least: null },
  sgst: { normal: 'C', of: 'team', least: null },
  igst: { normal: 'C', of: 'team', least: null },
  surcharge: { normal: 'C', of: 'team', least: null },
  // Deductions from owners at the end of a month (M-4): commission, the tax on it, and the gateway's fees where the
  // owner bears them.
  commission: { normal: 'C', of: 'company', least: null },
  gstOut: { normal: 'C', of: 'company', least: null },
  // The same tax by its heads, where the commission is invoiced (M-8).
  cgstOut: { normal: 'C', of: 'company', least: null },
  sgstOut: { normal: 'C', of: 'company', least: null },
  igstOut: { normal: 'C', of: 'company', least: null },
  gatewayRecovery: { normal: 'C', of: 'company', least: null },
  // Tax taken from owners at source, which the platform owes to the state (M-8): collected, by its heads, and deducted.
  tcsCgst: { normal: 'C', of: 'company', least: null },
  tcsSgst: { normal: 'C', of: 'company', least: null },
  tcsIgst: { normal: 'C', of: 'company', least: null },
  tds: { normal: 'C', of: 'company', least: null },
  /** Settled with the owner, and not known to be with his bank. */
  payoutClearing: { normal: 'C', of: 'team', least: null },
  bank: { normal: 'D', of: 'company', least: null },
  gateway: { normal: 'D', of: 'company', least: null },
  /** Refunds requested from the provider and not yet known to be done. */
  refundClearing: { normal: 'C', of: 'company', least: null },
  /** Rests of unknown drivers below the provider's least refund. */
  smallRests: { normal: 'C', of: 'installation', least: null },
  promotion: { normal: 'D', of: 'installation', least: null },
} as const satisfies Readonly<Record<string, Kind>>
export type AccountKind = keyof typeof KINDS
/** Kinds of which a company has one account; opened by whichever team came first, they are the company's. */
export const OF_COMPANY: readonly string[] = Object.entries(KINDS).flatMap(([kind, k]) =>
  k.of === 'company' ? [kind] : [],
)
export const hasLeastBalance = (kind: AccountKind): boolean => KINDS[kind].least !== null

/** An account by its kind and the key of its owner; 0 for the installation. */
export type AccountName = { kind: AccountKind; ref: number }
export const codeOf = ({ kind, ref }: AccountName): string => `${kind}:${ref}`

export type Line = { account: AccountName; side: EntrySide; paise: Paise }
const POSTING_KINDS = [
  ...(['top-up', 'credit', 'payment', 'reserve', 'hold', 'bill', 'correction', 'release'] as const),
  ...(['refund', 'refund failed', 'refunded', 'refunded before'] as const),
  ...(['settlement', 'payout', 'payout paid', 'payout back'] as const),
] as const
type PostingKind = (typeof POSTING_KINDS)[number]
export type Posting = {
  /** The same key with the same content is the same posting, however often it is requested. */
  key: string
  kind: PostingKind
  /** The time of the event behind the posting. */
  at: Date
  companyId: number | null
  teamId: number | null
  transactionId?: number
  /** The user who gave or took money by hand. */
  userId?: number | null
  note?: string
  reverses?: number
  lines: readonly Line[]
}

/**
 * The account that credit by hand comes from (D-WAL-3): of the team on which the giver holds the role that lets them
 * give, of promotions where the platform's staff (`ROOT`) gives.
 */
export const giverAccount = ({ userType }: { userType: string }, roleTeamId: number): AccountName =>
  userType === 'ROOT' ? { kind: 'promotion', ref: 0 } : { kind: 'owner', ref: roleTeamId }

export const debit = (account: AccountName, paise: Paise): Line => ({ account, side: 'D', paise })
export const credit = (account: AccountName, paise: Paise): Line => ({ account, side: 'C', paise })
/** The lines without those of 0; a negative amount moves to the other side. */
export const linesOf = (lines: readonly Line[]): Line[] =>
  lines
    .filter(l => l.paise !== 0n)
    .map(l => (l.paise > 0n ? l : { account: l.account, side: l.side === 'D' ? 'C' : 'D', paise: -l.paise }))

/** Why a posting is impossible, by its lines alone. */
export function faultOf({ key, lines }: Pick<Posting, 'key' | 'lines'>): string | undefined {
  if (lines.some(l => l.paise <= 0n)) return `${key} has a line that is not above 0`
  const sum = (side: EntrySide) => lines.reduce((n, l) => (l.side === side ? n + l.paise : n), 0n)
  if (lines.length === 0 || sum('D') !== sum('C')) return `${key} has ${sum('D')} of debit and ${sum('C')} of credit`
  return undefined
}

/** The row of an account with a kept balance. */
export type StoredBalance = { balancePaise: Paise; version: number; leastPaise: Paise | null }
/** The kept balance of an account after a line, and the number of the entry in the account. */
export type After = { balancePaise: Paise; version: number } | null
export type Applied =
  | { isPosted: true; after: readonly After[] }
  /** The account that would fall below its least; nothing of the posting is done. */
  | { isPosted: false; short: AccountName; balancePaise: Paise }

/** Returns by how much a line changes the balance of its account, counted on the account's normal side. */
export const addedBy = (line: Line): Paise => (line.side === KINDS[line.account.kind].normal ? line.paise : -line.paise)

/**
 * Applies postings one after the other to the balances in `accounts`, which is updated. A posting that would leave an
 * account below its least balance is refused whole and does not affect the others. A line may dip below the least if a
 * later line of the same posting brings the balance back: only the balance after the posting counts, and lines that add
 * are applied first.
 */
export function apply(accounts: ReadonlyMap<string, StoredBalance>, postings: readonly Posting[]): Applied[] {
  return postings.map(p => {
    const now = new Map<string, StoredBalance>()
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
    for (const [code, a] of now) Object.assign(accounts.get(code) as StoredBalance, a)
    return { isPosted: true, after }
  })
}
