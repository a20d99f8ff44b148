// What the server answers where there is no invoice, in English.
import * as told from '@wattdesk/words/made/en-told'

export const NO_INVOICE = told.noInvoice
export const IS_DELIVERY =
  'This session was paid by the operator’s own RFID tag. It has no invoice here: it stands in the list of deliveries.'
