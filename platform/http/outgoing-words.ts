// Why a call of another server brought no answer, in words for the people who wrote its address.

const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'There is no server of this name',
  EAI_AGAIN: 'The name of the server could not be looked up',
  ECONNREFUSED: 'The server takes no connections',
  ECONNRESET: 'The server broke the connection off',
  EPIPE: 'The server broke the connection off',
  ETIMEDOUT: 'The server did not answer in time',
  EHOSTUNREACH: 'The server could not be reached',
  ENETUNREACH: 'The server could not be reached',
  CERT_HAS_EXPIRED: 'The certificate of the server has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Nobody vouches for the certificate of the server',
  SELF_SIGNED_CERT_IN_CHAIN: 'Nobody vouches for the certificate of the server',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Nobody vouches for the certificate of the server',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the server bears another name',
}

/** `error`: as `callOutside` fails with. The code stays beside the words, for whoever looks after the server. */
export function outgoingErrorText(error: unknown): string {
  const { name, code, message } = error as { name?: string; code?: unknown; message?: string }
  if (name === 'TimeoutError' || name === 'AbortError') return `${WORDS.ETIMEDOUT}`
  const words = typeof code === 'string' ? WORDS[code] : undefined
  return words ? `${words} (${code})` : (message ?? String(error))
}
