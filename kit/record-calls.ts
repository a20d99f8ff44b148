// The arguments that the calls of records have in common.
import type { AnyEndpoint } from '@wattdesk/wire/endpoint'

/** Those of a call of a team: its path names the team, or its query does. */
export const ofTeam = ({ path }: AnyEndpoint, teamId: number, query: object = {}) =>
  path.includes('{teamId}') ? { params: { teamId }, query } : { params: {}, query: { teamId, ...query } }

/** The parameters of a call of one record, whose number ends the path. */
export const ofRecord = ({ path }: AnyEndpoint, id: number): Record<string, number> => ({
  [/\{(\w+)\}$/.exec(path)?.[1] ?? 'id']: id,
})
