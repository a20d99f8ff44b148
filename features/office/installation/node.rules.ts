// The roles of a node, the name of a node, and when a node counts as lost.

export const ROLES = ['api', 'ocpp', 'jobs'] as const
/** api: portal, API, live streams, files of chargers; ocpp: sockets of chargers; jobs: queues, upkeep, load balancing. */
export type Role = (typeof ROLES)[number]
export type Roles = ReadonlySet<Role>

/** Returns the roles that a text names, joined by commas; undefined where a name is missing or unknown. */
export function rolesOf(text: string): Roles | undefined {
  const names = text.split(',').map(t => t.trim())
  const known = ROLES.filter(r => names.includes(r))
  return names.every(n => (ROLES as readonly string[]).includes(n)) ? new Set(known) : undefined
}

export const hasAllRoles = (roles: Roles): boolean => ROLES.every(r => roles.has(r))

/** How often a node signs, and after how long without a signature it is lost. */
export const SIGN_EVERY_MS = 1000
export const LOST_MS = 8000
/** A signature this old is of a node that has ended: a living node signs three times within it. */
export const STALE_MS = 3000

/** The refusal of a start under the name of a running node. */
export const takenText = (name: string, secondsAgo: number): string =>
  `Another node runs under the name ${name} and signed ${secondsAgo} s ago. Give each node a WATTDESK_NODE of its own.`
