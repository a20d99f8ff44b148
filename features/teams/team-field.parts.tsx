// A field that chooses a team, found by the server as the reader types: of the teams in which the reader holds a right.
import { query } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import { FoundField } from '../../web/kit/found-field.tsx'
import { type Finder, OFFERED } from '../../web/kit/use-found.ts'
import { listTeamChoices, type TeamChoiceRight } from './team.contract.ts'

const finderOf = (teamId: number, right: TeamChoiceRight) => {
  const asked = (more: { q?: string; keys?: string }) =>
    query(listTeamChoices, { params: { teamId }, query: { right, limit: OFFERED, ...more } })
  return {
    find: (q: string) => asked(q ? { q } : {}),
    read: (keys: readonly number[]) => asked({ keys: keys.join(',') }),
    found: reply => ({ options: reply.data.map(t => ({ value: t.teamId, label: t.name })), total: reply.total }),
  } satisfies Finder<number, { data: { teamId: number; name: string }[]; total: number }>
}

type TeamFieldProps = {
  /** Of the field in its form. */
  name: string
  /** Teams below this one, and the team itself. */
  teamId: number
  right: TeamChoiceRight
  required?: boolean
  help?: string
}
export function TeamField({ name, teamId, right, required = false, help }: TeamFieldProps) {
  const finder = useMemo(() => finderOf(teamId, right), [teamId, right])
  return (
    <FoundField
      {...{ name, finder, required }}
      label="Team"
      placeholder="Select a team"
      noOptionsText="No team found"
      enabled={teamId !== 0}
      {...(help && { help })}
    />
  )
}
