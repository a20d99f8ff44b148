// What people may do with a campaign in each of its states (CAMP-04): the server refuses by it, and screens offer by it.
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

/** Why a deed is refused; undefined where the campaign allows it. Of a campaign that was rolled back, nothing is left to do. */
export function deedRefusal(deed: CampaignDeed, c: { state: string; isRolledBack: boolean }): string | undefined {
  const { from, does } = DEEDS[deed]
  if (c.isRolledBack && c.state !== 'Draft') return ROLLED_BACK
  return (from as readonly string[]).includes(c.state) ? undefined : `The campaign is ${c.state} and cannot ${does}`
}
