// Campaigns go on by news of chargers, and every few seconds in case the news was another node's or nobody's: windows open,
// times run out. Nothing is remembered but whether there are campaigns at all.
import type { Services } from '#office/installation/services.ts'
import { type Sweep, sweep } from '#platform/jobs/sweep.ts'
import { stepCampaigns } from './campaign-step.commands.ts'

type Pace = { soonMs?: number; everyMs?: number }
export type CampaignEngine = Pick<Sweep, 'close'> & { news: () => void }
export function campaignEngine(services: Services, { soonMs = 250, everyMs = 5000 }: Pace = {}): CampaignEngine {
  let live = 1
  const steps = sweep(
    async () => {
      live = await stepCampaigns(services, { onEnded: () => steps.wake() })
    },
    {
      soonMs,
      everyMs,
      onError: error => services.log.error({ err: error }, 'Campaigns could not take a step'),
    },
  )
  return {
    news: () => {
      if (live > 0) steps.wake()
    },
    close: steps.close,
  }
}
