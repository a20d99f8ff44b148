// What becomes of a document by an answer of the portal (TAX-09). Pure.
import { CANCELLED_BEFORE, DUPLICATE, NOT_ACTIVE } from '@wattdesk/irp/codes'
import type { PortalDocument } from '@wattdesk/irp/document'
import type { Outcome, Registration } from '@wattdesk/irp/portal'
import { isOf } from './portal-document.rules.ts'

export type Fault = { code: string | null; field: string | null; text: string }
/** What is kept of an answer. */
export type Step =
  | { to: 'registered' | 'cancelled'; registration: Registration }
  /** A person has to act. `known`: the number that the portal has for it. */
  | { to: 'failed'; fault: Fault; known?: { irn: string; ackNo: string; ackAt: Date } }
  /** Tried again by itself. `isAsked`: it may be done already. */
  | { to: 'waiting'; fault: Fault; isAsked: boolean }

const MINUTE = 60_000
const LONGEST_PAUSE = 15 * MINUTE
/** After so many tries: 1, 2, 4, 8, then 15 minutes. */
export const pauseAfter = (attempts: number): number => Math.min(MINUTE * 2 ** Math.max(0, attempts - 1), LONGEST_PAUSE)
/** Where nobody could be asked, one document is tried for all of its GST number: others need not wait for long. */
export const SHORT_PAUSE_MS = MINUTE
/** Nobody asks for longer than this; a try without an end by then is lost, as by the end of its process. */
export const LEASE_MS = 5 * MINUTE

/** The field that a refusal names, as 'BuyerDtls.Pin'. */
export const fieldIn = (text: string): string | null =>
  /\b((?:Tran|Doc|Seller|Buyer|Val|Ref)Dtls|ItemList)(?:[./][A-Za-z0-9]+)+/.exec(text)?.[0]?.replaceAll('/', '.') ??
  null
const faultOf = (text: string, code: string | null = null): Fault => ({ code, field: fieldIn(text), text })

const OTHER_DOCUMENT = 'The portal has another document under this number'
const CANCELLED_THERE = 'The portal has cancelled this number before: please lower the bill and bill anew'

/** After a registration, or after the look-up of a document. */
export function stepOf(outcome: Outcome<Registration>, document: PortalDocument, wasAsked: boolean): Step {
  switch (outcome.is) {
    case 'ok': {
      const { value } = outcome
      if (!isOf(value.content, document)) {
        const { irn } = value
        return { to: 'failed', fault: faultOf(`${OTHER_DOCUMENT}, as ${irn}`, DUPLICATE) }
      }
      return { to: value.isCancelled ? 'cancelled' : 'registered', registration: value }
    }
    case 'refused': {
      const text = outcome.code === CANCELLED_BEFORE ? `${outcome.text}. ${CANCELLED_THERE}` : outcome.text
      return { to: 'failed', fault: faultOf(text, outcome.code), ...(outcome.known && { known: outcome.known }) }
    }
    case 'forged':
      return { to: 'failed', fault: faultOf(outcome.why) }
    case 'locked':
      return { to: 'waiting', fault: faultOf(outcome.text, outcome.code), isAsked: wasAsked }
    case 'unknown':
      return { to: 'waiting', fault: faultOf(outcome.why), isAsked: wasAsked || !outcome.notDone }
  }
}

/** After a call that cancels. */
export type CancelStep =
  | { to: 'cancelled'; at: Date }
  /** It stays registered, and the wish ends. */
  | { to: 'registered'; fault: Fault }
  /** `isAsked`: it may be done already; false where the portal let nobody in. */
  | { to: 'waiting'; fault: Fault; isAsked: boolean }
export function cancelStepOf(outcome: Outcome<{ cancelledAt: Date }>, now: Date): CancelStep {
  switch (outcome.is) {
    case 'ok':
      return { to: 'cancelled', at: outcome.value.cancelledAt }
    case 'refused':
      // A call of before has cancelled it, and its answer was lost.
      if (outcome.code === NOT_ACTIVE) return { to: 'cancelled', at: now }
      return { to: 'registered', fault: faultOf(outcome.text, outcome.code) }
    case 'forged':
      return { to: 'waiting', fault: faultOf(outcome.why), isAsked: true }
    case 'locked':
      return { to: 'waiting', fault: faultOf(outcome.text, outcome.code), isAsked: false }
    case 'unknown':
      return { to: 'waiting', fault: faultOf(outcome.why), isAsked: !outcome.notDone }
  }
}
