// The photos of a station: several uploaded at once, shown three in a row, removed one by one. During an upload a value
// that the schema refuses stands in its place, so that the form cannot be saved without the file (D-GEN-10).
import Close from '@mui/icons-material/Close'
import Upload from '@mui/icons-material/UploadFileOutlined'
import { Box, Button, CircularProgress, IconButton, Typography } from '@mui/material'
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
import { MAX_BYTES, typesOf, uploadImage } from '#office/uploads/upload.contract.ts'

const FAILED = 'Failed to upload image'
/** In pixels. */
const HIGHEST = 120
const types = typesOf(undefined)
const isOnItsWay = (link: string) => link.startsWith('blob:')

export function ChargerPhotos() {
  const { teamId } = useSession()
  const { field, id, off } = useField({ name: 'photos', label: 'Photos' })
  const { getValues, setValue, formState } = useFormContext()
  const photos = (field.value ?? []) as readonly string[]
  const [problem] = errorTexts(formState.errors.photos)
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
      change(now => now.filter(link => link !== preview))
      notify.error(FAILED)
    } finally {
      URL.revokeObjectURL(preview)
    }
  }
  return (
    <Section title="Station Photos" help="JPEG or PNG, at most 10 MB each.">
      <Box sx={{ gridColumn: '1 / -1', display: 'grid', gap: 2 }}>
        {photos.length > 0 ? (
          <Box
            component="ul"
            aria-label="Photos"
            sx={{
              m: 0,
              p: 0,
              listStyle: 'none',
              display: 'grid',
              gap: 1.5,
              gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
              maxWidth: 640,
            }}
          >
            {photos.map((link, i) => (
              <Box key={link} component="li" sx={{ position: 'relative' }} aria-busy={isOnItsWay(link)}>
                <Box
                  component="img"
                  src={link}
                  alt={`Station ${i + 1}`}
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
                    aria-label={`Uploading photo ${i + 1}`}
                    sx={{ position: 'absolute', top: 'calc(50% - 12px)', left: 'calc(50% - 12px)' }}
                  />
                ) : (
                  !off && (
                    <Tip title="Remove">
                      <IconButton
                        size="small"
                        aria-label={`Remove photo ${i + 1}`}
                        onClick={() => change(now => now.filter(l => l !== link))}
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
            <Button
              component="label"
              // The input inside takes focus and keys; a label is no button.
              {...{ role: undefined, tabIndex: -1 }}
              variant="outlined"
              color="inherit"
              startIcon={<Upload />}
              sx={{ '&:focus-within': { outline: 2, outlineColor: 'primary.main', outlineOffset: 2 } }}
            >
              Add photos
              <Box
                component="input"
                type="file"
                id={id}
                multiple
                accept={types.join(',')}
                onChange={e => {
                  const chosen = [...(e.target.files ?? [])]
                  // The same file may be chosen again.
                  e.target.value = ''
                  for (const file of chosen) void take(file)
                }}
                sx={{ position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }}
              />
            </Button>
          </Box>
        )}
      </Box>
    </Section>
  )
}
