// What else happens when a session that a driver asked for by scan and pay begins or ends, in the same transaction: steps
// that other parts of the product add where it is put together. The pay session of one that begins is held.

import type { Services } from '#office/installation/services.ts'
import type { Bus } from '#platform/bus/bus.ts'
import type { Trx } from '#platform/db/db.ts'
import type { PaidEnd } from './session-end.store.ts'

export type Begun = {
  transactionId: number
  paySessionId: number
  /** That it was paid by, by card or UPI. */
  paymentId: string | null
  /** The charger's answer: a session of a refused tag is begun and not billed. */
  status: string
  /** Its money is in the hold of the session, or the charger is free. False: spent or given back before (D-TXN-11). */
  isPaid: boolean
  at: Date
}
type Steps = { begun: ((trx: Trx, b: Begun) => Promise<void>)[]; ended: ((trx: Trx, e: PaidEnd) => Promise<void>)[] }
/** By the bus, which all that belongs to one node shares. */
const steps = new WeakMap<Bus, Steps>()
const of = ({ bus }: Pick<Services, 'bus'>): Steps => {
  const known = steps.get(bus) ?? { begun: [], ended: [] }
  steps.set(bus, known)
  return known
}

/** To be called where the product is put together. */
export const onBegun = (services: Pick<Services, 'bus'>, step: Steps['begun'][number]): void =>
  void of(services).begun.push(step)
/** The session is held, its money is where it belongs, and what is left of a payment has been asked for. */
export const onEnded = (services: Pick<Services, 'bus'>, step: Steps['ended'][number]): void =>
  void of(services).ended.push(step)

export async function begunSteps(services: Pick<Services, 'bus'>, trx: Trx, begun: readonly Begun[]): Promise<void> {
  for (const b of begun) for (const step of of(services).begun) await step(trx, b)
}
/** For the ends of sessions that were paid beforehand. */
export const endedSteps =
  (services: Pick<Services, 'bus'>) =>
  async (trx: Trx, ended: readonly PaidEnd[]): Promise<void> => {
    for (const e of ended) for (const step of of(services).ended) await step(trx, e)
  }
