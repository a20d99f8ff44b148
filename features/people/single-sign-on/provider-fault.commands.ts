// Why something could not be done with a provider: in a sentence of ours for people, and in the words of the provider and of the
// libraries for the log and the audit log.
import * as oidc from 'openid-client'
import { PrivateAddress } from '#platform/http/outgoing.ts'

/** Something at the provider is not as it has to be; the text is ours, and for people. */
export class ProviderFault extends Error {}

/** So long a provider is waited for. */
export const PATIENCE_S = 8

/** A text of the provider or of a library as one short line, for the log and the audit log. */
export const plain = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)

const isLate = ({ name, code }: Error & { code?: string }): boolean =>
  name === 'TimeoutError' || code === 'ABORT_ERR' || code === 'OAUTH_TIMEOUT'

/** The exact words, as the provider or a library has them: for the log and the audit log. */
export function faultText(error: unknown): string {
  if (error instanceof ProviderFault) return error.message
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError)
    return plain(error.error_description ? `${error.error}: ${error.error_description}` : error.error)
  const { name, message, code, cause } = error as Error & { code?: string }
  if (isLate(error as Error)) return `No answer within ${PATIENCE_S} s`
  const inner = cause instanceof Error && cause.message !== message ? ` (${cause.message})` : ''
  return plain(`${message || code || name}${inner}`)
}

const LATE = `The provider gave no answer within ${PATIENCE_S} seconds. Please try again later.`
const AWAY = 'The provider cannot be reached. Please try again later.'
export const CLOCK =
  'The answer of the provider has expired, is not valid yet, or a clock is wrong. Please begin again.'
const NO_FIT =
  'The answer of the provider does not belong to this sign-in, so it counts for nothing. Please begin again.'
const OURS = 'It could not be finished. Please begin again.'
/** Errors that a provider names (RFC 6749, OpenID Connect Core). */
const OF_PROVIDER: Readonly<Record<string, string>> = {
  access_denied: 'The provider did not let you in.',
  temporarily_unavailable: AWAY,
  server_error: 'The provider has a fault of its own. Please try again later.',
  invalid_client: 'The provider does not take the client ID and its secret. They have to be entered anew.',
  unauthorized_client: 'The provider does not let this portal sign people in. Its client has to be set up there.',
  invalid_grant: 'The provider does not know its own answer any more. Please begin again.',
}
/** Errors of the library by their codes. */
const OF_LIBRARY: Readonly<Record<string, string>> = {
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: CLOCK,
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED:
    'The provider names another issuer. The address has to be entered exactly as the provider names itself.',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'There is no provider of OpenID Connect at the address, or it has a fault.',
  OAUTH_RESPONSE_IS_NOT_JSON: 'There is no provider of OpenID Connect at the address, or it has a fault.',
  OAUTH_PARSE_ERROR: 'There is no provider of OpenID Connect at the address, or it has a fault.',
}

/** Whether an error tells that no connection came about. */
const isOfLine = (error: unknown): boolean => {
  if (error instanceof PrivateAddress) return true
  const { code, syscall, cause } = (error ?? {}) as { code?: unknown; syscall?: unknown; cause?: unknown }
  return typeof syscall === 'string' || code === 'ECONNRESET' || (cause !== undefined && isOfLine(cause))
}

/** The same for people, who read no word of a library and none that a provider sends. */
export function faultSentence(error: unknown): string {
  if (error instanceof ProviderFault) return error.message
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError)
    return OF_PROVIDER[error.error] ?? 'The provider has refused the sign-in. Please begin again.'
  if (isLate(error as Error)) return LATE
  if (isOfLine(error)) return AWAY
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && code.startsWith('OAUTH_')) return OF_LIBRARY[code] ?? NO_FIT
  return error instanceof oidc.ClientError ? NO_FIT : OURS
}

/** The same, with the way to the exact words where they are others. */
export const faultOfPerson = (error: unknown): string =>
  error instanceof ProviderFault
    ? error.message
    : `${faultSentence(error)} Administrators of your company find the exact reason in the audit log.`
