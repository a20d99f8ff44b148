// Tells the user who started a campaign, in the bell, how it has ended or why it has stopped (CAMP-04).
import type { Services } from '#office/installation/services.ts'
import { noteWithin } from '#operations/bell/bell.commands.ts'
import type { AfterCommit } from '#platform/audit/act.ts'
import type { Trx } from '#platform/db/db.ts'
import * as store from './campaign.store.ts'
import { endText } from './campaign-end.rules.ts'

type On = { services: Pick<Services, 'now' | 'bus'>; trx: Trx; then: AfterCommit }
type Ended = { campaignId: number; companyId: number; name: string; startedBy: number | null }
/** What has become of it: 'is done', 'has stopped: 3 charge points failed', 'was cancelled by asha'. */
export async function noteEnd({ services, trx, then }: On, m: Ended, what: string): Promise<void> {
  if (m.startedBy === null) return
  const waves = await store.waveCounts(trx, m.campaignId, null)
  await noteWithin(services, trx, then, [
    {
      userId: m.startedBy,
      companyId: m.companyId,
      text: endText(m.name, what, waves),
      to: `/campaigns/${m.campaignId}`,
      replaces: `campaign-${m.campaignId}-`,
      about: `campaign-${m.campaignId}-${services.now().getTime()}-${what}`,
    },
  ])
}
