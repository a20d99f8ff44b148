// Every deed of people against every state of a campaign.
import { expect, test } from 'vitest'
import { CAMPAIGN_STATES } from './campaign.words.ts'
import { type CampaignDeed, DEEDS, deedRefusal } from './campaign-deed.rules.ts'

const ALLOWED: Record<string, CampaignDeed[]> = {
  Draft: ['start'],
  Running: ['pause', 'cancel', 'roll back'],
  Paused: ['resume', 'cancel', 'roll back'],
  Stopped: ['resume', 'cancel', 'roll back'],
  Done: ['roll back'],
  Cancelled: ['roll back'],
}
const deeds = Object.keys(DEEDS) as CampaignDeed[]

test.each(CAMPAIGN_STATES)('what may be done with a campaign that is %s', state => {
  const may = (isRolledBack: boolean) => deeds.filter(d => deedRefusal(d, { state, isRolledBack }) === undefined)
  expect(may(false)).toEqual(ALLOWED[state])
  if (state !== 'Draft') expect(may(true)).toEqual([])
})

test('a refusal says the state, or that the campaign was rolled back', () => {
  expect(deedRefusal('resume', { state: 'Done', isRolledBack: false })).toBe('The campaign is Done and cannot go on')
  expect(deedRefusal('roll back', { state: 'Cancelled', isRolledBack: true })).toBe(
    'The campaign was rolled back already',
  )
})
