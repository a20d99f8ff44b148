// Who sees the alerts of a team.
import { featureIdOf } from '@wattdesk/base/access'
import { type RawBuilder, sql } from 'kysely'

const ALERT_FEATURE = featureIdOf('Alert')
const COST_FEATURE = featureIdOf('Transaction')

/** Whether a role, as SQL of its number, may view alerts. */
export const roleSeesAlerts = (role: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from role_access x where x.role_id = ${role} and x.feature_id = ${ALERT_FEATURE} and x.can_view)`

/** Whether a role may see revenue, and with it what alerts cost. */
export const roleSeesCosts = (role: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from role_access x where x.role_id = ${role} and x.feature_id = ${COST_FEATURE} and x.can_view)`

/** Whether a user sees alerts of the team with a path: by the role that counts there, the nearest one on the path (D-ACC-6). */
export const seesAlerts = (user: RawBuilder<unknown>, path: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`coalesce((select ${roleSeesAlerts(sql`m.role_id`)} from team_member m join team mt on mt.id = m.team_id
    where m.user_id = ${user} and m.team_id = any(${path}) order by cardinality(mt.path) desc limit 1), false)`
