// A field of a form that holds a file: chosen or dropped, uploaded at once, shown, removed. Its value is the file's
// link; during the upload the value fits no schema, so that a form is never saved without its file (D-GEN-10).
import Delete from '@mui/icons-material/DeleteOutlined'
import PictureAsPdf from '@mui/icons-material/PictureAsPdfOutlined'
import { Box, Button, IconButton, LinearProgress, Stack, Typography } from '@mui/material'
import { CallError, call } from '@wattdesk/wire/call'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { dataUrl } from '#kit/data-url.ts'
import { FieldFrame } from '#kit/field-frame.tsx'
import { errorText, notify } from '#kit/notices.tsx'
import { saveFile } from '#kit/save-file.ts'
import { useSession } from '#kit/session.ts'
import { Tip } from '#kit/tip.tsx'
import { type FieldProps, useField } from '#kit/use-field.ts'
import { ChooseFile } from './choose-file.parts.tsx'
import {
  fileTooLarge,
  MAX_BYTES,
  onlyPdf,
  typesOf,
  unsupportedFile,
  uploadImage,
  VEHICLE_DOCUMENTS,
} from './upload.contract.ts'

export type UploadFieldProps = FieldProps & {
  /** The folder; 'vehicle-documents' takes PDF, all others pictures. */
  directory?: string | undefined
  /** The team of the file's record; members who may read that team may open a document. Default: the current team. */
  teamId?: number | undefined
  /** Whose document it is, for the name of the saved file; default the label alone. */
  file?: string | undefined
}

function Shown({ link, label, file, isDocument }: { link: string; label: string; file: string; isDocument: boolean }) {
  if (!isDocument)
    return (
      <Box
        component="img"
        src={link}
        alt={label}
        sx={{
          width: 56,
          height: 56,
          flexShrink: 0,
          objectFit: 'contain',
          borderRadius: 1.5,
          border: 1,
          borderColor: 'divider',
          // Icons are made for either ground; a middle one shows both.
          bgcolor: 'action.hover',
        }}
      />
    )
  return (
    <Button
      color="inherit"
      size="small"
      startIcon={<PictureAsPdf />}
      onClick={() => void saveFile(link, `${file}.pdf`).catch(notify.error)}
    >
      Open
    </Button>
  )
}

export function UploadField({ label, required, wide, directory, teamId, file: ofFile, ...rest }: UploadFieldProps) {
  const isDocument = directory === VEHICLE_DOCUMENTS
  const help = `${isDocument ? 'PDF' : 'JPEG or PNG'}, at most 10 MB`
  const { field, id, error: wrong, off, below: line, aria } = useField({ help, label, ...rest })
  const { file, failure, take, remove } = useUpload(field, { directory, teamId, isOff: off })
  const error = failure ?? wrong
  const busy = file !== undefined
  const value = String(field.value ?? '')
  return (
    <FieldFrame id={id} label={label} required={required} wide={wide} error={error} below={failure ?? line}>
      <DropArea isBusy={busy} isWrong={error !== undefined} isOff={off} onFile={take}>
        <Stack direction="row" useFlexGap sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
          {value !== '' && !(busy && isDocument) && (
            <Shown link={value} label={label} file={ofFile ? `${ofFile} ${label}` : label} isDocument={isDocument} />
          )}
          {value === '' && off && <Typography sx={{ color: 'text.secondary' }}>No file</Typography>}
          {!off && (
            <ChooseFile
              text={value === '' ? 'Choose file' : 'Replace'}
              id={id}
              name={field.name}
              accept={typesOf(directory).join(',')}
              disabled={busy}
              ref={field.ref}
              onBlur={field.onBlur}
              onFiles={([chosen]) => void take(chosen)}
              {...aria}
              {...(error && { 'aria-invalid': true })}
            />
          )}
          {!off && value === '' && (
            <Typography variant="body2" sx={{ color: 'text.secondary', display: { xs: 'none', sm: 'block' } }}>
              or drop it here
            </Typography>
          )}
          {!off && value !== '' && !busy && (
            <Tip title="Remove">
              <IconButton size="small" aria-label={`Remove ${label}`} onClick={remove}>
                <Delete fontSize="small" />
              </IconButton>
            </Tip>
          )}
        </Stack>
        {busy && (
          <Box role="status">
            <Typography variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              Uploading {file.name} ({(file.size / 1024 / 1024).toFixed(1)} MB)
            </Typography>
            <LinearProgress aria-label={`Uploading ${label}`} />
          </Box>
        )}
      </DropArea>
    </FieldFrame>
  )
}

type UploadSetting = Pick<UploadFieldProps, 'directory' | 'teamId'> & { isOff: boolean }
/** Uploads a file at once and puts its link into the field. `file`: while the upload runs; `failure`: of the last file. */
function useUpload(field: ReturnType<typeof useField>['field'], { directory, teamId: forTeam, isOff }: UploadSetting) {
  // Kept here, since the form's next validation of the old value would remove it.
  const [failure, setFailure] = useState<string>()
  const [file, setFile] = useState<File>()
  const { teamId: current } = useSession()
  const teamId = forTeam ?? current
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])
  const wrongType = directory === VEHICLE_DOCUMENTS ? onlyPdf : unsupportedFile

  const take = async (chosen: File | undefined) => {
    if (!chosen || isOff || file) return
    setFailure(undefined)
    if (chosen.size > MAX_BYTES) return setFailure(fileTooLarge)
    if (chosen.type !== '' && !typesOf(directory).includes(chosen.type)) return setFailure(wrongType)
    const before = field.value
    const preview = URL.createObjectURL(chosen)
    setFile(chosen)
    field.onChange(preview)
    try {
      const image = await dataUrl(chosen)
      const args = { query: teamId ? { teamId } : {}, body: { image, ...(directory && { directory }) } }
      const { data } = await call(uploadImage, args)
      if (!gone.current) field.onChange(data)
    } catch (e) {
      if (gone.current) return
      field.onChange(before)
      const text = e instanceof CallError ? e.message : errorText(e)
      setFailure(text === unsupportedFile ? wrongType : text)
    } finally {
      URL.revokeObjectURL(preview)
      setFile(undefined)
    }
  }
  const remove = () => {
    setFailure(undefined)
    field.onChange('')
  }
  return { file, failure, take, remove }
}

type OnFile = (file: File | undefined) => Promise<void>
type DropAreaProps = { isBusy: boolean; isWrong: boolean; isOff: boolean; onFile: OnFile; children: ReactNode }
/** The frame of the field, on which a file may be dropped. */
function DropArea({ isBusy, isWrong, isOff, onFile, children }: DropAreaProps) {
  const [isOver, setOver] = useState(false)
  return (
    <Box
      onDragOver={e => {
        e.preventDefault()
        setOver(!isOff)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={e => {
        e.preventDefault()
        setOver(false)
        void onFile(e.dataTransfer.files[0])
      }}
      aria-busy={isBusy}
      sx={{
        p: 1.25,
        minHeight: 80,
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'center',
        gap: 1,
        borderRadius: 2,
        border: '1px dashed',
        borderColor: isWrong ? 'error.main' : isOver ? 'primary.main' : 'text.disabled',
        ...(isOver && { bgcolor: 'action.hover' }),
      }}
    >
      {children}
    </Box>
  )
}
