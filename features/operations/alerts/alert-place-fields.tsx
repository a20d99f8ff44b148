// Which charge points or sites a rule looks at: all of its team, or those that are named (ALERT-02).
import { useEffect, useMemo } from 'react'
import { useFormContext } from 'react-hook-form'
import { chargerFinder } from '#fleet/chargers/charger-finder.parts.ts'
import { FoundField } from '#kit/found-field.tsx'
import { siteFinder } from '#power/charging-sites/site-field.parts.tsx'
import { isOfCharger, isOfSite, type SubjectKind } from './alert.words.ts'
import type { AlertRuleValues } from './alert-rule-body.contract.ts'

/** `subject`: of the kind of the rule; one that is of no charge point, or of no site, is asked for none. */
export function AlertPlaceFields({ teamId, subject }: { teamId: number; subject: SubjectKind | undefined }) {
  const { setValue } = useFormContext<AlertRuleValues>()
  const [mayName, mayNameSites] = subject ? [isOfCharger(subject), isOfSite(subject)] : [true, true]
  useEffect(() => {
    if (!mayName) setValue('chargers', [])
    if (!mayNameSites) setValue('sites', [])
  }, [mayName, mayNameSites, setValue])
  const chargers = useMemo(() => chargerFinder(teamId), [teamId])
  const sites = useMemo(() => siteFinder(teamId), [teamId])
  return (
    <>
      {mayName && (
        <FoundField
          multiple
          name="chargers"
          label="Charge points"
          finder={chargers}
          placeholder="All of the team and the teams below it"
          noOptionsText="No charge point found"
        />
      )}
      {mayNameSites && (
        <FoundField
          multiple
          name="sites"
          label="Sites"
          finder={sites}
          placeholder="All"
          noOptionsText="No charging site found"
        />
      )}
    </>
  )
}
