// Words of the books: kinds of accounts, of postings and of open items. Pure; shared by browser and server.

/** The section of a kind in the trial balance. */
export type BookPart = 'Provider and bank' | 'Drivers' | 'On its way' | 'Operators' | 'Tax' | 'Income and cost'
export const PARTS: readonly BookPart[] = [
  'Provider and bank',
  'Drivers',
  'On its way',
  'Operators',
  'Tax',
  'Income and cost',
]
type Words = { label: string; help: string; part: BookPart }
const words = (part: BookPart, label: string, help: string): Words => ({ part, label, help })

/** By the code of the kind (features/money/ledger/ledger.rules.ts). */
const KIND_WORDS: Readonly<Record<string, Words>> = {
  gateway: words(
    'Provider and bank',
    'Payment provider',
    'What the provider holds or has paid out for drivers’ payments',
  ),
  bank: words('Provider and bank', 'Bank', 'Paid out to operators'),
  wallet: words('Drivers', 'Wallets', 'What drivers have free to spend'),
  card: words('Drivers', 'Prepaid cards', 'What cards have left'),
  hold: words('Drivers', 'Kept back for sessions', 'Money of running sessions, and rests on their way back'),
  payment: words('Drivers', 'Payments without session', 'Captured, before a session begins or the money goes back'),
  reserved: words('Drivers', 'Kept back for starts', 'Wallet money of sessions that were asked for and have not begun'),
  smallRests: words('Drivers', 'Small rests', 'Rests below 1 rupee of drivers nobody knows'),
  refundClearing: words(
    'On its way',
    'Refund clearing',
    'Asked of the provider to be given back, not known to be done',
  ),
  payoutClearing: words('On its way', 'Payout clearing', 'Payouts that were made and are not paid yet'),
  owner: words('Operators', 'Operators', 'What operators have earned and not been paid yet'),
  receivable: words('Operators', 'Taken by operators', 'Sessions by RFID, whose money the operator takes himself'),
  cgst: words('Tax', 'CGST', 'Central tax on sessions inside the state'),
  sgst: words('Tax', 'SGST', 'State tax on sessions inside the state'),
  igst: words('Tax', 'IGST', 'Tax on sessions across states'),
  gstOut: words('Tax', 'GST on commission', 'Tax on what operators are charged'),
  cgstOut: words('Tax', 'CGST on commission', 'Central tax on invoices of the commission'),
  sgstOut: words('Tax', 'SGST on commission', 'State tax on invoices of the commission'),
  igstOut: words('Tax', 'IGST on commission', 'Tax on invoices of the commission across states'),
  tcsCgst: words('Tax', 'TCS, central', 'Collected at source from suppliers inside the state'),
  tcsSgst: words('Tax', 'TCS, state', 'Collected at source from suppliers inside the state'),
  tcsIgst: words('Tax', 'TCS, integrated', 'Collected at source from suppliers across states'),
  tds: words('Tax', 'TDS', 'Deducted at source from suppliers, section 194-O'),
  surcharge: words('Income and cost', 'Surcharges', 'Gateway charges that drivers paid'),
  commission: words('Income and cost', 'Commission', 'Charged to operators'),
  gatewayRecovery: words('Income and cost', 'Gateway fees recovered', 'Gateway charges that operators bear'),
  promotion: words('Income and cost', 'Promotion', 'Credit given by the platform'),
}
const spaced = (code: string): string => {
  const text = code.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
export const kindWords = (kind: string): Words => KIND_WORDS[kind] ?? words('Income and cost', spaced(kind), '')
const order = Object.keys(KIND_WORDS)
/** The order of the trial balance. */
export const byOrder = (a: { kind: string }, b: { kind: string }): number =>
  PARTS.indexOf(kindWords(a.kind).part) - PARTS.indexOf(kindWords(b.kind).part) ||
  order.indexOf(a.kind) - order.indexOf(b.kind)

const POSTING_WORDS: Readonly<Record<string, string>> = {
  'top-up': 'Top-up',
  credit: 'Credit by hand',
  payment: 'Payment captured',
  reserve: 'Kept back for a start',
  hold: 'Kept back for the session',
  bill: 'Bill',
  correction: 'Bill corrected',
  release: 'Given free',
  refund: 'Refund asked for',
  'refund failed': 'Refund failed',
  refunded: 'Refund done',
  'refunded before': 'Refunded before the bill',
  settlement: 'Settled with the operator',
  payout: 'Payout made',
  'payout paid': 'Payout paid',
  'payout back': 'Payout came back',
}
export const postingText = (kind: string): string => POSTING_WORDS[kind] ?? spaced(kind)
