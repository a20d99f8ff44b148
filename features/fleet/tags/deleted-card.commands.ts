// Shows deleted cards with money again, so that somebody can take the money back and delete them (D-TAG-3). A job.
import { rupeesFromPaise } from '@wattdesk/base/money'
import type { Services } from '#office/installation/services.ts'
import { act } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Trx } from '#platform/db/db.ts'
import * as store from './deleted-card.store.ts'

const BY_PRODUCT = 'Deleted cards with money'

async function showCard(trx: Trx, id: number): Promise<boolean> {
  const card = await store.showAgain(trx, id)
  if (!card) return false
  const { teamId, idTag: tag, deletedIdTag, deletedMost, deletedAt, balancePaise } = card
  const entry = { action: 'update', feature: 'Tag', recordId: id, teamId, isMoney: true }
  const before = { tag: deletedIdTag, max_active_trans_count: deletedMost, deletedAt: deletedAt.toISOString() }
  const balance_amount = rupeesFromPaise(BigInt(balancePaise))
  const after = { tag, max_active_trans_count: 0, deletedAt: null, balance_amount }
  await audit.write(trx, audit.byProduct(BY_PRODUCT), { ...entry, before, after })
  return true
}

/** Shows each card by itself, so that a failure holds back no other card; returns how many are shown again. */
export async function showCardsWithMoney(services: Pick<Services, 'db' | 'bus' | 'log'>): Promise<number> {
  let count = 0
  for (const id of await store.withMoney(services.db)) {
    const isShown = await act(services, trx => showCard(trx, id)).catch((error: unknown) => {
      services.log.error({ err: error, tag: id }, 'A deleted card with money could not be shown again')
      return false
    })
    if (isShown) count++
  }
  return count
}
