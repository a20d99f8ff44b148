// The photos of a station: several uploaded at once, shown three in a row, removed one by one. During an upload a value
// that the schema refuses stands in its place, so that the form cannot be saved without the file (D-GEN-10).
import Close from '@mui/icons-material/Close'
import { Box, CircularProgress, IconButton, Typography } from '@mui/material'
import { call } from '@wattdesk/wire/call'
import { useEffect, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { dataUrl } from '#kit/data-url.ts'
import { Section } from '#kit/form.tsx'
import { notify } from '#kit/notices.tsx'
import { useSession } from '#kit/session.ts'
import { errorTexts } from '#kit/tabbed-form.tsx'
import { Tip } from '#kit/tip.tsx'
import { useField } from '#kit/use-field.ts'
import { ChooseFile } from '#office/uploads/choose-file.parts.tsx'
import { MAX_BYTES, typesOf, uploadImage } from '#office/uploads/upload.contract.ts'

const FAILED = 'Failed to upload image'
/** In pixels. */
const HIGHEST = 120
const types = typesOf(undefined)
const isOnItsWay = (link: string) => link.startsWith('blob:')

export function ChargerPhotos() {
  const { field, id, off } = useField({ name: 'photos', label: 'Photos' })
  const { formState } = useFormContext()
  const photos = (field.value ?? []) as readonly string[]
  const [problem] = errorTexts(formState.errors.photos)
  const { take, remove } = usePhotos()
  return (
    <Section title="Station Photos" help="JPEG or PNG, at most 10 MB each.">
      <Box sx={{ gridColumn: '1 / -1', display: 'grid', gap: 2 }}>
        {photos.length > 0 ? (
          <Box component="ul" aria-label="Photos" sx={listLook}>
            {photos.map((link, i) => (
              <Photo key={link} link={link} number={i + 1} {...(!off && { onRemove: () => remove(link) })} />
            ))}
          </Box>
        ) : (
          <Typography sx={{ color: 'text.secondary' }}>No photos yet.</Typography>
        )}
        {problem && (
          <Typography role="alert" variant="body2" sx={{ color: 'error.main' }}>
            {problem}
          </Typography>
        )}
        {!off && (
          <Box>
            <ChooseFile
              text="Add photos"
              size="medium"
              id={id}
              multiple
              accept={types.join(',')}
              onFiles={files => {
                for (const file of files) void take(file)
              }}
            />
          </Box>
        )}
      </Box>
    </Section>
  )
}
const listLook = {
  m: 0,
  p: 0,
  listStyle: 'none',
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  maxWidth: 640,
} as const

/** Uploads and removes photos of the form. */
function usePhotos() {
  const { teamId } = useSession()
  const { getValues, setValue, formState } = useFormContext()
  // An upload ends long after the render that began it.
  const isJudged = useRef(false)
  isJudged.current = formState.isSubmitted
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  /** Changes the present photos: other uploads may have ended in the meantime. */
  const change = (next: (now: readonly string[]) => readonly string[]) =>
    setValue('photos', next(getValues('photos') ?? []), {
      shouldDirty: true,
      shouldValidate: isJudged.current,
    })
  const remove = (link: string) => change(now => now.filter(l => l !== link))

  const take = async (file: File) => {
    if (file.size > MAX_BYTES || (file.type !== '' && !types.includes(file.type))) return notify.error(FAILED)
    const preview = URL.createObjectURL(file)
    change(now => [...now, preview])
    try {
      const image = await dataUrl(file)
      const { data } = await call(uploadImage, { query: teamId ? { teamId } : {}, body: { image } })
      if (!isGone.current) change(now => now.map(link => (link === preview ? data : link)))
    } catch {
      if (isGone.current) return
      remove(preview)
      notify.error(FAILED)
    } finally {
      URL.revokeObjectURL(preview)
    }
  }
  return { take, remove }
}

/** `number`: counted from 1. */
function Photo({ link, number, onRemove }: { link: string; number: number; onRemove?: () => void }) {
  return (
    <Box component="li" sx={{ position: 'relative' }} aria-busy={isOnItsWay(link)}>
      <Box
        component="img"
        src={link}
        alt={`Station ${number}`}
        sx={{
          display: 'block',
          width: '100%',
          maxHeight: HIGHEST,
          height: HIGHEST,
          objectFit: 'cover',
          borderRadius: 1.5,
          border: 1,
          borderColor: 'divider',
          ...(isOnItsWay(link) && { opacity: 0.5 }),
        }}
      />
      {isOnItsWay(link) ? (
        <CircularProgress
          size={24}
          aria-label={`Uploading photo ${number}`}
          sx={{ position: 'absolute', top: 'calc(50% - 12px)', left: 'calc(50% - 12px)' }}
        />
      ) : (
        onRemove && (
          <Tip title="Remove">
            <IconButton
              size="small"
              aria-label={`Remove photo ${number}`}
              onClick={onRemove}
              sx={{
                position: 'absolute',
                top: 4,
                right: 4,
                bgcolor: 'background.paper',
                border: 1,
                borderColor: 'divider',
                '&:hover': { bgcolor: 'background.default' },
              }}
            >
              <Close fontSize="small" />
            </IconButton>
          </Tip>
        )
      )}
    </Box>
  )
}
