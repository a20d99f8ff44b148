// The names of the ledgers in Tally, which the accountant creates once. Pure; shared by browser and server.

/** The ledgers of invoices and notes. */
export const SALES_LEDGERS = {
  businesses: 'Charging customers, businesses',
  consumers: 'Charging customers, consumers',
  owners: 'Owners, commission',
  charging: 'Charging income',
  commission: 'Commission income',
  cgst: 'Output CGST',
  sgst: 'Output SGST',
  igst: 'Output IGST',
  rounding: 'Rounding off',
} as const
/** The ledgers of settlements and payments, by the kind of account in the product's own ledger. */
export const PAYOUT_LEDGERS: Readonly<Record<string, string>> = {
  owner: 'Owners, charging income',
  receivable: 'Owners, taken by themselves',
  cgst: 'CGST of owners',
  sgst: 'SGST of owners',
  igst: 'IGST of owners',
  commission: SALES_LEDGERS.commission,
  gstOut: 'GST on commission',
  gatewayRecovery: 'Gateway charges recovered',
  tcsCgst: 'TCS payable, CGST',
  tcsSgst: 'TCS payable, SGST',
  tcsIgst: 'TCS payable, IGST',
  tds: 'TDS payable, section 194-O',
  payoutClearing: 'Payouts on their way',
  bank: 'Bank',
}
/** The ledgers that the accountant creates before the first import. */
export const SALES_LEDGER_NAMES: readonly string[] = Object.values(SALES_LEDGERS)
export const PAYOUT_LEDGER_NAMES: readonly string[] = [
  ...new Set([...Object.values(PAYOUT_LEDGERS), SALES_LEDGERS.owners]),
]
