// A payment as a provider reports it, for tests.
import type { Payment } from '@wattdesk/razorpay/provider'

export const testPayment = (p: Partial<Payment> = {}): Payment => ({
  id: 'pay_00000000000001',
  amount: 50_000,
  currency: 'INR',
  status: 'captured',
  orderId: null,
  method: 'upi',
  cardNetwork: null,
  cardType: null,
  amountRefunded: 0,
  refundStatus: null,
  captured: p.status === undefined || p.status === 'captured' || p.status === 'refunded',
  description: 'QRv2 Payment',
  vpa: 'driver@bank',
  email: 'driver@example.com',
  contact: '+919876543210',
  notes: {},
  fee: null,
  tax: null,
  errorCode: null,
  errorDescription: null,
  acquirerData: {},
  createdAt: Math.floor(Date.now() / 1000),
  ...p,
})
