// Tells browsers that a campaign has moved on.
import type { Services } from '#office/installation/services.ts'

export function tellCampaign(
  { bus }: Pick<Services, 'bus'>,
  { companyId, teamId, campaignId }: { companyId: number; teamId: number; campaignId: number },
  at: Date,
): void {
  if (bus.isHeard()) bus.publish({ companyId, event: { type: 'campaign', at: at.toISOString(), teamId, campaignId } })
}
