// Which charge points a campaign is for, with their number while it is chosen (CAMP-02).
import { Alert, Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { chargerFinder } from '#fleet/chargers/charger-finder.parts.ts'
import { useDebounced } from '#kit/delayed.ts'
import { type RecordForm, Section } from '#kit/form.tsx'
import { FoundField } from '#kit/found-field.tsx'
import { errorText } from '#kit/notices.tsx'
import { TeamField } from '#people/teams/team-field.parts.tsx'
import { siteFinder } from '#power/charging-sites/site-field.parts.tsx'
import { countText, pointsText } from './campaign.actions.ts'
import { countCampaign } from './campaign.contract.ts'
import { useChosenFile, useFleetVersions } from './campaign-firmware-fields.tsx'
import { CampaignForm, type CampaignFormValues, modelKey } from './campaign-form-body.contract.ts'

type Form = { form: RecordForm<CampaignFormValues> }

const SETTLE_MS = 400
/** The number of chosen charge points, as the server counts them now. */
function ChosenCount({ form, teamId }: Form & { teamId: number }) {
  const values = useWatch({ control: form.rhf.control }) as CampaignFormValues
  const text = useDebounced(JSON.stringify(values), SETTLE_MS)
  const parsed = useMemo(() => CampaignForm.safeParse(JSON.parse(text)), [text])
  const body = useMemo(() => {
    const { firmware_id: firmwareId } = JSON.parse(text) as CampaignFormValues
    const choice = parsed.success ? parsed.data.choice : choiceOf(JSON.parse(text) as CampaignFormValues)
    return firmwareId ? { firmware_id: Number(firmwareId), choice } : undefined
  }, [text, parsed])
  const asked = useQuery({
    ...query(countCampaign, { params: { teamId }, body: body ?? { firmware_id: 1, choice: {} } }),
    enabled: body !== undefined && teamId !== 0,
  })
  const count = body && asked.data?.data
  const problem = form.rhf.formState.errors.choice
  const wrong = problem?.root?.message ?? problem?.message
  return (
    <Box sx={{ gridColumn: '1 / -1' }} role="status">
      {wrong && <Alert severity="error">{String(wrong)}</Alert>}
      {!body && (
        <Typography sx={{ color: 'text.secondary' }}>
          Choose the firmware to see for how many charge points it is.
        </Typography>
      )}
      {asked.error && body && <Alert severity="error">{errorText(asked.error)}</Alert>}
      {count && (
        <Alert severity={count.count === 0 || count.taken > 0 ? 'warning' : 'info'} icon={false}>
          <Typography sx={{ fontWeight: 550 }}>{pointsText(count.count)} will be updated</Typography>
          {countText(count)}
          {count.count > 0 && (
            <Typography variant="body2">
              {count.first.join(', ')}
              {count.count > count.first.length && ' …'}
            </Typography>
          )}
        </Alert>
      )}
    </Box>
  )
}
/** The choice of a form whose other fields are not right yet. */
function choiceOf({ choice }: CampaignFormValues) {
  const orNone = <T,>(values: readonly T[]) => (values.length > 0 ? [...values] : null)
  const q = choice.matching.q.trim()
  return {
    teamId: choice.teamId,
    sites: orNone(choice.sites),
    versions: orNone(choice.versions),
    chargers: orNone(choice.chargers),
    matching: q ? { q } : null,
  }
}

export function CampaignChoiceFields({ form, teamId }: Form & { teamId: number }) {
  const { MultiSelect, Text } = form.fields
  const file = useChosenFile(form)
  const versions = useFleetVersions(teamId)
  const options = useMemo(() => {
    const isOther = (version: string) => version.trim().toLowerCase() !== file?.version.trim().toLowerCase()
    return (versions ?? [])
      .filter(v => file && modelKey(v) === modelKey(file) && isOther(v.version))
      .map(v => ({ value: v.version, label: `${v.version} (${pointsText(v.chargers)})` }))
  }, [versions, file])
  const sites = useMemo(() => siteFinder(teamId), [teamId])
  const chargers = useMemo(() => chargerFinder(teamId), [teamId])
  return (
    <Section
      title="Charge points"
      help={`Those of the team and the teams below it, of the model of the file${file ? `, ${file.vendor} ${file.model}` : ''}, that do not have its version. Each further choice narrows them.`}
    >
      <TeamField
        name="choice.teamId"
        teamId={teamId}
        right="Campaign.view"
        help="Its charge points and those of the teams below it. None: all of them"
      />
      <MultiSelect name="choice.versions" label="Version now" options={options} placeholder="Any version" />
      <FoundField
        multiple
        name="choice.sites"
        label="Sites"
        finder={sites}
        placeholder="Any site"
        noOptionsText="No charging site found"
        enabled={teamId !== 0}
      />
      <FoundField
        multiple
        name="choice.chargers"
        label="Charge points"
        finder={chargers}
        placeholder="All of them"
        noOptionsText="No charge point found"
        enabled={teamId !== 0}
      />
      <Text
        name="choice.matching.q"
        label="Search"
        help="As in the list of charge points: id, name, team, street, status"
      />
      <ChosenCount form={form} teamId={teamId} />
    </Section>
  )
}
