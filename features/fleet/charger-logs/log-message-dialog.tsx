// A dialog with a whole frame, and the request or answer that belongs to it.
import { DialogContent } from '@mui/material'
import { CopyButton } from '#kit/copy-button.tsx'
import { DialogFrame, DialogHead } from '#kit/dialog-frame.tsx'
import type { LogRow } from './charger-log.rules.ts'
import { LogMessage, type LogMessageProps } from './log-message.parts.tsx'

type Props = LogMessageProps & { row: LogRow; name: string; onClose: () => void }
export function LogMessageDialog({ name, onClose, ...shown }: Props) {
  return (
    <DialogFrame onClose={onClose} maxWidth="md">
      <DialogHead tools={<CopyButton text={shown.row.message} label="message" />}>{name || 'Message'}</DialogHead>
      <DialogContent>
        <LogMessage {...shown} />
      </DialogContent>
    </DialogFrame>
  )
}
