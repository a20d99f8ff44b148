// The operations of smart charging: a stored profile is set, profiles are cleared, and the schedule that results is asked for
// (D-OCPP-10).
import LayersClear from '@mui/icons-material/LayersClearOutlined'
import StackedLineChart from '@mui/icons-material/StackedLineChartOutlined'
import Tune from '@mui/icons-material/TuneOutlined'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { boundFields } from '../../web/kit/fields.tsx'
import { queryErrorText } from '../../web/kit/notices.tsx'
import { listChargingProfiles } from '../charging-profiles/charging-profile.contract.ts'
import { PROFILE_PURPOSES } from '../remote-operations/operation-choices.contract.ts'
import { asOptions, type MoreForm, placeOf } from './operation-form-shape.tsx'
import { ConnectorField, type OperationFieldsProps, type Values } from './option-fields.tsx'

const { Select, Number: Figure } = boundFields<Values>()
const MOST_OFFERED = 100
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
/** The stored profiles of the team and the teams below it. */
export function ProfileField({ teamId, open, purpose }: ProfileFieldProps) {
  const asked = useQuery({
    ...query(listChargingProfiles, {
      query: {
        ...{ teamId, page: 1, pageSize: MOST_OFFERED, sort: 'charging_profile_id' },
        ...(purpose && { filters: filterOf(purpose) }),
      },
    }),
    staleTime: 0,
  })
  const options = (asked.data?.data ?? []).map(p => ({
    value: String(p.charging_profile_pk),
    label: `${p.charging_profile_id} · ${p.description} (${p.charging_profile_purpose})`,
  }))
  const more = (asked.data?.total ?? 0) - options.length
  const help = asked.isPending
    ? 'Loading'
    : asked.error
      ? queryErrorText(asked.error)
      : more > 0
        ? `The first ${MOST_OFFERED}; send the others from their own page.`
        : options.length === 0
          ? `This team has no charging profiles${purpose ? ` of purpose ${purpose}` : ''}.`
          : undefined
  return (
    <Select
      name="parameters.charging_profile_pk"
      label="Charging profile"
      required={open === undefined}
      placeholder="Select a charging profile"
      options={[...(open === undefined ? [] : [{ value: '', label: open }]), ...options]}
      {...(help && { help })}
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
      ...{ charging_profile_pk: '', id: '', connectorId, chargingProfilePurpose: '', stackLevel: '' },
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
