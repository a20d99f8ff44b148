// The form of a firmware file (CAMP-01): uploaded, or by address. Once a campaign has begun with it, its notes alone change.
import { Alert, Chip, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { getSettingsPlaces } from '#control/settings-templates/settings-template.contract.ts'
import { Form, type RecordForm, Section } from '#kit/form.tsx'
import { recordInputs, recordValues } from '#kit/record-inputs.tsx'
import { useSession } from '#kit/session.ts'
import { usePageForm } from '#kit/use-page-form.ts'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import { FIRMWARE_LIST } from './firmware.actions.ts'
import { createFirmware, type Firmware, getFirmware, listFirmware, updateFirmware } from './firmware.contract.ts'
import { firmwareFields } from './firmware.fields.ts'
import { bodyOfUpload, type FirmwareBody, type FirmwareValues } from './firmware-body.contract.ts'
import { FirmwareUploadField } from './firmware-upload-field.tsx'

const Input = recordInputs(firmwareFields)
const calls = { list: listFirmware, read: getFirmware, create: createFirmware, change: updateFirmware }
const refreshes = [listRecordAudit]

const valuesOf = (f?: Firmware): FirmwareValues => ({
  ...recordValues(firmwareFields, f ?? { source: 'Upload' }),
  contentId: f?.contentId ?? null,
})

/** Models that charge points of the team told, to be taken over by a click. */
const MOST_MODELS = 12
function ToldModels({ form, teamId }: { form: RecordForm<FirmwareValues>; teamId: number }) {
  const places = useQuery({ ...query(getSettingsPlaces, { params: { teamId } }), enabled: teamId !== 0 }).data?.data
  const [vendor, model] = useWatch({ control: form.rhf.control, name: ['vendor', 'model'] })
  if (!places || places.models.length === 0) return null
  const take = (m: (typeof places.models)[number]) => {
    const options = { shouldDirty: true, shouldValidate: form.rhf.formState.isSubmitted }
    form.rhf.setValue('vendor', m.vendor, options)
    form.rhf.setValue('model', m.model, options)
  }
  return (
    <Stack
      direction="row"
      role="group"
      aria-label="Models here"
      sx={{ gridColumn: '1 / -1', gap: 1, flexWrap: 'wrap' }}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary', alignSelf: 'center' }}>
        Told by charge points here:
      </Typography>
      {places.models.slice(0, MOST_MODELS).map(m => (
        <Chip
          key={`${m.vendor} ${m.model}`}
          label={`${m.vendor} ${m.model} (${m.chargers.toLocaleString('en-IN')})`}
          variant={m.vendor === vendor && m.model === model ? 'filled' : 'outlined'}
          onClick={() => take(m)}
        />
      ))}
    </Stack>
  )
}

type Props = { file?: Firmware; tag?: string | undefined; readOnly: boolean }
export function FirmwareForm({ file, tag, readOnly }: Props) {
  const { teamId } = useSession()
  /** The sum of the file that is uploaded: what does not fit is said with all other errors. */
  const sum = useRef(file?.source === 'Upload' ? (file.sha256 ?? undefined) : undefined)
  const [schema] = useState(() => bodyOfUpload(() => sum.current))
  const page = usePageForm<FirmwareValues, FirmwareBody, Firmware>({
    schema,
    valuesOf,
    stored: file && { id: file.firmware_id, record: file, tag },
    calls,
    list: FIRMWARE_LIST,
    readOnly,
    refreshes,
  })
  const source = useWatch({ control: page.form.rhf.control, name: 'source' })
  const isFixed = (file?.campaigns ?? 0) > 0
  const stored =
    file?.source === 'Upload'
      ? { fileName: file.file_name ?? '', bytes: file.bytes ?? 0, sha256: file.sha256 ?? '' }
      : undefined
  const off = { disabled: isFixed }
  return (
    <Form {...page} label="Firmware" submit="Save">
      {isFixed && !readOnly && (
        <Alert severity="info">A campaign has begun with this file, so only its release notes may change.</Alert>
      )}
      <Section
        title="For which charge points"
        help="As they tell it at their boot: a charge point is verified by the version that it tells."
      >
        <Input name="version" autoComplete="off" {...off} />
        <Input name="vendor" autoComplete="off" {...off} />
        <Input name="model" autoComplete="off" {...off} />
        {!isFixed && !readOnly && <ToldModels form={page.form} teamId={file?.teamId ?? teamId} />}
      </Section>
      <Section
        title="File"
        help="Uploaded files are served to charge points by this portal, at addresses that hold for one update alone."
      >
        <Input name="source" {...off} />
        {source === 'Address' ? (
          <Input name="location" wide autoComplete="off" help="Charge points fetch it there themselves" {...off} />
        ) : (
          <FirmwareUploadField
            stored={stored}
            isFixed={isFixed}
            onUpload={upload => {
              sum.current = upload.sha256
            }}
          />
        )}
        <Input
          name="sha256"
          wide
          autoComplete="off"
          required={source === 'Address'}
          help={
            source === 'Address'
              ? 'Of the file at the address'
              : 'From the manufacturer: another file is refused. Empty: the sum of the upload'
          }
          {...off}
        />
      </Section>
      <Section
        title="Signature"
        help="With both, charge points are sent SignedUpdateFirmware and check the file by them."
      >
        <Input name="signature" wide help="Of the file, in Base64" autoComplete="off" {...off} />
        <Input
          name="certificate"
          wide
          rows={4}
          help="Of the manufacturer, in PEM: -----BEGIN CERTIFICATE----- and what follows"
          {...off}
        />
      </Section>
      <Section title="Release notes">
        <Input name="notes" wide rows={4} />
      </Section>
    </Form>
  )
}
