// A field that chooses a price group, found by the server as the reader types: of all groups of the company of a team.
import { query } from '@wattdesk/wire/call'
import { useCallback, useMemo } from 'react'
import { FoundField } from '#kit/found-field.tsx'
import { type Finder, OFFERED, textFinder } from '#kit/use-found.ts'
import { listPriceGroups } from './price-group.contract.ts'

type Found = { data: { priceGroupId: number; name: string }[]; total: number }
const finderOf = (teamId: number) => {
  const asked = (more: { q?: string; keys?: string }) =>
    query(listPriceGroups, { params: {}, query: { teamId, choice: 'true', page: 1, pageSize: OFFERED, ...more } })
  return {
    find: (q: string) => asked(q ? { q } : {}),
    read: (keys: readonly number[]) => asked({ keys: keys.join(',') }),
    found: reply => ({ options: reply.data.map(g => ({ value: g.priceGroupId, label: g.name })), total: reply.total }),
  } satisfies Finder<number, Found>
}

type Props = {
  /** The name of the field in its form. */
  name: string
  /** A team of the company whose price groups are offered. */
  teamId: number
  /** Said where the company has none. */
  empty: string
  /** The form holds the id as a text, '' without one. */
  asText?: boolean
}
export function PriceGroupField({ name, teamId, empty, asText = false }: Props) {
  const finder = useMemo(() => finderOf(teamId), [teamId])
  const textsFinder = useMemo(() => textFinder(finder), [finder])
  const helpOf = useCallback((total: number) => (total === 0 ? empty : undefined), [empty])
  const field = {
    name,
    label: 'Price Group',
    required: true,
    enabled: teamId !== 0,
    placeholder: 'Select a price group',
    noOptionsText: 'No price group found',
    helpOf,
  }
  // A new key for each team clears the names that the field has kept: another company has other price groups.
  return asText ? (
    <FoundField key={teamId} {...field} none="" finder={textsFinder} />
  ) : (
    <FoundField key={teamId} {...field} finder={finder} />
  )
}
