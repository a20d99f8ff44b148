// The payout status of a transaction with its notes: inputs with U, the button with FA, fixed while the payment
// provider holds the status (D-TXN-3, D-TXN-4).
import { Box, Button, Card, CircularProgress, Stack, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { call, keyOf } from '@wattdesk/wire/call'
import { FormProvider } from 'react-hook-form'
import type { z } from 'zod'
import { useRecordForm } from '../../web/kit/form.tsx'
import { FormNews } from '../../web/kit/form-news.tsx'
import { useAccess, useSession } from '../../web/kit/session.ts'
import { FormSetting } from '../../web/kit/use-field.ts'
import {
  getTransaction,
  listTransactions,
  StatusChange,
  type Transaction,
  transactionRecord,
  updateTransactionStatus,
} from './transaction.contract.ts'
import { isFixedStatus, statusOptions } from './transaction.rules.ts'

type Values = z.input<typeof StatusChange>

type Status = Pick<Transaction, 'transactionId' | 'status' | 'notes'>
const valuesOf = ({ status, notes }: Pick<Status, 'status' | 'notes'>): Values => ({
  status: (status ?? '') as Values['status'],
  notes: notes ?? '',
})

export function StatusForm({ t, tag }: { t: Status; tag: string | undefined }) {
  const { teamId } = useSession()
  const { canUpdate, may } = useAccess('Transaction')
  const cache = useQueryClient()
  const fixed = isFixedStatus(t.status)
  const form = useRecordForm<Values, StatusChange, unknown>({
    schema: StatusChange,
    values: valuesOf(t),
    version: { kind: transactionRecord, recordId: t.transactionId, reader: getTransaction, tag, valuesOf },
    readOnly: !canUpdate || fixed,
    save: (body, sent) => call(updateTransactionStatus, { params: { teamId, id: t.transactionId }, body }, sent),
    onSaved: () => {
      for (const e of [getTransaction, listTransactions]) void cache.invalidateQueries({ queryKey: keyOf(e) })
    },
  })
  const { Select, Multiline } = form.fields
  const maySave = may('FA') && !fixed
  return (
    <Card component="section" aria-label="Status" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography variant="h2" sx={{ mb: 2 }}>
        Status
      </Typography>
      <FormProvider {...form.rhf}>
        <FormSetting value={{ mounted: form.mounted, readOnly: form.readOnly }}>
          <Stack
            component="form"
            aria-label="Payment and payout status"
            noValidate
            spacing={2}
            onSubmit={(e: React.FormEvent) => {
              e.preventDefault()
              if (maySave && !form.isSaving) form.submit()
            }}
          >
            <FormNews form={form} />
            <Select
              name="status"
              label="Status"
              options={statusOptions}
              {...(fixed && { help: 'Set by the payment provider: the status cannot be changed.' })}
            />
            <Multiline
              name="notes"
              label="Notes"
              rows={3}
              help="At most 600 characters, saved together with a status."
            />
            {maySave && (
              <Box>
                <Button
                  type="submit"
                  variant="contained"
                  disabled={form.isSaving}
                  startIcon={form.isSaving && <CircularProgress size={16} color="inherit" aria-hidden />}
                >
                  Update Transaction
                </Button>
              </Box>
            )}
          </Stack>
        </FormSetting>
      </FormProvider>
    </Card>
  )
}
