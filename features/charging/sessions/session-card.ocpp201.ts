// The card of a running session of OCPP 2.0.1. Of two cards that let somebody into one transaction the one with the lower sequence
// number counts, whichever came first (decision 0088, Sessions): the session goes over to it.
import { holdPosting } from '#charging/billing/bill-posting.rules.ts'
import { isClosedAt } from '#fleet/stations/availability.rules.ts'
import type { Station } from '#fleet/stations/station.memory.ts'
import { authorise, closed, type IdTagInfo } from '#fleet/tags/tag.rules.ts'
import { standings, type TagAnswer } from '#fleet/tags/tag.store.ts'
import { postAll } from '#money/ledger/posting.store.ts'
import type { Services } from '#office/installation/services.ts'
import { holdForSession, paymentTypeOf } from './session.rules.ts'
import { type CardOfSession, cardOf, changeCard } from './session-card.store.ts'

export type OtherCard = {
  transactionId: number
  idTag: string
  /** NoAuthorization, which a free charger accepts. */
  isUnauthorised: boolean
  /** The card was judged while the station was connected. */
  isOnline: boolean
}
/**
 * Gives a running session another card, judged as at its start. `stays`: money is held for the session, or the other card was made
 * for one payment, so that a person decides; `none`: the session is of a payment, of this card already, or does not run.
 */
export async function giveCard(
  { db, now, leastBalancePaise: leastPaise }: Services,
  { charger }: Station,
  { transactionId, idTag, isUnauthorised, isOnline }: OtherCard,
): Promise<'changed' | 'stays' | 'none'> {
  return db.transaction().execute(async trx => {
    const session = await cardOf(trx, transactionId)
    if (!session || session.isOfPayment || session.idTag.toLowerCase() === idTag.toLowerCase()) return 'none'
    const question = { idTag, chargepointPk: charger.pk, connectorId: session.connectorId }
    const [tag] = await standings(trx, [question], { leastPaise, lock: true })
    if (session.holdPaise !== null || tag?.kind === 'session') return 'stays'
    const at = isOnline ? now() : session.startedAt
    const judge = (t: TagAnswer | undefined): IdTagInfo =>
      closed(
        isUnauthorised && charger.isFree ? { status: 'Accepted' } : authorise(t, at),
        isOnline && isClosedAt(charger, session.startedAt),
      )
    const { status } = judge(tag)
    const lacksBalance = tag?.isTooLow === true && judge({ ...tag, isTooLow: false }).status === 'Accepted'
    const { isFree } = session
    const holdPaise = holdForSession(tag, { isAccepted: status === 'Accepted', isFree, lacksBalance })
    const card: CardOfSession = {
      ocppTagPk: tag?.ocppTagPk ?? null,
      idTag: tag?.idTag ?? idTag,
      driverId: tag?.driverId ?? null,
      driverName: tag?.driverName ?? null,
      email: tag?.email ?? null,
      phone: tag?.phone ?? null,
      idTagStatus: status,
      paymentType: paymentTypeOf(tag),
      holdPaise,
    }
    await changeCard(trx, transactionId, card)
    if (holdPaise && tag?.purseKind && tag.purseRef !== null) {
      const payer = { ...session, ...card, paymentId: null }
      const from = { kind: tag.purseKind, ref: tag.purseRef }
      await postAll(trx, [holdPosting(payer, from, BigInt(holdPaise), now())])
    }
    return 'changed'
  })
}
