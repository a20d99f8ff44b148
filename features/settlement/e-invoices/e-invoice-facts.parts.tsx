// What a document shows of its registration at the portal: state, number, acknowledgement, QR code, and why it is not registered.
import { Alert, Box, Stack, Typography } from '@mui/material'
import { Suspense } from 'react'
import { DetailList } from '#kit/detail-list.tsx'
import { later } from '#kit/later.ts'
import { ToneChip } from '#kit/status-chip.tsx'
import type { EInvoice } from './e-invoice.contract.ts'
import { isLeft, stateText } from './e-invoice.words.ts'

const QrCode = later(() => import('#kit/qr-code.tsx'))
const TONES = { waiting: 'neutral', registered: 'success', failed: 'fault', cancelled: 'warning' } as const
export const EInvoiceChip = (of: Pick<EInvoice, 'state' | 'irn'>) => (
  <ToneChip tone={TONES[of.state]} label={stateText(of)} />
)

type Props = { of: EInvoice; facts: readonly (readonly [label: string, value: string | null])[] }
export function EInvoiceFacts({ of, facts }: Props) {
  return (
    <Box sx={{ mt: 3 }}>
      <Stack direction="row" useFlexGap sx={{ gap: 1.5, alignItems: 'center', mb: 1 }}>
        <Typography variant="h3">E-invoice</Typography>
        <EInvoiceChip state={of.state} irn={of.irn} />
      </Stack>
      {of.fault && (
        <Alert
          severity={of.state === 'failed' ? 'error' : isLeft(of) ? 'warning' : 'info'}
          data-noprint
          sx={{ mb: 1.5 }}
        >
          {of.fault}
        </Alert>
      )}
      {of.irn && (
        <Stack
          direction={{ xs: 'column', sm: 'row' }}
          useFlexGap
          sx={{ gap: 3, alignItems: 'flex-start', '& dd': { overflowWrap: 'anywhere' } }}
        >
          {of.qr && (
            <Box sx={{ flexShrink: 0 }}>
              <Suspense fallback={<Box sx={{ width: 320, height: 320 }} />}>
                <QrCode text={of.qr} label="QR code that the portal has signed" />
              </Suspense>
            </Box>
          )}
          <Box sx={{ flexGrow: 1, minWidth: 0 }}>
            <DetailList items={facts.map(([label, value]) => ({ label, value }))} />
          </Box>
        </Stack>
      )}
    </Box>
  )
}
