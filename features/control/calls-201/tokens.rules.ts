// Tags of OCPP 1.6 as the id tokens of 2.0.1.
import type { Request } from '@wattdesk/ocpp/messages'
import type { Request201 } from '@wattdesk/ocpp/ocpp201'

type Token = Request201<'ReserveNow'>['idToken']
type Item = NonNullable<Request<'SendLocalList'>['localAuthorizationList']>[number]
type Item201 = NonNullable<Request201<'SendLocalList'>['localAuthorizationList']>[number]

/** The card that a driver is to show. The portal does not know the kind of a card, and most are of this one. */
export const cardOf = (idTag: string): Token => ({ idToken: idTag, type: 'ISO14443' })

/** A group of tags, which only the portal knows. */
export const groupOf = (parentIdTag: string): Token => ({ idToken: parentIdTag, type: 'Central' })

/** A tag on a local list; without its standing the tag is taken off the list. */
export const listed = ({ idTag, idTagInfo: info }: Item): Item201 => ({
  idToken: cardOf(idTag),
  ...(info && {
    idTokenInfo: {
      status: info.status,
      ...(info.expiryDate !== undefined && { cacheExpiryDateTime: info.expiryDate }),
      ...(info.parentIdTag !== undefined && { groupIdToken: groupOf(info.parentIdTag) }),
    },
  }),
})
