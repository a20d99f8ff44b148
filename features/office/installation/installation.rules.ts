// Why a product in one mode must not work on a database of the other (D-PAY-7).
import type { Mode } from '@wattdesk/base/mode'

/** The refusal of a start, and of a write, in the wrong mode; `kept` is the mode of the database. */
export const otherModeText = (kept: Mode, mode: Mode): string =>
  `This database holds payments or bookings of ${kept} mode and cannot be used in ${mode} mode. Set WATTDESK_MODE=${kept}, or use another database.`

/** The demo network is play money. */
export const DEMO_IN_LIVE =
  'This database holds the demo network, which cannot be used in live mode. Set WATTDESK_MODE=test, or use another database.'
