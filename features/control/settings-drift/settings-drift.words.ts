// Words of settings that chargers are to have, shared by the server and the browser (CAMP-06, CAMP-07).

/** How strongly a template sets a key. Keys that are never touched are neither compared nor pushed. */
export const KEY_LEVELS = ['Required', 'Wished', 'Never touched'] as const
/** Why a key differs from what is asked for. */
export const DRIFT_LEVELS = ['Required', 'Wished', 'Set by hand'] as const
/** `After a restart`: the charger has taken the value and asked for a restart. */
export const DRIFT_STATES = ['Differs', 'Unknown to it', 'After a restart'] as const

/** How a template reaches a charger, the strongest first. */
export const REACHES = ['Charge point', 'Team', 'Model'] as const

/** The order in which templates are asked, in words for people. */
export const PRECEDENCE =
  'For each key one template decides: one assigned to the charge point itself before one of its team, the nearest team first, before one of its model. Within a team a template for the model goes before one for any model.'
