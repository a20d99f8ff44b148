// Why a document could not be made, in words for the person who asked for it.
import { HttpFailure } from '@wattdesk/wire/route'

/**
 * `busy`: too many documents at once; `late`: it took too long; `died`: its process ended, for want of memory or killed;
 * `failed`: the paper could not be drawn; `refused`: it is longer than a file of its kind holds.
 */
export type FaultReason = 'busy' | 'late' | 'died' | 'failed' | 'refused' | 'ended'

const FAULTS: Readonly<Record<FaultReason, { status: number; text: string; retryAfterS?: number }>> = {
  busy: { status: 503, text: 'Too many documents are being made at the moment. Please try again.', retryAfterS: 10 },
  late: {
    status: 503,
    text: 'The document took too long to make. Please try again, or ask for less.',
    retryAfterS: 60,
  },
  died: { status: 503, text: 'The document could not be finished. Please try again.', retryAfterS: 5 },
  failed: { status: 500, text: 'The document could not be made.' },
  refused: { status: 422, text: '' },
  ended: { status: 503, text: 'The server is stopping. Please try again.', retryAfterS: 10 },
}

export class DocumentFault extends HttpFailure {
  readonly reason: FaultReason
  constructor(reason: FaultReason, text?: string, options?: ErrorOptions) {
    const { status, text: usual, retryAfterS } = FAULTS[reason]
    super(status, text ?? usual, undefined, retryAfterS ? { headers: { 'retry-after': String(retryAfterS) } } : {})
    this.reason = reason
    if (options?.cause !== undefined) this.cause = options.cause
  }
}
