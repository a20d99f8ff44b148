// Shows deleted cards with money again, so that somebody can take the money back and delete them (D-TAG-3). A job.
import { rupeesFromPaise } from '@wattdesk/base/money'
import type { Services } from '#office/installation/services.ts'
import { act } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import * as store from './deleted-card.store.ts'

const BY_PRODUCT = 'Deleted cards with money'

/** Shows each card by itself, so that a failure holds back no other card; returns how many are shown again. */
export async function showCardsWithMoney(services: Pick<Services, 'db' | 'bus' | 'log'>): Promise<number> {
  let count = 0
  for (const id of await store.withMoney(services.db)) {
    const isShown = await act(services, async trx => {
      const card = await store.showAgain(trx, id)
      if (!card) return false
      const { teamId, idTag, before } = card
      await audit.write(trx, audit.byProduct(BY_PRODUCT), {
        action: 'update',
        feature: 'Tag',
        recordId: id,
        teamId,
        isMoney: true,
        before: {
          tag: before.idTag,
          max_active_trans_count: before.maxActiveTransactions,
          deletedAt: before.deletedAt.toISOString(),
        },
        after: {
          tag: idTag,
          deletedAt: null,
          max_active_trans_count: 0,
          balance_amount: rupeesFromPaise(BigInt(card.balancePaise)),
        },
      })
      return true
    }).catch((error: unknown) => {
      services.log.error({ err: error, tag: id }, 'A deleted card with money could not be shown again')
      return false
    })
    if (isShown) count++
  }
  return count
}
