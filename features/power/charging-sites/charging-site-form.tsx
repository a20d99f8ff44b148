// The form of a charging site: its name, its limit, whether load is balanced, and the chargers that stand there.
import { Alert } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { zoneName } from '@wattdesk/base/time'
import { call, query } from '@wattdesk/wire/call'
import { useEffect, useMemo, useRef } from 'react'
import { type FieldError, get } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { Form, type RecordForm, Section, useRecordForm } from '#kit/form.tsx'
import { useSession } from '#kit/session.ts'
import { TeamField } from '#people/teams/team-field.parts.tsx'
import { getSiteLoad } from '#power/load-balancing/load.contract.ts'
import { LOAD_UNITS } from '#power/load-balancing/load-units.words.ts'
import { loadWarnings } from '#power/load-balancing/load-words.rules.ts'
import { LIST, READERS } from './charging-site.actions.ts'
import { createSite, getSite, type Site, siteRecord, updateSite } from './charging-site.contract.ts'
import { MAX_ZONE_NAME } from './charging-site.words.ts'
import { idsText, SiteForm, type SiteFormBody, type SiteValues } from './charging-site-body.contract.ts'
import { SiteChargers } from './site-chargers.tsx'
import { siteOf } from './site-reading.rules.ts'

/**
 * A new site: load balancing off, in kW. A site does not stand in a company's own team by default: the user chooses.
 */
const blankIn = (teamId: number | null): SiteValues => ({
  zoneName: '',
  isLoadBalancingReq: 0,
  loadBalancingUnit: 'kW',
  loadBalancingValue: null as unknown as number,
  timeZone: null,
  chargers: '',
  teamId: teamId as number,
})
const valuesOf = (read: Site): SiteValues => {
  const s = siteOf(read)
  return {
    zoneName: s.zoneName,
    isLoadBalancingReq: s.isLoadBalancingReq,
    loadBalancingUnit: s.loadBalancingUnit,
    loadBalancingValue: s.loadBalancingValue as number,
    timeZone: s.timeZone && zoneName(s.timeZone),
    chargers: idsText(s.chargers),
    teamId: s.teamId,
  }
}

const FIELDS = [
  'teamId',
  'zoneName',
  'isLoadBalancingReq',
  'loadBalancingUnit',
  'loadBalancingValue',
  'timeZone',
  'chargers',
] as const
/** All time zones by the names that people know. */
const ZONES = [...new Set(Intl.supportedValuesOf('timeZone').map(zoneName))].sort().map(z => ({ value: z, label: z }))
/** Shows all errors, one sentence after the other, once a save was tried. */
function Problems({ form }: { form: RecordForm<SiteValues> }) {
  const { errors, submitCount } = form.rhf.formState
  const texts = FIELDS.flatMap(name => (get(errors, name) as FieldError | undefined)?.message ?? [])
  if (submitCount === 0 || texts.length === 0) return null
  return <Alert severity="error">{texts.join('. ')}</Alert>
}

/** Where chargers hold more by themselves than the Load Value that is being entered, or would after a power cut. */
function LoadWarnings({ form, site }: { form: RecordForm<SiteValues>; site: Site }) {
  const [on, value, unit] = form.rhf.watch(['isLoadBalancingReq', 'loadBalancingValue', 'loadBalancingUnit'])
  const q = useQuery({
    ...query(getSiteLoad, { params: { teamId: site.teamId, zoneId: site.zoneId } }),
    enabled: on === 1,
    staleTime: 0,
  })
  const entered = value === null || String(value) === '' ? null : Number(value)
  const texts = on === 1 && q.data ? loadWarnings(q.data.data, entered, unit) : []
  return texts.map(text => (
    <Alert key={text} severity="warning">
      {text}
    </Alert>
  ))
}

const NO_CHARGERS: readonly string[] = []
type Props = { site?: Site; tag?: string | undefined; readOnly: boolean }
export function ChargingSiteForm({ site, tag, readOnly }: Props) {
  const { teamId, user } = useSession()
  const navigate = useNavigate()
  const back = () => void navigate(LIST)
  const values = useMemo(
    () => (site ? valuesOf(site) : blankIn(teamId === user.company.id ? null : teamId)),
    [site, teamId, user],
  )
  const form = useRecordForm<SiteValues, SiteFormBody, unknown>({
    schema: SiteForm,
    values,
    version: site && { kind: siteRecord, recordId: site.zoneId, reader: getSite, tag, valuesOf },
    readOnly,
    save: ({ teamId: chosen, ...body }, sent) =>
      site
        ? call(updateSite, { params: { teamId, zoneId: site.zoneId }, body }, sent)
        : call(createSite, { params: { teamId: chosen }, body }),
    refreshes: READERS,
    onSaved: back,
  })
  const { Text, Number: Figure, Select } = form.fields
  const chosenTeam = form.rhf.watch('teamId')
  // The chargers of another team may not come to the site.
  const { setValue } = form.rhf
  const before = useRef(chosenTeam)
  useEffect(() => {
    if (before.current !== chosenTeam) setValue('chargers', idsText([]))
    before.current = chosenTeam
  }, [chosenTeam, setValue])
  return (
    <Form
      form={form}
      label="Charging site"
      submit={site ? 'Update' : 'Create'}
      submitting="Saving..."
      cancel={readOnly ? 'Close' : 'Cancel'}
      onCancel={back}
    >
      <Problems form={form} />
      {site && <LoadWarnings form={form} site={site} />}
      <Section title="Site" help="What the chargers of this site may take together.">
        {!site && (
          <TeamField
            name="teamId"
            teamId={teamId}
            right="ChargingSite.create"
            required
            help="The chargers of this team and of the teams below it may stand at the site."
          />
        )}
        <Text name="zoneName" label="Zone Name" required autoComplete="off" maxLength={MAX_ZONE_NAME} />
        <Select
          name="isLoadBalancingReq"
          label="Load Balancing Required"
          options={[
            { value: 1, label: 'Yes' },
            { value: 0, label: 'No' },
          ]}
        />
        <Figure name="loadBalancingValue" label="Load Value" required />
        <Select
          name="loadBalancingUnit"
          label="Unit"
          required
          options={LOAD_UNITS.map(u => ({ value: u, label: u }))}
          help="A for each phase, kW altogether, kWh within an hour"
        />
        <Select
          name="timeZone"
          label="Time Zone"
          options={ZONES}
          none={{ label: `As everywhere (${zoneName(user.businessZone)})` }}
          help="The clock of the site: campaigns update its chargers in the part of the day that it shows."
        />
      </Section>
      <Section title="Chargers" help="A charger stands at one charging site at most.">
        <SiteChargers
          name="chargers"
          teamId={site ? site.teamId || teamId : (chosenTeam ?? 0)}
          stored={site?.chargers ?? NO_CHARGERS}
        />
      </Section>
    </Form>
  )
}
