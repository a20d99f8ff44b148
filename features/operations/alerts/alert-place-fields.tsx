// Which charge points or sites a rule looks at: all of its team, or those that are named (ALERT-02).
import { query } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import { type ChargerRow, listChargers } from '#fleet/chargers/charger.contract.ts'
import { FoundField } from '#kit/found-field.tsx'
import { filtersNaming } from '#kit/list-picked.ts'
import { type Finder, OFFERED } from '#kit/use-found.ts'
import { siteFinder } from '#power/charging-sites/site-field.parts.tsx'

const chargerFinder = (teamId: number) => {
  const asked = (more: object) =>
    query(listChargers, { params: { teamId }, query: { page: 1, pageSize: OFFERED, sort: 'chargepoint_id', ...more } })
  return {
    find: (q: string) => asked(q ? { q } : {}),
    read: (keys: readonly number[]) => asked({ pageSize: 100, filters: filtersNaming('chargepoint_pk', keys) }),
    found: reply => ({
      options: reply.data.map(({ chargepoint_pk: pk, chargepoint_id: id, chargepoint_name: name }) => ({
        value: pk,
        label: id,
        ...(name !== null && name !== id && { detail: name }),
      })),
      total: reply.total,
    }),
  } satisfies Finder<number, { data: ChargerRow[]; total: number }>
}

export function AlertPlaceFields({ teamId }: { teamId: number }) {
  const chargers = useMemo(() => chargerFinder(teamId), [teamId])
  const sites = useMemo(() => siteFinder(teamId), [teamId])
  return (
    <>
      <FoundField
        multiple
        name="chargers"
        label="Charge points"
        finder={chargers}
        placeholder="All of the team and the teams below it"
        noOptionsText="No charge point found"
      />
      <FoundField
        multiple
        name="sites"
        label="Sites"
        finder={sites}
        placeholder="All"
        noOptionsText="No charging site found"
      />
    </>
  )
}
