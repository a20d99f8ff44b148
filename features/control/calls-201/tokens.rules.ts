// Tags of OCPP 1.6 as the id tokens of 2.0.1.
import type { Request } from '@wattdesk/ocpp/messages'
import type { Request201 } from '@wattdesk/ocpp/ocpp201'
import { PLAIN_CARD, type TokenFacts, tokenLimits } from '#fleet/tags/tag.rules.ts'

type Token = Request201<'ReserveNow'>['idToken']
type Item = NonNullable<Request<'SendLocalList'>['localAuthorizationList']>[number]
type Item201 = NonNullable<Request201<'SendLocalList'>['localAuthorizationList']>[number]

/** What is known of tags, by their texts in lower case. */
export type KnownTokens = ReadonlyMap<string, TokenFacts>
const factsOf = (known: KnownTokens, idTag: string): TokenFacts => known.get(idTag.toLowerCase()) ?? PLAIN_CARD

/** The token that a driver is to show; of a tag that nobody knows, a card of the kind of most cards. */
export const cardOf = (known: KnownTokens, idTag: string): Token => ({
  idToken: idTag,
  type: factsOf(known, idTag).tokenType,
})

/** The token of a start from afar: that of the card, or one that the portal alone knows. */
export const startToken = (known: ReadonlyMap<string, TokenFacts & { isCard: boolean }>, idTag: string): Token => {
  const facts = known.get(idTag.toLowerCase())
  return { idToken: idTag, type: facts?.isCard ? facts.tokenType : 'Central' }
}

/** A group of tags, which only the portal knows. */
export const groupOf = (parentIdTag: string): Token => ({ idToken: parentIdTag, type: 'Central' })

/** A tag on a local list; without its standing the tag is taken off the list. */
export const listed = ({ idTag, idTagInfo: info }: Item, known: KnownTokens): Item201 => ({
  idToken: cardOf(known, idTag),
  ...(info && {
    idTokenInfo: {
      status: info.status,
      ...(info.status === 'Accepted' && tokenLimits(factsOf(known, idTag))),
      ...(info.expiryDate !== undefined && { cacheExpiryDateTime: info.expiryDate }),
      ...(info.parentIdTag !== undefined && { groupIdToken: groupOf(info.parentIdTag) }),
    },
  }),
})
