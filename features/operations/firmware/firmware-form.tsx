// The form of a firmware file (CAMP-01): uploaded, or by address. Once a campaign has begun with it, its notes alone change.
import { Alert } from '@mui/material'
import { useWatch } from 'react-hook-form'
import { Form, Section } from '#kit/form.tsx'
import { recordInputs, recordValues } from '#kit/record-inputs.tsx'
import { usePageForm } from '#kit/use-page-form.ts'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import { FIRMWARE_LIST } from './firmware.actions.ts'
import { createFirmware, type Firmware, getFirmware, listFirmware, updateFirmware } from './firmware.contract.ts'
import { firmwareFields } from './firmware.fields.ts'
import { FirmwareBody, type FirmwareValues } from './firmware-body.contract.ts'
import { FirmwareUploadField } from './firmware-upload-field.tsx'

const Input = recordInputs(firmwareFields)
const calls = { list: listFirmware, read: getFirmware, create: createFirmware, change: updateFirmware }
const refreshes = [listRecordAudit]

const valuesOf = (f?: Firmware): FirmwareValues => ({
  ...recordValues(firmwareFields, f ?? { source: 'Upload' }),
  contentId: f?.contentId ?? null,
})

type Props = { file?: Firmware; tag?: string | undefined; readOnly: boolean }
export function FirmwareForm({ file, tag, readOnly }: Props) {
  const page = usePageForm<FirmwareValues, FirmwareBody, Firmware>({
    schema: FirmwareBody,
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
      </Section>
      <Section
        title="File"
        help="Uploaded files are served to charge points by this portal, at addresses that hold for one update alone."
      >
        <Input name="source" {...off} />
        {source === 'Address' ? (
          <Input name="location" wide autoComplete="off" help="Charge points fetch it there themselves" {...off} />
        ) : (
          <FirmwareUploadField stored={stored} isFixed={isFixed} />
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
