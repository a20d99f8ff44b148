// OCPP 1.6-J as a dialect.
import type { Dialect } from './dialect.ts'
import { faults16 } from './frames.ts'
import { isChargePointAction, type Messages16 } from './messages.ts'
import { validators } from './validators.ts'

export const ocpp16: Dialect<Messages16> = {
  protocol: 'ocpp1.6',
  faults: faults16,
  validators,
  isChargePointAction,
}
