// One delivery: what was sent, what was answered, and each try (HOOK-03).
import {
  DialogActions,
  DialogContent,
  Skeleton,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { ActionButton } from '#kit/actions.tsx'
import { CopyButton } from '#kit/copy-button.tsx'
import { DialogFrame, DialogHead } from '#kit/dialog-frame.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { RawText } from '#kit/raw-text.tsx'
import { Time } from '#kit/time.tsx'
import { sendDeliveryAgain } from './webhook.actions.ts'
import { DeliveryChip } from './webhook-chips.tsx'
import { getDelivery, type WholeDelivery } from './webhook-delivery.contract.ts'

const spread = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function Tries({ attempts }: Pick<WholeDelivery, 'attempts'>) {
  return (
    <Table size="small" aria-label="Tries">
      <TableHead>
        <TableRow>
          <TableCell>Try</TableCell>
          <TableCell align="right">Took</TableCell>
          <TableCell>Answer</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {attempts.map(a => (
          <TableRow key={a.at}>
            <TableCell>
              <Time at={a.at} />
            </TableCell>
            <TableCell align="right">{a.ms.toLocaleString('en-IN')} ms</TableCell>
            <TableCell sx={{ overflowWrap: 'anywhere' }}>{[a.status, a.error].filter(Boolean).join(': ')}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

type Props = { webhookId: number; deliveryId: number; onClose: () => void }
export default function WebhookDeliveryDialog({ webhookId, deliveryId, onClose }: Props) {
  const q = useQuery(query(getDelivery, { params: { webhookId, deliveryId } }))
  const d = q.data?.data
  return (
    <DialogFrame onClose={onClose} maxWidth="md">
      <DialogHead tools={d && <CopyButton text={d.request} label="request" />}>{d?.kind ?? 'Delivery'}</DialogHead>
      <DialogContent>
        {q.error && <ErrorNotice error={q.error} onRetry={() => void q.refetch()} />}
        {!d && !q.error && <Skeleton variant="rounded" height={320} />}
        {d && (
          <Stack spacing={2}>
            <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
              <DeliveryChip state={d.state} />
              <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                msg_{d.message_id}
              </Typography>
            </Stack>
            <Typography variant="h3">Request</Typography>
            <RawText label="Request" maxHeight={280}>
              {spread(d.request)}
            </RawText>
            <Typography variant="h3">Answer</Typography>
            <RawText label="Answer" maxHeight={160}>
              {d.answer || 'No text'}
            </RawText>
            {d.attempts.length > 0 && <Tries attempts={d.attempts} />}
          </Stack>
        )}
      </DialogContent>
      {d && (
        <DialogActions>
          <ActionButton action={sendDeliveryAgain(webhookId)} target={d} />
        </DialogActions>
      )}
    </DialogFrame>
  )
}
