// The server's words of the public lookup, in English (D-UPI-3).
import * as lookup from '@wattdesk/words/made/en-lookup'

export const NO_ADDRESS = lookup.noAddress
