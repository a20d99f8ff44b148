// Faults of the sandbox, switched on by request: answers that fail, and habits of the provider that its users have to
// live with.

/** The calls, by their names in the interface of a provider. */
export type Call =
  | ('createOrder' | 'order' | 'orders' | 'paymentsOfOrder' | 'capture' | 'payment' | 'payments')
  | ('refund' | 'refundsOf' | 'refundOf' | 'refunds')
  | ('createQr' | 'qr' | 'qrs' | 'closeQr' | 'paymentsOfQr')

export type Trouble =
  /** 429, 500 in the provider's words, 409, a proxy's page in place of JSON, half an answer. */
  | ('too often' | 'server error' | 'conflict' | 'bad gateway' | 'half an answer')
  /** The connection is closed without an answer; or no answer ever comes. */
  | ('closed' | 'no answer')
export type Fault = { on: Call | 'any'; what: Trouble; times: number; isDone: boolean }

/** The secret that signs the webhooks. */
type Signing = 'secret' | 'old secret' | 'wrong'
export type Habits = {
  /** Payments are taken as soon as they are authorised. */
  capturesByItself: boolean
  /** Fee and tax are null in place of figures, also after the capture. */
  hidesFee: boolean
  /** The outcome of refunds whose payer chose nothing. */
  refunds: 'processed' | 'pending' | 'failed' | 'no reference'
  webhooks: { held: boolean; twice: boolean; signing: Signing }
}

export type Faults = {
  habits: Habits
  /**
   * The next `times` calls fail so. `done`: only their answer does, and what was asked for has been done. Without `done`
   * nothing was.
   */
  add: (on: Call | 'any', what: Trouble, options?: { times?: number; done?: boolean }) => void
  /** The fault that this call meets. */
  take: (call: Call) => Fault | undefined
}

export function makeFaults(habits: Partial<Habits> = {}): Faults {
  const open: Fault[] = []
  return {
    habits: {
      capturesByItself: false,
      hidesFee: false,
      refunds: 'processed',
      webhooks: { held: false, twice: false, signing: 'secret' },
      ...habits,
    },
    add: (on, what, { times = 1, done = false } = {}) => void open.push({ on, what, times, isDone: done }),
    take: call => {
      const i = open.findIndex(f => f.on === call || f.on === 'any')
      const fault = open[i]
      if (!fault) return undefined
      if (--fault.times === 0) open.splice(i, 1)
      return fault
    },
  }
}
