// What the server answers where there is no invoice, in English.
import * as told from '@wattdesk/words/made/en-told'

export const NO_INVOICE = told.noInvoice
