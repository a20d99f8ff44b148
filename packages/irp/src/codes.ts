// Codes of the portal's refusals that are more than words for a person (einv-apisandbox.nic.in, error codes of version 1.03).

/** The token has expired or is not known: a new login helps. */
export const TOKEN_OVER: ReadonlySet<string> = new Set(['1005'])
/** The portal does not know who asks, or not for this GST number: a person has to change the credentials. */
export const CREDENTIALS: ReadonlySet<string> = new Set([
  ...['1002', '1003', '1004', '1006', '1007', '1008', '1010', '1011', '1012', '1013', '1014', '1015', '1016', '1017'],
  ...['1018', '1019', '3000', '3002'],
])
/** Ours: the portal is not asked, because its key has no room for the credentials. */
export const TOO_LONG = 'length'
/** The portal's own trouble: asked again later it may go well. */
export const OWN_TROUBLE: ReadonlySet<string> = new Set(['2139', '2140', '2141', '5001', '5002'])
/** No such document is registered. */
export const NOT_FOUND: ReadonlySet<string> = new Set(['2148', '2154', '3001'])
/** Registered so long ago that the portal does not show the document any more. */
export const NOT_SHOWN = '2283'
/** Registered already; the answer names the number. */
export const DUPLICATE = '2150'
/** Registered and cancelled: this number is never registered again. */
export const CANCELLED_BEFORE = '2278'
/** To be cancelled and not in force any more. */
export const NOT_ACTIVE = '9999'

/** A registration can be cancelled for so long. */
export const CANCEL_HOURS = 24
/** Why a registration is cancelled: a duplicate, a mistake of data entry, an order that was cancelled, something else. */
export const CANCEL_REASONS = ['1', '2', '3', '4'] as const
export type CancelReason = (typeof CANCEL_REASONS)[number]
export const LONGEST_REMARK = 100
