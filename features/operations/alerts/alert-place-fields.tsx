// Which charge points or sites a rule looks at: all of its team, or those that are named (ALERT-02).
import { useMemo } from 'react'
import { chargerFinder } from '#fleet/chargers/charger-finder.parts.ts'
import { FoundField } from '#kit/found-field.tsx'
import { siteFinder } from '#power/charging-sites/site-field.parts.tsx'

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
