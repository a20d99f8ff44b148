// A field for a team, searched by the server as the reader types, among the teams in which the reader holds a right.
import { query } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import { FoundField } from '#kit/found-field.tsx'
import { type Finder, OFFERED } from '#kit/use-found.ts'
import { listTeamChoices, type TeamChoiceRight } from './team.contract.ts'

type Asked = { right: TeamChoiceRight; inactive?: 'true'; parentsOf?: number }
type Found = { data: { teamId: number; name: string }[]; total: number }
const finderOf = (teamId: number, of: Asked) => {
  const asked = (more: { q?: string; keys?: string }) =>
    query(listTeamChoices, { params: { teamId }, query: { ...of, limit: OFFERED, ...more } })
  return {
    find: (q: string) => asked(q ? { q } : {}),
    read: (keys: readonly number[]) => asked({ keys: keys.join(',') }),
    found: reply => ({ options: reply.data.map(t => ({ value: t.teamId, label: t.name })), total: reply.total }),
  } satisfies Finder<number, Found>
}

type TeamFieldProps = {
  /** The name of the field in its form. */
  name: string
  label?: string
  /** Teams below this one, and the team itself. */
  teamId: number
  right: TeamChoiceRight
  /** Offers only teams that may stand above this team, inactive teams too; 'new': above a new team. */
  parentsOf?: number | 'new'
  /** The team that is chosen at first, which the reader need not be allowed to choose. */
  now?: { teamId: number; name: string } | undefined
  required?: boolean
  /** A team is always chosen. */
  keepsOne?: boolean
  help?: string
}
export function TeamField({ name, label = 'Team', teamId, right, parentsOf, now, help, ...rest }: TeamFieldProps) {
  const [nowId, nowName] = [now?.teamId, now?.name]
  const finder = useMemo(
    () => ({
      ...finderOf(teamId, {
        right,
        ...(parentsOf !== undefined && { inactive: 'true' }),
        ...(typeof parentsOf === 'number' && { parentsOf }),
      }),
      ...(nowId !== undefined && nowName !== undefined && { known: [{ value: nowId, label: nowName }] }),
    }),
    [teamId, right, parentsOf, nowId, nowName],
  )
  return (
    <FoundField
      {...{ name, label, finder, ...rest }}
      placeholder="Select a team"
      noOptionsText="No team found"
      enabled={teamId !== 0}
      {...(help && { help })}
    />
  )
}
