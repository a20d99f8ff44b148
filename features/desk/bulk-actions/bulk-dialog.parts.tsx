// The dialog before a bulk action on charge points: their number, the warnings, and the parameters. Nothing is
// requested before the number is known, and never for more than that number (D-BULK-1).
import { Alert, Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { CallError, call, query } from '@wattdesk/wire/call'
import type { Args } from '@wattdesk/wire/endpoint'
import { type ComponentType, useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import type { Chosen } from '#kit/choice.ts'
import { ErrorNotice } from '#kit/error.tsx'
import { FieldGrid, Form, useRecordForm } from '#kit/form.tsx'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import {
  type BulkAction,
  countChosen,
  createBulkAction,
  listBulkActions,
  MOST_CHOSEN,
  TOO_MANY,
} from './bulk-action.contract.ts'
import { foreknown, kindWords, pointsText } from './bulk-action.rules.ts'
import { type BulkKind, bulkFormParameters } from './bulk-action-body.contract.ts'

export type BulkDialogProps = {
  teamId: number
  chosen: Chosen
  /** The choice as the server reads it, where the list is not that of charge points. Keep it steady. */
  sentAs?: (chosen: Chosen) => Sent
  kind: BulkKind
  /** The effect of the action on each charge point, in a sentence. */
  help: string
  /** The button's word, before the number. */
  verb: string
  isDestructive?: boolean
  initial: Record<string, unknown>
  Fields: ComponentType<{ teamId: number }>
  onClose: () => void
}
type Values = { parameters: Record<string, string> }
type Checked = { parameters: Record<string, unknown> }

export type Sent = Args<typeof countChosen>['body']['chosen']
/** The choice as the server reads it: the query is that of the list. */
const sentOfChargers = (c: Chosen): Sent =>
  c.kind === 'rows'
    ? { ids: c.rows.map(r => Number(r.id)) }
    : { matching: { ...(c.query as Sent['matching']), except: c.except.map(r => Number(r.id)) } }

/** Also where the portal is reached without TLS, and so has no `randomUUID`. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), b => b.toString(16).padStart(2, '0')).join('')

export function BulkDialog({ teamId, chosen, kind, help, verb, isDestructive = false, ...rest }: BulkDialogProps) {
  const { initial, Fields, onClose, sentAs: sentOf = sentOfChargers } = rest
  const navigate = useNavigate()
  // One key for the dialog, so that a second press requests the same bulk action.
  const [requestKey] = useState(newKey)
  const counted = useQuery({
    ...query(countChosen, { params: { teamId }, body: { chosen: sentOf(chosen) } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnMount: 'always',
  })
  const known = counted.data?.data
  const count = known?.count ?? 0
  const isFit = count > 0 && count <= MOST_CHOSEN
  const form = useRecordForm<Values, Checked, BulkAction>({
    schema: z.object({ parameters: bulkFormParameters[kind] }) as unknown as z.ZodType<Checked, Values>,
    values: { parameters: initial as Values['parameters'] },
    guard: false,
    save: async v => {
      const act = { kind, ...v } as { kind: 'Reset'; parameters: { resetType: 'SOFT' } }
      const body = { requestKey, confirmed: count, chosen: sentOf(chosen), ...act }
      try {
        return (await call(createBulkAction, { params: { teamId }, body })).data
      } catch (error) {
        // More charge points than the user was shown: the new number appears above before the request can be sent
        // again.
        if (error instanceof CallError && error.status === 409) void counted.refetch()
        throw error
      }
    },
    refreshes: [listBulkActions],
    onSaved: a => {
      onClose()
      void navigate(`/charger/actions/${a.id}`)
    },
  })
  return (
    <Form
      in="dialog"
      form={form}
      title={known ? `${kindWords(kind)} of ${pointsText(count)}` : kindWords(kind)}
      label={kindWords(kind)}
      text={help}
      submit={`${verb} ${known ? pointsText(count) : ''}`.trim()}
      submitting="Sending"
      destructive={isDestructive}
      bar={isFit && !counted.isFetching}
      onClose={onClose}
    >
      {counted.error && <ErrorNotice error={counted.error} onRetry={() => void counted.refetch()} />}
      {counted.isPending && <BlockSkeleton height={48} />}
      {known && (
        <Box>
          {known.first.length > 0 && (
            <Typography sx={{ overflowWrap: 'anywhere' }}>
              {known.first.join(', ')}
              {count > known.first.length && ` and ${(count - known.first.length).toLocaleString('en-IN')} more`}
            </Typography>
          )}
          {foreknown(kind, known).map(text => (
            <Alert key={text} severity="warning" sx={{ mt: 1 }}>
              {text}
            </Alert>
          ))}
          {count > MOST_CHOSEN && <Alert severity="error">{TOO_MANY}</Alert>}
        </Box>
      )}
      <FieldGrid>
        <Fields teamId={teamId} />
      </FieldGrid>
    </Form>
  )
}
