// The end of a form: Cancel and the primary action, at the bottom of the window as long as the form reaches beyond it.
import { Box, Button, CircularProgress, Paper } from '@mui/material'
import { type Action, ActionButton } from './actions.tsx'

/**
 * For the buttons that end a form: pressing one does not leave the field. Else its error would come up between
 * press and release, move the button away from under the pointer, and the click would be lost.
 */
export const staysInField = (e: React.MouseEvent): void => e.preventDefault()

/** The primary button of a form; `destructive`: what it does cannot be undone. */
export type ButtonProps = { label: string; saving: string; isSaving: boolean; destructive: boolean }
type SubmitProps = ButtonProps & { size?: 'large'; isOff?: boolean }
/**
 * While saving, the button says so and does nothing; it keeps the focus, and regains it after the question before a
 * save.
 */
export function SubmitButton({ label, saving, isSaving, destructive, size, isOff = false }: SubmitProps) {
  return (
    <Button
      type="submit"
      variant={destructive ? 'outlined' : 'contained'}
      color={destructive ? 'error' : 'primary'}
      disabled={isOff}
      {...(size && { size })}
      {...(isSaving && { 'aria-disabled': true, sx: { opacity: 0.55, cursor: 'default' } })}
      onMouseDown={staysInField}
      startIcon={isSaving && <CircularProgress size={16} color="inherit" aria-hidden />}
    >
      {isSaving ? saving : label}
    </Button>
  )
}

type FormBarProps = {
  button: ButtonProps
  cancel: string
  onCancel: (() => void) | undefined
  danger: Action | undefined
  readOnly: boolean
}
export function FormBar({ button, cancel, onCancel, danger, readOnly }: FormBarProps) {
  return (
    <Box
      data-noprint
      data-bar
      sx={{
        // Who only reads has nothing to save, and needs no bar in sight.
        ...(!readOnly && { position: 'sticky', bottom: 0, zIndex: 2 }),
        mx: { xs: -2, sm: 0 },
        // Content that scrolls below must not show in the gap under the bar or round its corners.
        pb: { sm: 2 },
        mb: { sm: -2 },
        bgcolor: 'background.default',
      }}
    >
      <Paper
        variant="outlined"
        sx={{
          p: 1.5,
          display: 'flex',
          gap: 1,
          alignItems: 'center',
          borderRadius: { xs: 0, sm: '10px' },
          borderWidth: { xs: '1px 0', sm: '1px' },
        }}
      >
        {danger && <ActionButton action={danger} target={undefined} />}
        <Box sx={{ flexGrow: 1 }} />
        {onCancel && (
          <Button color="inherit" onMouseDown={staysInField} onClick={onCancel}>
            {cancel}
          </Button>
        )}
        {!readOnly && <SubmitButton {...button} />}
      </Paper>
    </Box>
  )
}
