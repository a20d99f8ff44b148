// Vouchers for Tally in XML (M-8): invoices and notes for the books of the supplier, settlements and payments for the books of
// the company that pays. Ledgers have fixed names, which the accountant creates or maps once. Pure; amounts in paise.
import { rupeesText } from '@wattdesk/base/money'
import { stateName } from '@wattdesk/base/states'
import { escaped } from '@wattdesk/base/text'
import { isOfCommission, type OutwardDocument, signOf } from './gstr1.rules.ts'
import { PAYOUT_LEDGERS, SALES_LEDGERS } from './tally.words.ts'

/** What is invoiced to owners is income and tax by its invoice; the settlement takes it from what the invoice has them owe. */
const INVOICED = ['commission', 'gstOut', 'cgstOut', 'sgstOut', 'igstOut']
const ledgerOf = (kind: string, isInvoiced: boolean): string =>
  (isInvoiced && INVOICED.includes(kind) ? SALES_LEDGERS.owners : PAYOUT_LEDGERS[kind]) ?? kind

/** An amount on its side: debit above 0, credit below. */
type Entry = { ledger: string; debitPaise: number }
type VoucherType = 'Sales' | 'Credit Note' | 'Debit Note' | 'Journal' | 'Payment' | 'Receipt'
export type Voucher = {
  /** Tally knows a voucher again by it, so that a second import changes nothing. */
  id: string
  type: VoucherType
  number: string
  /** yyyy-MM-dd */
  day: string
  party: { ledger: string; name?: string; gstin?: string; state?: string }
  narration: string
  entries: Entry[]
}

const TYPES = { invoice: 'Sales', 'credit note': 'Credit Note', 'debit note': 'Debit Note' } as const
/** The voucher of an invoice or note. */
export function voucherOf(d: OutwardDocument, supplierGstin: string): Voucher {
  const sign = signOf(d)
  const isFee = isOfCommission(d)
  const L = SALES_LEDGERS
  const party = isFee ? L.owners : d.recipientGstin === null ? L.consumers : L.businesses
  const entries: Entry[] = [
    { ledger: party, debitPaise: sign * d.total },
    { ledger: isFee ? L.commission : L.charging, debitPaise: -sign * d.taxable },
    { ledger: L.cgst, debitPaise: -sign * d.cgst },
    { ledger: L.sgst, debitPaise: -sign * d.sgst },
    { ledger: L.igst, debitPaise: -sign * d.igst },
    { ledger: L.rounding, debitPaise: -sign * d.rounding },
  ]
  return {
    id: `${supplierGstin} ${d.number}`,
    type: TYPES[d.kind],
    number: d.number,
    day: d.day,
    party: {
      ledger: party,
      ...(d.recipientName !== null && { name: d.recipientName }),
      ...(d.recipientGstin !== null && { gstin: d.recipientGstin }),
      ...(d.placeOfSupply !== null && { state: stateName(d.placeOfSupply) }),
    },
    narration: isFee ? `Commission, SAC ${d.sac}` : `Charging session ${d.transactionId}, SAC ${d.sac}`,
    entries: entries.filter(e => e.debitPaise !== 0),
  }
}

/** A posting of the product's ledger, with its lines summed by kind of account. */
export type SettlementPosting = {
  key: string
  kind: 'settlement' | 'payout' | 'payout paid' | 'payout back'
  payoutId: string
  /** As the payout was settled. */
  teamName: string
  day: string
  /** The commission of the payout has invoices or credit notes. */
  isInvoiced: boolean
  lines: { kind: string; debitPaise: number }[]
}
const POSTINGS = {
  settlement: ['Journal', 'Settlement', ''],
  payout: ['Journal', 'Payout', '-P'],
  'payout paid': ['Payment', 'Payout paid', '-B'],
  'payout back': ['Receipt', 'Payout came back', '-R'],
} as const
/** The voucher of a settlement or payment: the lines of its posting, those of one ledger added up. */
export function voucherOfPosting(p: SettlementPosting): Voucher {
  const [type, label, suffix] = POSTINGS[p.kind]
  // A payout that is paid more than once has a payment for each time.
  const [, , time = ''] = p.key.split(':')
  const sums = new Map<string, number>()
  for (const { kind, debitPaise } of p.lines) {
    const ledger = ledgerOf(kind, p.isInvoiced)
    sums.set(ledger, (sums.get(ledger) ?? 0) + debitPaise)
  }
  return {
    id: p.key,
    type,
    number: `${p.payoutId}${suffix}${time}`,
    day: p.day,
    party: { ledger: PAYOUT_LEDGERS.owner ?? '', name: p.teamName },
    narration: `${label} ${p.payoutId}, ${p.teamName}`,
    entries: [...sums]
      .filter(([, debitPaise]) => debitPaise !== 0)
      .map(([ledger, debitPaise]) => ({ ledger, debitPaise })),
  }
}

/** Text that XML 1.0 can hold; what it cannot is left out. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is left out
const unfit = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const xml = (text: string): string => escaped(text.toWellFormed().replaceAll(unfit, ''))
const tag = (name: string, text: string): string => `<${name}>${xml(text)}</${name}>`

/** Tally has debits below 0. */
const entryXml = ({ ledger, debitPaise }: Entry): string =>
  `<ALLLEDGERENTRIES.LIST>${tag('LEDGERNAME', ledger)}${tag('ISDEEMEDPOSITIVE', debitPaise > 0 ? 'Yes' : 'No')}${tag(
    'AMOUNT',
    rupeesText(BigInt(-debitPaise)),
  )}</ALLLEDGERENTRIES.LIST>`
function voucherXml(v: Voucher): string {
  const { ledger, name, gstin, state } = v.party
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['DATE', v.day.replaceAll('-', '')],
    ['EFFECTIVEDATE', v.day.replaceAll('-', '')],
    ['GUID', v.id],
    ['VOUCHERTYPENAME', v.type],
    ['VOUCHERNUMBER', v.number],
    ['REFERENCE', v.number],
    ['PARTYLEDGERNAME', ledger],
    ['PARTYNAME', name],
    ['PARTYGSTIN', gstin],
    ['PLACEOFSUPPLY', state],
    ['PERSISTEDVIEW', 'Accounting Voucher View'],
    ['ISINVOICE', 'No'],
    ['NARRATION', v.narration],
  ]
  const head = fields.map(([field, text]) => (text === undefined ? '' : tag(field, text))).join('')
  const named = `REMOTEID="${xml(v.id)}" VCHTYPE="${xml(v.type)}" ACTION="Create" OBJVIEW="Accounting Voucher View"`
  return `<TALLYMESSAGE xmlns:UDF="TallyUDF"><VOUCHER ${named}>${head}${v.entries.map(entryXml).join('')}</VOUCHER></TALLYMESSAGE>\n`
}

const BEGIN = `<?xml version="1.0" encoding="UTF-8"?>
<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA>
<REQUESTDESC><REPORTNAME>Vouchers</REPORTNAME></REQUESTDESC>
<REQUESTDATA>
`
const END = '</REQUESTDATA>\n</IMPORTDATA></BODY></ENVELOPE>\n'
/** The file in pieces, one for each portion of vouchers. */
export async function* tallyPieces(portions: AsyncIterable<readonly Voucher[]>): AsyncGenerator<string> {
  yield BEGIN
  for await (const vouchers of portions) yield vouchers.map(voucherXml).join('')
  yield END
}
