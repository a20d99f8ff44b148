// A form over a screen: the first field has the focus, the buttons stay in sight while the fields scroll, and as long as
// a save is on its way the dialog cannot be closed.
import { Button, DialogActions, DialogContent, DialogContentText, Stack } from '@mui/material'
import { type ReactNode, useEffect, useRef } from 'react'
import { DialogFrame, DialogHead } from './dialog-frame.tsx'
import { type DialogGuard, useDialogGuard } from './dialog-guard.ts'
import { type ButtonProps, SubmitButton, staysInField } from './form-bar.tsx'

type Props = {
  title: string
  label: string
  text: string | undefined
  onClose: () => void
  onSubmit: (e: React.FormEvent) => void
  maxWidth: 'xs' | 'sm' | 'md' | undefined
  /** Missing where there is nothing to save. */
  button: ButtonProps | undefined
  guard: DialogGuard
  children: ReactNode
}
export default function FormDialog({ title, onClose, maxWidth = 'sm', ...inner }: Props) {
  return (
    <DialogFrame onClose={onClose} maxWidth={maxWidth}>
      <DialogHead cross={false}>{title}</DialogHead>
      <Inner onClose={onClose} {...inner} />
    </DialogFrame>
  )
}

/** The elements that can take the focus when the dialog opens; a select keeps a hidden input of its own. */
const FIELD =
  'input:not([type=hidden], [tabindex="-1"]):enabled, textarea:not([readonly]):enabled, [role=combobox]:not([aria-disabled=true])'

function Inner({ label, text, onClose, onSubmit, button, guard, children }: Omit<Props, 'title' | 'maxWidth'>) {
  useDialogGuard(guard)
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    fields.current?.querySelector<HTMLElement>(FIELD)?.focus()
  }, [])
  return (
    <form
      aria-label={label}
      noValidate
      style={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      onSubmit={onSubmit}
    >
      {/* As right below a title: the form stands between the two. */}
      <DialogContent sx={{ '&&': { pt: 0 } }}>
        {text && <DialogContentText sx={{ color: 'text.primary', mb: 2 }}>{text}</DialogContentText>}
        <Stack ref={fields} spacing={2} useFlexGap>
          {children}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onMouseDown={staysInField} onClick={onClose} disabled={button?.isSaving === true}>
          {button ? 'Cancel' : 'Close'}
        </Button>
        {button && <SubmitButton {...button} />}
      </DialogActions>
    </form>
  )
}
