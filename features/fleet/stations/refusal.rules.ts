// Why a charger is refused at its handshake, in the words that are kept with its connections, and what to do about it.
import { dayMs } from '@wattdesk/base/time'

export const WRONG_CREDENTIALS = 'Wrong credentials'

/** What is told of a refused charger, after its name. */
export const refusedText = (reason: string): string => `tries to connect and is refused (${reason})`

/** The next step, with the query of the charger's page on which it is taken, and its section there. */
export const refusalStep = (reason: string): { text: string; query: string } =>
  reason === WRONG_CREDENTIALS
    ? { text: 'Type its key into it, or rotate the key', query: 'tab=general#additional-information' }
    : { text: 'See when and why it is refused', query: `tab=timeline&span=${dayMs}&lanes=connection` }

/** The next step for several chargers, by their reasons. */
export const refusalsStep = (reasons: readonly string[]): string =>
  reasons.every(r => r === WRONG_CREDENTIALS)
    ? 'Type their keys into them, or rotate the keys'
    : 'See when and why they are refused'
