// Names of the files of a month. Pure; shared by browser and server.
import type { Mode } from '@wattdesk/base/mode'

/** In test mode each name says so, as the numbers of the documents do. */
const named = (name: string, mode: Mode | undefined): string => (mode === 'test' ? `TEST_${name}` : name)
/** `GSTR1_29AACCC6636P1Z1_102025.json` */
export const gstr1File = (gstin: string, month: string, mode?: Mode): string =>
  named(`GSTR1_${gstin}_${month.slice(5)}${month.slice(0, 4)}.json`, mode)
export const tallySalesFile = (gstin: string, month: string, mode?: Mode): string =>
  named(`Tally_sales_${gstin}_${month}.xml`, mode)
export const tallyPayoutsFile = (month: string, mode?: Mode): string => named(`Tally_payouts_${month}.xml`, mode)
