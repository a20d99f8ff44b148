// The operations of smart charging: a stored profile is set, profiles are cleared, and the resulting schedule is
// requested (D-OCPP-10).
import LayersClear from '@mui/icons-material/LayersClearOutlined'
import StackedLineChart from '@mui/icons-material/StackedLineChartOutlined'
import Tune from '@mui/icons-material/TuneOutlined'
import { query } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import { PROFILE_PURPOSES } from '#control/remote-operations/operation-choices.contract.ts'
import { boundFields } from '#kit/fields.tsx'
import { FoundField } from '#kit/found-field.tsx'
import { type Finder, OFFERED, textFinder } from '#kit/use-found.ts'
import { type ChargingProfile, listChargingProfiles } from '#power/charging-profiles/charging-profile.contract.ts'
import { asOptions, type MoreForm, placeOf } from './operation-form-shape.tsx'
import { ConnectorField, type OperationFieldsProps, type Values } from './option-fields.tsx'

const { Select, Number: Figure } = boundFields<Values>()
const purposes = asOptions(PROFILE_PURPOSES)
const ANY = 'Any'
const filterOf = (value: string): string =>
  JSON.stringify({
    combine: 'AND',
    conditions: [{ field: 'charging_profile_purpose', operator: 'equals', value, valueType: 'text' }],
  })

type ProfileFieldProps = OperationFieldsProps & {
  /** May be left open, which reads so. */
  open?: string
  /** Offers profiles of one purpose alone. */
  purpose?: (typeof PROFILE_PURPOSES)[number]
}
const finderOf = (teamId: number, purpose?: string) => {
  const asked = (more: { q?: string; keys?: string }) =>
    query(listChargingProfiles, {
      query: {
        teamId,
        page: 1,
        pageSize: OFFERED,
        sort: 'charging_profile_id',
        ...more,
        ...(purpose && { filters: filterOf(purpose) }),
      },
    })
  return textFinder({
    find: (q: string) => asked(q ? { q } : {}),
    read: (keys: readonly number[]) => asked({ keys: keys.join(',') }),
    found: reply => ({
      options: reply.data.map(p => ({
        value: p.charging_profile_pk,
        label: `${p.charging_profile_id} · ${p.description} (${p.charging_profile_purpose})`,
      })),
      total: reply.total,
    }),
  } satisfies Finder<number, { data: ChargingProfile[]; total: number }>)
}

/** The stored profiles of the team and the teams below it. */
export function ProfileField({ teamId, open, purpose }: ProfileFieldProps) {
  const finder = useMemo(() => finderOf(teamId, purpose), [teamId, purpose])
  const empty = `This team has no charging profiles${purpose ? ` of purpose ${purpose}` : ''}.`
  return (
    <FoundField
      name="parameters.charging_profile_pk"
      label="Charging profile"
      required={open === undefined}
      none=""
      finder={finder}
      placeholder={open ?? 'Select a charging profile'}
      noOptionsText="No charging profile found"
      helpOf={total => (total === 0 ? empty : undefined)}
    />
  )
}

export const profileForms: readonly MoreForm[] = [
  {
    operation: 'SetChargingProfile',
    icon: Tune,
    help: 'Installs a stored charging profile. It takes the place of one with the same id, or with the same purpose and stack level.',
    says: (charger, { connectorId }) => `Charging profile on ${charger.chargepoint_id}${placeOf(connectorId)}`,
    initial: ({ connectorId = '' }) => ({ connectorId, charging_profile_pk: '' }),
    Fields: props => (
      <>
        <ProfileField {...props} />
        <ConnectorField {...props} withWhole />
      </>
    ),
  },
  {
    operation: 'ClearChargingProfile',
    icon: LayersClear,
    help: 'Removes the installed profiles that fit all that is filled in here; with nothing filled in, all of them.',
    says: charger => `Clear charging profiles of ${charger.chargepoint_id}`,
    initial: ({ connectorId = '' }) => ({
      charging_profile_pk: '',
      id: '',
      connectorId,
      chargingProfilePurpose: '',
      stackLevel: '',
    }),
    Fields: props => (
      <>
        <ProfileField {...props} open={ANY} />
        <Figure name="parameters.id" label="Profile Id" help="As installed on the charge point; not beside a profile" />
        <ConnectorField {...props} withWhole open={ANY} />
        <Select
          name="parameters.chargingProfilePurpose"
          label="Purpose"
          options={[{ value: '', label: ANY }, ...purposes]}
        />
        <Figure name="parameters.stackLevel" label="Stack Level" />
      </>
    ),
    confirm: charger => ({
      title: `Charging profiles of ${charger.chargepoint_id}`,
      text: 'Limits that the profiles set end at once, also for sessions that are running.',
      yes: 'Clear',
      danger: true,
    }),
  },
  {
    operation: 'GetCompositeSchedule',
    icon: StackedLineChart,
    help: 'Asks what the charge point will allow, with all installed profiles taken together.',
    says: (charger, { connectorId }) => `Schedule of ${charger.chargepoint_id}${placeOf(connectorId)}`,
    initial: ({ connectorId = '' }) => ({ connectorId, duration: '86400', chargingRateUnit: '' }),
    Fields: props => (
      <>
        <ConnectorField {...props} withWhole />
        <Figure name="parameters.duration" label="Duration" unit="s" required help="A week (604800 seconds) at most" />
        <Select
          name="parameters.chargingRateUnit"
          label="Charging Rate Unit"
          options={[
            { value: '', label: "The charge point's own" },
            { value: 'A', label: 'A' },
            { value: 'W', label: 'W' },
          ]}
        />
      </>
    ),
  },
]
