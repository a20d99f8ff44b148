// The words of the public lookup (D-UPI-3, D-UPI-4).
export const NO_ADDRESS = 'Please enter a valid UPI ID'
export const PLACEHOLDER = 'e.g. name@bank or 9876543210@upi'
export const NO_PAYMENTS = 'No payments found for this UPI ID'
export const NO_REFUNDS = 'No refunds found for this payment'
