// A form as a part of a screen: its heading, and its buttons right below the fields.
import { Box, Button, Card, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { type DialogGuard, useDialogGuard } from './dialog-guard.ts'
import { type ButtonProps, SubmitButton, staysInField } from './form-bar.tsx'

type FrameProps = {
  title: string | undefined
  help: string | undefined
  guard: DialogGuard
  children: ReactNode
}
export function CardFrame({ title, help, guard, children }: FrameProps) {
  useDialogGuard(guard)
  if (title === undefined) return children
  return (
    <Card component="section" aria-label={title} sx={{ p: { xs: 2, sm: 2.5 }, overflow: 'visible' }}>
      <Typography variant="h2" sx={{ mb: help ? 0.25 : 2 }}>
        {title}
      </Typography>
      {help && <Typography sx={{ color: 'text.secondary', mb: 2, maxWidth: '72ch' }}>{help}</Typography>}
      {children}
    </Card>
  )
}

type EndProps = {
  button: ButtonProps
  cancel: string
  onCancel: (() => void) | undefined
  readOnly: boolean
  stacked: boolean
}
export function CardButtons({ button, cancel, onCancel, readOnly, stacked }: EndProps) {
  const back = onCancel && (
    <Button color="inherit" onMouseDown={staysInField} onClick={onCancel} disabled={button.isSaving}>
      {cancel}
    </Button>
  )
  if (stacked)
    return (
      <Stack spacing={2}>
        <SubmitButton {...button} size="large" isOff={readOnly} />
        {back}
      </Stack>
    )
  if (readOnly && !back) return null
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end', flexWrap: 'wrap', gap: 1 }}>
      {back}
      {!readOnly && <SubmitButton {...button} />}
    </Box>
  )
}
