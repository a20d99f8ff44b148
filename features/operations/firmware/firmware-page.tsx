// One firmware file: added, read, or changed, with the history of the record (CAMP-01).
import { Card, CardContent, Typography } from '@mui/material'
import { query } from '@wattdesk/wire/call'
import { useParams } from 'react-router'
import { CopyButton } from '#kit/copy-button.tsx'
import { RecordPages, useReadOnly } from '#kit/record-page.tsx'
import { LaterHistory } from '#office/audit/later-history.parts.tsx'
import { FIRMWARE_LIST } from './firmware.actions.ts'
import { getFirmware } from './firmware.contract.ts'
import { firmwareFields } from './firmware.fields.ts'
import { firmwareName } from './firmware.words.ts'
import { FirmwareForm } from './firmware-form.tsx'

/** The location by which remote operations name the file. */
const ForOperations = ({ url }: { url: string }) => (
  <Card>
    <CardContent>
      <Typography variant="h3" component="h2">
        For remote operations
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1, maxWidth: '72ch' }}>
        As the location of UpdateFirmware or SignedUpdateFirmware this address is replaced by one for the charge point
        alone.
      </Typography>
      <Typography component="div" sx={{ overflowWrap: 'anywhere', fontFamily: 'monospace', fontSize: '0.8125rem' }}>
        {url} <CopyButton text={url} label="address" />
      </Typography>
    </CardContent>
  </Card>
)

export function FirmwarePage() {
  const { id } = useParams()
  const readOnly = useReadOnly('Campaign')
  return (
    <RecordPages
      id={id}
      list={{ label: 'Firmware', path: FIRMWARE_LIST }}
      read={firmwareId => query(getFirmware, { params: { firmwareId } })}
      missing="Firmware file not found"
      title={readOnly ? 'Firmware' : 'Edit firmware'}
      fresh={{ title: 'New firmware', children: <FirmwareForm readOnly={false} /> }}
    >
      {({ data: file, tag }) => ({
        name: firmwareName(file),
        children: (
          <>
            <FirmwareForm key={`${file.firmware_id} ${readOnly}`} file={file} tag={tag} readOnly={readOnly} />
            <ForOperations url={file.operationUrl} />
            <LaterHistory feature="Campaign" recordId={`firmware-${file.firmware_id}`} fields={firmwareFields} />
          </>
        ),
      })}
    </RecordPages>
  )
}
