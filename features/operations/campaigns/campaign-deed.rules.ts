// The acts that each state of a campaign allows (CAMP-04). The server refuses all others, and screens do not offer them.
import type { CampaignState } from './campaign.words.ts'

type Deed = { from: readonly CampaignState[]; does: string }
export const DEEDS = {
  start: { from: ['Draft'], does: 'start' },
  pause: { from: ['Running'], does: 'be paused' },
  resume: { from: ['Paused', 'Stopped'], does: 'go on' },
  cancel: { from: ['Running', 'Paused', 'Stopped'], does: 'be cancelled' },
  'roll back': { from: ['Running', 'Paused', 'Stopped', 'Done', 'Cancelled'], does: 'be rolled back' },
} as const satisfies Record<string, Deed>
export type CampaignDeed = keyof typeof DEEDS

const ROLLED_BACK = 'The campaign was rolled back already'

/** Returns why an act is refused; undefined where the campaign allows it. A campaign that was rolled back allows none. */
export function deedRefusal(deed: CampaignDeed, c: { state: string; isRolledBack: boolean }): string | undefined {
  const { from, does } = DEEDS[deed]
  if (c.isRolledBack && c.state !== 'Draft') return ROLLED_BACK
  return (from as readonly string[]).includes(c.state) ? undefined : `The campaign is ${c.state} and cannot ${does}`
}
