// The words of refunds that screens need without a schema (D-REF-3, D-REF-4).
export const BAD_PAYMENT_ID = "Payment ID should start with 'pay_' and be 10-50 characters"
export const NO_PAYMENT = 'Payment not found'
export const REFUNDED = 'Refund has been successfully'
export const NOTHING_LEFT = 'Nothing to refund'
export const NO_ROWS = 'Please select row to bulk refund'
/** The most rows in one call. */
export const MOST_ROWS = 100
/** Shown for a session whose money awaits a decision. */
export const WAITS = 'Waits for review, not billed yet'
