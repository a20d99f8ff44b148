// Words and limits of planned maintenance that the server and the browser share.
import * as closing from '@wattdesk/words/made/en-closing'

export const MAINTENANCE_STATES = ['Planned', 'Running', 'Ended', 'Cancelled'] as const
export type MaintenanceState = (typeof MAINTENANCE_STATES)[number]

export const AFTER_START = 'Must be after the start'
export const MOST_REASON = 200
export const MOST_DRIVER_TEXT = 200
/** The chargers of one maintenance. */
export const MOST_CHARGERS = 2000
/** Chargers or sites that are named one by one. */
export const MOST_NAMED = 2000
export const LONGEST_DAYS = 90
/** How far ahead a maintenance may begin. */
export const FARTHEST_DAYS = 730
/** How long after its end the real times of a maintenance may be entered. */
export const CORRECTED_DAYS = 31
/** A beginning so short before now means now: forms choose whole minutes. */
export const NOW_MS = 120_000

/** For so long after its end, a maintenance still covers the time in which a charger returns to service. */
export const SETTING_BACK_MINUTES = 5

/** What drivers read where the operator wrote nothing. */
export const USUAL_DRIVER_TEXT = closing.closed

/** What a charger is told at an end of a maintenance, for one connector or one reservation. */
export type StepState = 'pending' | 'sent' | 'accepted' | 'scheduled' | 'rejected' | 'left' | 'skipped'
export type StepKind = 'out' | 'back' | 'reservation'
