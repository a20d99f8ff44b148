// Fields of the dialogs that give many charge points another price group or another site.
import { useMemo } from 'react'
import { boundFields } from '#kit/fields.tsx'
import { FoundField } from '#kit/found-field.tsx'
import { textFinder } from '#kit/use-found.ts'
import { PriceGroupField } from '#money/price-groups/price-group-field.parts.tsx'
import { siteFinder } from '#power/charging-sites/site-field.parts.tsx'
import { NO_SITE, PUSHED } from './bulk-action-body.contract.ts'

const { Number: Figure, Select } = boundFields<{ parameters: Record<string, string> }>()

export function PriceGroupFields({ teamId }: { teamId: number }) {
  return (
    <>
      <PriceGroupField
        asText
        name="parameters.priceGroupId"
        teamId={teamId}
        empty="This company has no price groups."
      />
      <Figure
        name="parameters.connectorId"
        label="Connector"
        help="The same number on each charge point; at stations of OCPP 2.0.1 most often that of the EVSE. Leave it empty for every connector."
      />
    </>
  )
}

const WHICH = PUSHED.map(value => ({ value, label: value }))
export const PushSettingsFields = () => (
  <Select name="parameters.which" label="Which settings" options={WHICH} required />
)

const AT_NO_SITE = [{ value: NO_SITE, label: 'At no site' }]
export function ChargingSiteFields({ teamId }: { teamId: number }) {
  const finder = useMemo(() => textFinder(siteFinder(teamId), AT_NO_SITE), [teamId])
  return (
    <FoundField
      name="parameters.chargingSiteId"
      label="Charging Site"
      required
      none=""
      finder={finder}
      placeholder="Select a charging site"
      noOptionsText="No charging site found"
    />
  )
}
