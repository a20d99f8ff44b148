// What the portal would refuse of a document, as its offline tool finds it out. Pure.
import { isCollectorGstin, isGstin } from '@wattdesk/base/identifiers'
import { stateCode } from '@wattdesk/base/states'
import type { OutwardDocument } from './gstr1.rules.ts'
import { itemsOf } from './gstr1.rules.ts'

/** Rates of GST in per cent that the portal takes, for IGST; 40 since 2025-09-22. */
const RATES: readonly number[] = [0, 0.1, 0.25, 1, 1.5, 3, 5, 6, 7.5, 12, 18, 28, 40]
const NUMBER = /^[A-Za-z0-9/-]{1,16}$/
const SAC = /^99\d{2}(\d{2})?$/

/** `month`: yyyy-MM, `gstin`: of the supplier. The texts of what is wrong; none where the portal takes the document. */
export function faultsOf(d: OutwardDocument, { gstin, month }: { gstin: string; month: string }): string[] {
  const faults: string[] = []
  const wrong = (is: boolean, text: string) => {
    if (is) faults.push(text)
  }
  wrong(!NUMBER.test(d.number), 'The number has more than 16 characters, or others than letters, digits, / and -')
  wrong(d.isDouble, 'Another document of the month has the same number')
  wrong(!d.day.startsWith(month), 'The date is not in the month')
  wrong(d.placeOfSupply === null, 'The place of supply is missing')
  wrong(d.placeOfSupply !== null && stateCode(d.placeOfSupply) !== d.placeOfSupply, 'The place of supply is no state')
  if (d.recipientGstin !== null) {
    wrong(!isGstin(d.recipientGstin), 'The GSTIN of the recipient is not valid')
    wrong(d.recipientGstin === gstin, 'Supplier and recipient have the same GSTIN')
  }
  const rates = itemsOf(d).map(item => item.ratePpm / 10_000)
  for (const rate of new Set(rates)) wrong(!RATES.includes(rate), `${rate} % is no rate of GST`)
  wrong(!SAC.test(d.sac), 'The service code has not four or six digits that begin with 99')
  const [central, state] = [d.cgst, d.sgst]
  wrong(central !== state, 'Central and state tax differ')
  wrong(d.isAcross ? central !== 0 : d.igst !== 0, 'The tax does not fit the states of supplier and place of supply')
  wrong(
    AMOUNTS_ABOVE_0.some(name => d[name] < 0),
    'An amount is below 0',
  )
  return faults
}
const AMOUNTS_ABOVE_0 = ['taxable', 'cgst', 'sgst', 'igst', 'total'] as const
/** What the portal refuses of table 14. */
export const operatorFaults = (etin: string): string[] =>
  isCollectorGstin(etin)
    ? []
    : ['Table 14 takes the number of a collector of tax alone, whose 14th character is C: it is set under Settings']
/** What the portal refuses of the supplier. */
export const supplierFaults = (gstin: string): string[] =>
  isGstin(gstin) ? [] : ['The GSTIN of the supplier is not valid']
