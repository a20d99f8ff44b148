// What a campaign brings, and to which model: the models of the fleet, and the firmware files of the model that is chosen (CAMP-02).
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useEffect, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import type { RecordForm } from '#kit/form.tsx'
import { FoundField } from '#kit/found-field.tsx'
import { type Finder, OFFERED } from '#kit/use-found.ts'
import { type Firmware, getFirmware, listFirmware } from '#operations/firmware/firmware.contract.ts'
import { firmwareName } from '#operations/firmware/firmware.words.ts'
import { pointsText } from './campaign.actions.ts'
import { type FleetVersion, listFleetVersions } from './campaign.contract.ts'
import { type CampaignFormValues, modelKey, modelOf } from './campaign-form-body.contract.ts'

type Form = RecordForm<CampaignFormValues>

/** The models and versions of the team's charge points; undefined until they are read. */
export const useFleetVersions = (teamId: number): readonly FleetVersion[] | undefined =>
  useQuery({ ...query(listFleetVersions, { params: { teamId } }), enabled: teamId !== 0 }).data?.data

/** The firmware file that is chosen in the form; undefined without one, and until it is read. */
export function useChosenFile(form: Form): Firmware | undefined {
  const firmwareId = Number(useWatch({ control: form.rhf.control, name: 'firmware_id' })) || 0
  return useQuery({ ...query(getFirmware, { params: { firmwareId } }), enabled: firmwareId > 0 }).data?.data
}

const isEqual = (field: 'vendor' | 'model', value: string) => ({
  field,
  operator: 'equals',
  value,
  valueType: 'text',
})
const filtersOf = (key: string): string => {
  const { vendor, model } = modelOf(key)
  return JSON.stringify({ combine: 'AND', conditions: [isEqual('vendor', vendor), isEqual('model', model)] })
}

const optionOf = (f: Firmware) => ({ value: f.firmware_id, label: firmwareName(f), detail: f.file_name ?? f.source })
type Chosen = { id: number; name: string } | undefined
const firmwareFinder = (teamId: number, model: string | null, chosen: Chosen) =>
  ({
    find: (q: string) =>
      query(listFirmware, {
        params: { teamId },
        query: {
          page: 1,
          pageSize: OFFERED,
          sort: '-firmware_id',
          ...(q && { q }),
          ...(model && { filters: filtersOf(model) }),
        },
      }),
    found: reply => ({ options: reply.data.map(optionOf), total: reply.total }),
    ...(chosen && { known: [{ value: chosen.id, label: chosen.name }] }),
  }) satisfies Finder<number, { data: Firmware[]; total: number }>

/** The models of the fleet by name with the number of their charge points, and the model of the file where no charge point has it. */
function modelOptions(versions: readonly FleetVersion[], file: Firmware | undefined) {
  const models = new Map<string, { name: string; chargers: number }>()
  for (const made of [...versions, ...(file ? [{ ...file, chargers: 0 }] : [])]) {
    const key = modelKey(made)
    const { name, chargers } = models.get(key) ?? { name: `${made.vendor} ${made.model}`, chargers: 0 }
    models.set(key, { name, chargers: chargers + made.chargers })
  }
  return [...models]
    .map(([value, m]) => ({ value, label: `${m.name} (${pointsText(m.chargers)})` }))
    .sort((a, b) => a.label.localeCompare(b.label))
}

type Props = {
  form: Form
  teamId: number
  /** The file of the stored campaign, by its name. */
  stored?: Chosen
}
export function CampaignFirmwareFields({ form, teamId, stored }: Props) {
  const { Select } = form.fields
  const { setValue, resetField, control } = form.rhf
  const model = useWatch({ control, name: 'model' })
  const file = useChosenFile(form)
  const versions = useFleetVersions(teamId)
  const fileModel = file && modelKey(file)
  // A chosen file brings its model; another model takes the file away, for the file does not fit it.
  useEffect(() => {
    if (fileModel === undefined || fileModel === model) return
    if (model === null) resetField('model', { defaultValue: fileModel })
    else setValue('firmware_id', null as unknown as number, { shouldDirty: true })
  }, [fileModel, model, resetField, setValue])
  const options = useMemo(() => modelOptions(versions ?? [], file), [versions, file])
  const [id, name] = [stored?.id, stored?.name]
  const finder = useMemo(
    () => firmwareFinder(teamId, model, id !== undefined && name !== undefined ? { id, name } : undefined),
    [teamId, model, id, name],
  )
  return (
    <>
      <Select
        name="model"
        label="Model"
        options={options}
        none={{ label: 'That of the firmware' }}
        help="As the charge points told at their last boot"
      />
      <FoundField
        name="firmware_id"
        label="Firmware"
        required
        finder={finder}
        placeholder="Search firmware files"
        noOptionsText={
          model
            ? 'No firmware file of this model found. Add one under Firmware files first.'
            : 'No firmware file found. Add one under Firmware files first.'
        }
        enabled={teamId !== 0}
      />
    </>
  )
}
