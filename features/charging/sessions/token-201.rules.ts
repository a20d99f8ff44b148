// The id tokens of OCPP 2.0.1 as tags, and the judgement of a tag as 2.0.1 tells it.
import type { Request201, Response201 } from '@wattdesk/ocpp/ocpp201'
import { type IdTagInfo, type TagStanding, type TokenFacts, tokenLimits } from '#fleet/tags/tag.rules.ts'

type Token = Request201<'Authorize'>['idToken']
type TokenInfo = Response201<'Authorize'>['idTokenInfo']

/** The tag of a token. A start without authorisation names none: it is judged like a tag that nobody knows. */
export const tagOf = ({ idToken, type }: Token): string => (type === 'NoAuthorization' ? '' : idToken)

/** What 2.0.1 has a word for and 1.6 has not: an unknown tag, and a balance that is too low. */
function statusOf(status: IdTagInfo['status'], tag: TagStanding | undefined): TokenInfo['status'] {
  if (!tag) return 'Unknown'
  if (status === 'Invalid') return 'NotAtThisLocation'
  if (status === 'Blocked' && tag.isTooLow) return 'NoCredit'
  if (status === 'Blocked' && tag.maxActiveTransactions !== 0 && !tag.isDriverDisabled) return 'NotAtThisTime'
  return status
}

type Told = TagStanding & TokenFacts & { language: string | null; isOfCompanyHere: boolean }
/**
 * The judgement in the words of 2.0.1; `tag` may be left out of an acceptance. A tag of another company is as one that nobody
 * knows, so that no station finds out which tags there are.
 */
export function tokenInfoOf({ status, parentIdTag, expiryDate }: IdTagInfo, tag: Told | undefined): TokenInfo {
  const own = tag?.isOfCompanyHere ? tag : undefined
  return {
    status: status === 'Accepted' ? status : statusOf(status, own),
    ...(own && own.language !== null && { language1: own.language }),
    ...(own && status === 'Accepted' && tokenLimits(own)),
    ...(expiryDate !== undefined && { cacheExpiryDateTime: expiryDate }),
    ...(parentIdTag !== undefined && { groupIdToken: { idToken: parentIdTag, type: 'Central' as const } }),
  }
}
