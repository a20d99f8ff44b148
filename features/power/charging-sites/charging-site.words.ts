// The words of a site's list and form, and its bounds (D-SITE-2, D-SITE-5).
export const MAX_ZONE_NAME = 100
/** More would not be seen through on one screen, nor decided on in time. */
export const MAX_SITE_CHARGERS = 1000
/** Whether load balancing is on, as it reads. */
export const BALANCING_WORDS = ['Enabled', 'Disabled'] as const

export const SUBTITLE = 'Manage load limits and load balancing for your charging sites'
export const UNIT_WRONG = 'Load balancing unit must be kW, kWh, or A'
export const VALUE_MISSING = 'Load balancing value is required'
export const VALUE_NEGATIVE = 'Load balancing value must be a non-negative number'
export const ALREADY_ADDED = 'This charger is already added to the charging site'
export const TEAM_MISSING = 'Please select a team'
