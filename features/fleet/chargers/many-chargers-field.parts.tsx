// A field to choose several chargers, found by the server as the user types: a network has more than a list can hold.
import { query } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import { FoundField } from '#kit/found-field.tsx'
import { type Finder, OFFERED } from '#kit/use-found.ts'
import { type ChargerRow, listChargers } from './charger.contract.ts'

const finderOf = (teamId: number) =>
  ({
    find: q =>
      query(listChargers, {
        params: { teamId },
        query: { page: 1, pageSize: OFFERED, sort: 'chargepoint_id', ...(q && { q }) },
      }),
    found: reply => ({
      options: reply.data.map(({ chargepoint_id: id, chargepoint_name: name }) => ({
        value: id,
        label: id,
        ...(name !== null && name !== id && { detail: name }),
      })),
      total: reply.total,
    }),
  }) satisfies Finder<string, { data: ChargerRow[]; total: number }>

type Props = {
  /** The name of the field in its form; its value is a list of charger ids. */
  name: string
  teamId: number
  /** Chargers that are not offered. */
  without?: readonly string[]
  /** As wide as its form. */
  wide?: boolean
}
export function ManyChargersField({ name, teamId, without = [], wide = false }: Props) {
  const finder = useMemo(() => finderOf(teamId), [teamId])
  return (
    <FoundField
      multiple
      required
      name={name}
      finder={finder}
      without={without}
      wide={wide}
      label="Chargers"
      placeholder="Search chargers"
      noOptionsText="No chargers found"
    />
  )
}
