// The fields of a campaign (CAMP-02); its file, choice of chargers, waves and window travel beside them.

import { isOneLine } from '@wattdesk/base/one-line'
import { choice, flag, instant, key, number, text } from '@wattdesk/base/record'
import {
  CAMPAIGN_STATES,
  MOST_AT_ONCE,
  MOST_GIVE_UP_HOURS,
  MOST_NAME,
  MOST_RETRIES,
  MOST_STEP_MINUTES,
} from './campaign.words.ts'

const whole = (label: string, min: number, max: number) => number(label, { min, max, decimals: 0 })

export const campaignFields = {
  campaign_id: key('Campaign ID').sorted().filtered(),
  name: text('Name', MOST_NAME)
    .check(isOneLine, 'Name must be one line')
    .findable()
    .listed({ identity: true, minWidth: 180, flex: 1.4 }),
  state: choice('State', CAMPAIGN_STATES).readOnly().findable().listed({ minWidth: 110, flex: 0.6, head: true }),
  firmware: text('Firmware', 100).joined().findable().listed({ minWidth: 180, flex: 1.2 }),
  chargers: number('Charge points').joined().optional().sorted().filtered().listed({ minWidth: 115, flex: 0.5 }),
  verified: number('Verified').joined().sorted().filtered().listed({ minWidth: 90, flex: 0.5 }),
  given_up: number('Given up').joined().sorted().filtered().listed({ minWidth: 90, flex: 0.5 }),
  wave: number('Wave').readOnly().listed({ minWidth: 80, flex: 0.4, hidden: true }),
  at_once: whole('At once', 1, MOST_AT_ONCE).unit('charge points'),
  wave_percent: whole('Verified before the next wave', 1, 100).unit('%'),
  stop_percent: whole('Stop at failures above', 0, 100).unit('%'),
  waits_for_sessions: flag('Wait for the end of sessions', true, false),
  retries: whole('Retries', 0, MOST_RETRIES),
  step_minutes: whole('Longest time in one step', 5, MOST_STEP_MINUTES).unit('minutes'),
  give_up_hours: whole('Give up charge points not reached within', 1, MOST_GIVE_UP_HOURS).unit('hours'),
  time_zone: text('Time zone', 60).readOnly(),
  stopped_why: text('Why it stopped', 300).readOnly().optional(),
  started_at: instant('Started').readOnly().optional().sorted().filtered().listed({ minWidth: 140 }),
  ended_at: instant('Ended').readOnly().optional().sorted().filtered().listed({ minWidth: 140, hidden: true }),
  createdAt: instant('Created').readOnly().sorted().filtered().listed({ minWidth: 140, hidden: true }),
  team_name: text('Team', 100).joined().findable().listed({ minWidth: 130, hidden: true }),
  firmware_id: key('Firmware file').filtered(),
  rolls_back: key('Takes back campaign').optional(),
  rolled_back: flag('Rolled back', true, false).joined(),
  teamId: key('Team'),
}
