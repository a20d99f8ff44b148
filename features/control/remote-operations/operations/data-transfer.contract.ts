// DataTransfer: a message of the vendor's own.

import { operation } from './operation.contract.ts'
import { optional, raw, text } from './operation-field.contract.ts'

/** OCPP 1.6 sets no bound of its own for the data; a frame has one. */
const MAX_DATA = 20_000

export const dataTransfer = operation({
  name: 'DataTransfer',
  fields: {
    vendorId: text(255, { label: 'Vendor Id' }),
    messageId: optional(text(50, { label: 'Message Id' })),
    data: optional(raw(MAX_DATA, { label: 'Data', wide: true, help: 'Goes out exactly as it stands here' })),
  },
  wire: { ocpp16: { action: 'DataTransfer' } },
  answers: {
    Accepted: 'The charge point has taken the message.',
    Rejected: 'The charge point knows the message but refused it.',
    UnknownMessageId: 'The charge point knows the vendor but not this message.',
    UnknownVendorId: 'The charge point does not know this vendor.',
  },
  shows: 'data',
  form: {
    group: 'Messages',
    help: "Sends a message of the vendor's own, as the vendor's manual describes it.",
    says: (charger, { vendorId }) => `Data of ${String(vendorId)} to ${charger.chargepoint_id}`,
  },
})
