// The judgement of the tokens that stations of OCPP 2.0.1 tell: by Authorize, and in the events of a transaction.
import type { Request201, Response201 } from '@wattdesk/ocpp/ocpp201'
import type { runningCosts } from '#charging/running-cost/running-cost.ocpp201.ts'
import type { Paid } from '#charging/running-cost/tariff.rules.ts'
import { isClosedAt } from '#fleet/stations/availability.rules.ts'
import type { Station } from '#fleet/stations/station.memory.ts'
import { authorise, closed, type IdTagInfo } from '#fleet/tags/tag.rules.ts'
import type { TagAnswer } from '#fleet/tags/tag.store.ts'
import type { Services } from '#office/installation/services.ts'
import type { Answer, Event, ToldEvent } from './known-transactions.ocpp201.ts'
import type { SessionCommands } from './session.ocpp.ts'
import { paymentTypeOf } from './session.rules.ts'
import type { BegunStart } from './session-start.ocpp.ts'
import { tagOf, tokenInfoOf } from './token-201.rules.ts'

type Token = NonNullable<Event['idToken']>

export function tokens201(
  services: Services,
  { asked, unknown, live }: Pick<SessionCommands, 'asked' | 'unknown' | 'live'>,
  costs: Pick<ReturnType<typeof runningCosts>, 'tariffAt' | 'tariffOf'>,
) {
  async function authorize(s: Station, p: Request201<'Authorize'>): Promise<Response201<'Authorize'>> {
    // Plug and Charge is not offered: a contract certificate lets nobody in.
    if (p.iso15118CertificateHashData !== undefined || p.certificate !== undefined)
      return { idTokenInfo: { status: 'Invalid' } }
    return { idTokenInfo: await judge(s, p.idToken, { isAtStart: true }) }
  }

  /** The judgement of a token of which no session is being begun. */
  async function judge(
    s: Station,
    token: Token,
    { isStop = false, isAtStart = false } = {},
  ): Promise<NonNullable<Answer['idTokenInfo']>> {
    const idTag = tagOf(token)
    const tag = await asked.add({ idTag, chargepointPk: s.charger.pk, connectorId: null })
    if (!tag && idTag !== '') unknown.note(s.charger.pk, idTag)
    const at = services.now()
    const isOpenToAll = token.type === 'NoAuthorization' && s.charger.isFree
    const info: IdTagInfo = isOpenToAll
      ? { status: 'Accepted' }
      : authorise(tag && isStop ? { ...tag, activeSessions: 0 } : tag, at)
    const judged = isStop ? info : closed(info, isClosedAt(s.charger, at))
    const personalMessage =
      isAtStart && judged.status === 'Accepted'
        ? await costs.tariffAt(s, paidBy(tag), tag?.language ?? null)
        : undefined
    return { ...tokenInfoOf(judged, tag), ...(personalMessage && { personalMessage }) }
  }

  /** The judgement of the event's token: that of the start for the token by which the session began, however often it is told. */
  async function ofEvent(
    { s, p, t }: ToldEvent,
    begun: BegunStart | undefined,
    stop: IdTagInfo | undefined,
  ): Promise<Answer['idTokenInfo']> {
    if (!p.idToken) return undefined
    const judged = begun?.idTagInfo ?? stop
    if (!begun && judged?.status === 'Accepted') return tokenInfoOf(judged, undefined)
    const idTag = tagOf(p.idToken)
    const isStop = p.eventType === 'Ended'
    const { transactionId } = t
    const session = judged || transactionId === null ? undefined : await live.get(transactionId)
    const isStarter = !isStop && session?.idTag.toLowerCase() === idTag.toLowerCase()
    if (!judged && !isStarter) return judge(s, p.idToken, { isStop })
    const tag = begun ? begun.tag : await asked.add({ idTag, chargepointPk: s.charger.pk, connectorId: null })
    const status = judged?.status ?? (session?.idTagStatus as IdTagInfo['status'])
    const info = tokenInfoOf({ ...authorise(tag, services.now()), ...judged, status }, tag)
    if (transactionId === null || status !== 'Accepted') return info
    const personalMessage = await costs.tariffOf(s, () => live.get(transactionId), tag?.language ?? null)
    return { ...info, ...(personalMessage && { personalMessage }) }
  }
  return { authorize, ofEvent }
}

/** How a session with this tag would be paid. */
const paidBy = (tag: TagAnswer | undefined): Paid => ({
  paymentType: paymentTypeOf(tag),
  paidWith: tag?.payMethod === 'upi' ? { method: 'upi', cardNetwork: null, cardType: null } : null,
})
