// The file of a firmware record: chosen or dropped, uploaded at once with its progress, shown with its size and sum.
import { Box, Button, LinearProgress, Stack, Typography } from '@mui/material'
import { formatBytes } from '@wattdesk/base/text'
import { useEffect, useRef, useState } from 'react'
import { FieldFrame } from '#kit/field-frame.tsx'
import { errorText } from '#kit/notices.tsx'
import { useSession } from '#kit/session.ts'
import { useField } from '#kit/use-field.ts'
import { ChooseFile } from '#office/uploads/choose-file.parts.tsx'
import { sendFile } from './firmware.actions.ts'
import type { FirmwareUpload } from './firmware.contract.ts'
import { MOST_BYTES, TOO_LARGE } from './firmware.words.ts'

type KnownFile = Pick<FirmwareUpload, 'fileName' | 'bytes' | 'sha256'>
type Running = { file: File; share: number; stop: () => void }

/** `stored`: the file that the record has. The field's value is the number of the upload. */
type Props = { stored: KnownFile | undefined; isFixed: boolean; onUpload: (upload: FirmwareUpload) => void }
export function FirmwareUploadField({ stored, isFixed, onUpload }: Props) {
  const { teamId } = useSession()
  const {
    field,
    id,
    error: wrong,
    off,
    below,
    aria,
  } = useField({
    name: 'contentId',
    label: 'File',
    help: `At most ${formatBytes(MOST_BYTES)}. Its SHA-256 is worked out here.`,
    disabled: isFixed,
  })
  const [failure, setFailure] = useState<string>()
  const [running, setRunning] = useState<Running>()
  const [known, setKnown] = useState(stored)
  const now = useRef(running)
  now.current = running
  useEffect(() => () => now.current?.stop(), [])

  const take = async (file: File | undefined) => {
    if (!file || off || running) return
    setFailure(undefined)
    if (file.size > MOST_BYTES) return setFailure(TOO_LARGE)
    const { done, stop } = sendFile(teamId, file, share => setRunning({ file, share, stop }))
    setRunning({ file, share: 0, stop })
    try {
      const upload = await done
      setKnown(upload)
      onUpload(upload)
      field.onChange(upload.contentId)
    } catch (e) {
      setFailure(errorText(e))
    } finally {
      setRunning(undefined)
    }
  }
  const error = failure ?? wrong
  return (
    <FieldFrame id={id} label="File" required wide error={error} below={failure ?? below}>
      <Stack
        spacing={1}
        onDragOver={e => e.preventDefault()}
        onDrop={e => {
          e.preventDefault()
          void take(e.dataTransfer.files[0])
        }}
        aria-busy={running !== undefined}
        sx={{
          p: 1.5,
          borderRadius: 2,
          border: '1px dashed',
          borderColor: error ? 'error.main' : 'text.disabled',
        }}
      >
        <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
          {!off && (
            <ChooseFile
              text={known ? 'Choose another file' : 'Choose file'}
              id={id}
              name={field.name}
              disabled={running !== undefined}
              ref={field.ref}
              onBlur={field.onBlur}
              onFiles={([file]) => void take(file)}
              {...aria}
              {...(error && { 'aria-invalid': true })}
            />
          )}
          {known && !running && (
            <Box sx={{ minWidth: 0 }}>
              <Typography sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>
                {known.fileName}, {formatBytes(known.bytes)}
              </Typography>
              <Typography variant="caption" component="div" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                SHA-256 {known.sha256}
              </Typography>
            </Box>
          )}
          {!known && !running && !off && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              or drop it here
            </Typography>
          )}
        </Stack>
        {running && (
          <Stack direction="row" role="status" sx={{ gap: 1.5, alignItems: 'center' }}>
            <Box sx={{ flexGrow: 1, minWidth: 0 }}>
              <Typography variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                {running.share < 1 ? `Uploading ${running.file.name}` : 'Checking'}: {Math.round(running.share * 100)} %
                of {formatBytes(running.file.size)}
              </Typography>
              <LinearProgress variant="determinate" value={running.share * 100} aria-label="Upload" />
            </Box>
            <Button size="small" color="inherit" onClick={running.stop}>
              Stop
            </Button>
          </Stack>
        )}
      </Stack>
    </FieldFrame>
  )
}
