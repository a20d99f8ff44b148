// Words and limits of campaigns that the server and the browser share.

export const CAMPAIGN_STATES = ['Draft', 'Running', 'Paused', 'Stopped', 'Done', 'Cancelled'] as const
export type CampaignState = (typeof CAMPAIGN_STATES)[number]

/** The states of a charger in a campaign, in the order of an update. */
export const CHARGER_STATES = [
  'Queued',
  'Waiting for session',
  'Sent',
  'Downloading',
  'Downloaded',
  'Installing',
  'Installed',
  'Verified',
  'Failed',
  'Given up',
  // The campaign was cancelled before.
  'Not sent',
] as const
export type ChargerState = (typeof CHARGER_STATES)[number]

export const WAVE_UNITS = ['chargers', '%'] as const
export type WaveSize = { count: number; unit: (typeof WAVE_UNITS)[number] }

export const MOST_NAME = 100
/** Chargers of a campaign, and those that are named one by one. */
export const MOST_CHARGERS = 10_000
export const MOST_NAMED = 1000
export const MOST_WAVES = 5
export const MOST_AT_ONCE = 500
export const MOST_RETRIES = 10
export const MOST_STEP_MINUTES = 1440
export const MOST_GIVE_UP_HOURS = 720
/** Campaigns of a team that have not ended. */
export const MOST_OPEN = 100
