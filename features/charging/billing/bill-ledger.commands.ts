// The worker that posts the bills of sessions paid for outside the product. It begins soon after a bill is committed on its
// node, and looks every second for what other nodes left behind.
import type { FastifyBaseLogger } from 'fastify'
import type { Services } from '#office/installation/services.ts'
import { isPassing } from '#platform/db/database-away.ts'
import type { Db } from '#platform/db/db.ts'
import { type Sweep, sweep } from '#platform/jobs/sweep.ts'
import * as store from './bill-ledger.store.ts'

const AT_ONCE = 500
/** Within this time of a bill its posting begins; what is billed meanwhile travels along, at half the cost of small batches. */
const SOON_MS = 250
const EVERY_MS = 1000

declare module '#office/installation/services.ts' {
  interface Followed {
    /** Bills were committed. */
    billed: () => void
  }
}
/** To be called after the commit of bills. */
export const toldOfBills = ({ followers }: Pick<Services, 'followers'>): void => {
  for (const follow of followers.billed) follow()
}

type Poster = { db: Db; log?: Pick<FastifyBaseLogger, 'error'> | undefined }

/**
 * Posts all bills that wait, and those that another worker is posting at this moment: whoever reads the ledger afterwards
 * finds every bill that was committed before, except those that have failed (they are set aside and named at the month's end).
 */
export async function postWaitingBills(poster: Poster): Promise<void> {
  if (await store.areWaiting(poster.db)) await postInBatches(poster, store.postSome)
}

async function postInBatches(poster: Poster, some: typeof store.postSomeAlone): Promise<void> {
  for (;;) {
    const n = await some(poster.db, AT_ONCE).catch((error: unknown) => {
      if (isPassing(error)) throw error
      return undefined
    })
    if (n === undefined) await postEach(poster, await store.someWaiting(poster.db, AT_ONCE))
    else if (n < AT_ONCE) return
  }
}

/** Posts bills one by one. One that cannot be posted is set aside, so that it holds up no other. */
async function postEach({ db, log }: Poster, bills: readonly store.WaitingBill[]): Promise<void> {
  for (const bill of bills)
    try {
      await store.postOne(db, bill)
    } catch (error) {
      if (isPassing(error)) throw error
      log?.error({ err: error, ...bill }, 'A bill could not be posted to the ledger and is set aside')
      await store.setAside(db, bill, error)
    }
}

/** Starts the worker of a node. */
export function startBillPoster({ db, log }: Pick<Services, 'db' | 'log'>): Sweep {
  const work = async () => {
    await postInBatches({ db, log }, store.postSomeAlone)
    await postEach({ db, log }, await store.dueAgain(db, AT_ONCE))
  }
  const onError = (error: unknown) => log.warn({ err: error }, 'Bills wait to be posted to the ledger')
  return sweep(work, { soonMs: SOON_MS, everyMs: EVERY_MS, onError })
}
