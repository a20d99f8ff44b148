// The meaning of the push service's answer to one message (FCM HTTP v1): delivered, a device that is gone, to be tried
// again, or refused for good.

export type Outcome =
  | { is: 'sent' }
  /** The app was removed, or its token has run out: the device is forgotten. */
  | { is: 'gone'; text: string }
  /** Tried again after a pause, of a minute at least. */
  | { is: 'busy'; text: string; pauseSec: number }
  /** Our own token was refused: a new one is asked for. */
  | { is: 'denied'; text: string }
  | { is: 'refused'; text: string }

const LEAST_PAUSE_SEC = 60
type Detail = { '@type'?: string; errorCode?: string }
type Body = { error?: { message?: string; status?: string; details?: Detail[] } } | null

/** `retryAfter` is the header as it came, in seconds; anything else counts as none. */
export function outcomeOf(status: number, body: unknown, retryAfter: string | null): Outcome {
  if (status >= 200 && status < 300) return { is: 'sent' }
  const error = (body as Body)?.error
  const code = error?.details?.find(d => d['@type']?.endsWith('FcmError'))?.errorCode ?? error?.status
  const text = `${status} ${code ?? ''} ${error?.message ?? ''}`.replaceAll(/\s+/g, ' ').trim()
  if (status === 404 && code === 'UNREGISTERED') return { is: 'gone', text }
  if (status === 429 || status >= 500) {
    const asked = /^\d{1,5}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0
    return { is: 'busy', text, pauseSec: Math.max(LEAST_PAUSE_SEC, asked) }
  }
  return status === 401 ? { is: 'denied', text } : { is: 'refused', text }
}
