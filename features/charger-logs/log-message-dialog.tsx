// A dialog with one frame as a whole: spread over lines, with the text as it came to copy.
import { DialogContent, Stack, Typography } from '@mui/material'
import { CopyButton } from '../../web/kit/copy-button.tsx'
import { DialogFrame, DialogHead } from '../../web/kit/dialog-frame.tsx'
import { RawText } from '../../web/kit/raw-text.tsx'
import { type LogRow, pretty } from './charger-log.rules.ts'
import { Direction, logTime } from './log-list.tsx'

export type OpenMessage = { row: LogRow; name: string }
export function LogMessageDialog({ open, onClose }: { open: OpenMessage | undefined; onClose: () => void }) {
  const row = open?.row
  return (
    <DialogFrame open={open !== undefined} onClose={onClose} maxWidth="md">
      {row && (
        <>
          <DialogHead tools={<CopyButton text={row.message} label="message" />}>{open?.name || 'Message'}</DialogHead>
          <DialogContent>
            <Stack direction="row" spacing={1.5} sx={{ alignItems: 'center', mb: 2 }}>
              <Direction type={row.messageType} />
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {logTime(row.messageTime)}
              </Typography>
            </Stack>
            <RawText label="Message" maxHeight="60vh">
              {pretty(row.message)}
            </RawText>
          </DialogContent>
        </>
      )}
    </DialogFrame>
  )
}
