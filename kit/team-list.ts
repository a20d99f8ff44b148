// The list that most pages show: the records of the current team and the teams below it, as a grid takes them.
import { useQueryClient } from '@tanstack/react-query'
import type { Feature } from '@wattdesk/base/access'
import { keyOf } from '@wattdesk/wire/call'
import type { AnyEndpoint } from '@wattdesk/wire/endpoint'
import { type ListArgs, type ServerList, useList } from './list.ts'
import { type ListControls, useListState } from './list-state.ts'
import { useLive } from './live.ts'
import { useSession } from './session.ts'

type TeamListOptions = {
  /** The order of a list that nobody has sorted. */
  sort?: string
  /** Somebody else's changes of these records have the list read again. */
  changedBy?: readonly Feature[]
  refetchInterval?: number | false
}
/**
 * Ten rows a page, read once the team is known.
 *
 * @param args The arguments of the list of a team.
 * @example <DataGrid {...useTeamList(listUsers, teamId => ({ query: { teamId } }), { sort: '-createDate' })} … />
 */
export function useTeamList<E extends AnyEndpoint>(
  endpoint: E,
  args: (teamId: number) => ListArgs<E>,
  { sort, changedBy = [], ...options }: TeamListOptions = {},
): { list: ServerList<E>; state: ListControls } {
  const { teamId } = useSession()
  const cache = useQueryClient()
  const state = useListState({ pageSize: 10, ...(sort && { sort }) })
  const list = useList(endpoint, args(teamId), state, { enabled: teamId !== 0, ...options })
  useLive('record', events => {
    if (events.some(e => changedBy.some(feature => feature === e.feature)))
      void cache.invalidateQueries({ queryKey: keyOf(endpoint) })
  })
  return { list, state }
}
