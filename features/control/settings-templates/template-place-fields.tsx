// Where a settings template applies: at a model, at teams with all below them, at single charge points (CAMP-06).
import { Alert } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { PRECEDENCE } from '#control/settings-drift/settings-drift.words.ts'
import { chargerFinder } from '#fleet/chargers/charger-finder.parts.ts'
import { type RecordForm, Section } from '#kit/form.tsx'
import { FoundField } from '#kit/found-field.tsx'
import { getSettingsPlaces, type SettingsTemplate } from './settings-template.contract.ts'
import { pairOf, type SettingsTemplateFormValues } from './settings-template-form-body.contract.ts'

const pointsText = (n: number): string => `${n.toLocaleString('en-IN')} charge ${n === 1 ? 'point' : 'points'}`

type Props = {
  form: RecordForm<SettingsTemplateFormValues>
  teamId: number
  stored: SettingsTemplate | undefined
}
const usePlaces = (teamId: number) =>
  useQuery({ ...query(getSettingsPlaces, { params: { teamId } }), enabled: teamId !== 0 }).data?.data

/** The model of a template, among those that charge points have told. */
export function TemplateModelField({ form, teamId, stored }: Props) {
  const { Select } = form.fields
  const places = usePlaces(teamId)
  const options = useMemo(() => {
    const told = (places?.models ?? []).map(m => ({
      value: pairOf(m.vendor, m.model),
      label: `${m.vendor} ${m.model} (${pointsText(m.chargers)})`,
    }))
    const own = stored?.model ? pairOf(stored.vendor ?? '', stored.model) : undefined
    const isThere = own === undefined || told.some(o => o.value === own)
    const kept = isThere ? [] : [{ value: own, label: `${stored?.vendor} ${stored?.model}` }]
    return [{ value: '', label: 'Any model' }, ...kept, ...told]
  }, [places, stored])
  return <Select name="model" label="For the model" options={options} help="As charge points tell it at their boot" />
}

export function TemplatePlaceFields({ form, teamId }: Omit<Props, 'stored'>) {
  const { MultiSelect, Switch } = form.fields
  const places = usePlaces(teamId)
  const model = useWatch({ control: form.rhf.control, name: 'model' })
  const [isForModel, ofTeams, ofChargers] = useWatch({
    control: form.rhf.control,
    name: ['is_for_model', 'teams', 'chargers'],
  })
  const isNowhere = !isForModel && !ofTeams?.length && !ofChargers?.length
  const teams = useMemo(() => (places?.teams ?? []).map(t => ({ value: t.id, label: t.name })), [places])
  const chargers = useMemo(() => chargerFinder(teamId), [teamId])
  return (
    <Section title="Where it applies" help="Charge points of the template's team and the teams below it, of its model.">
      <Switch
        name="is_for_model"
        label="All charge points of the model"
        disabled={model === ''}
        help={model === '' ? 'Choose a model above first' : 'In the team of the template and below it'}
      />
      <MultiSelect name="teams" label="Teams, with all below them" options={teams} placeholder="No team" />
      <FoundField
        multiple
        wide
        name="chargers"
        label="Charge points"
        finder={chargers}
        placeholder="No single charge point"
        noOptionsText="No charge point found"
        enabled={teamId !== 0}
      />
      {isNowhere && (
        <Alert severity="warning" role="status" sx={{ gridColumn: '1 / -1' }}>
          Saved so, it applies to no charge point.
          {model !== '' && ' Switch on “All charge points of the model”, or choose teams or charge points.'}
        </Alert>
      )}
      <Alert severity="info" icon={false} sx={{ gridColumn: '1 / -1' }}>
        {PRECEDENCE} Two templates of the same strength may not say different things of one key: the later one is
        refused.
      </Alert>
    </Section>
  )
}
