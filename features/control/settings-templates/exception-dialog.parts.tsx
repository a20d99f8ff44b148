// A key of a charge point, or all of its keys, is left out of the comparison, with the reason (CAMP-06).
import { call } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import { z } from 'zod'
import { chargerFinder } from '#fleet/chargers/charger-finder.parts.ts'
import { Form, useRecordForm } from '#kit/form.tsx'
import { FoundField } from '#kit/found-field.tsx'
import { useSession } from '#kit/session.ts'
import { EXCEPTION_READS } from './settings-exception.actions.ts'
import { createSettingsException } from './settings-exception.contract.ts'
import { LONGEST_KEY, MOST_REASON } from './settings-template.words.ts'

type Values = { chargepoint_pk: number | null; key: string; reason: string }
const schema = z.object({
  chargepoint_pk: z.number({ error: 'Please choose a charge point' }),
  key: z.string().trim().max(LONGEST_KEY, `Should be ${LONGEST_KEY} characters or less`),
  reason: z.string().trim().min(1, 'Please say why').max(MOST_REASON, `Should be ${MOST_REASON} characters or less`),
})

/** `of`: the charge point and key, where they are known. */
export type ExceptionDialogProps = {
  of?: { chargepoint_pk: number; chargepoint_id: string; key: string } | undefined
  onClose: () => void
}
export function ExceptionDialog({ of, onClose }: ExceptionDialogProps) {
  const { teamId } = useSession()
  const finder = useMemo(() => chargerFinder(teamId), [teamId])
  const form = useRecordForm<Values, z.output<typeof schema>, unknown>({
    schema: schema as unknown as z.ZodType<z.output<typeof schema>, Values>,
    values: { chargepoint_pk: of?.chargepoint_pk ?? null, key: of?.key ?? '', reason: '' },
    save: ({ key, ...body }) =>
      call(createSettingsException, { params: { teamId }, body: { ...body, key: key === '' ? null : key } }),
    refreshes: EXCEPTION_READS,
    onSaved: onClose,
  })
  const { Text, Multiline } = form.fields
  return (
    <Form
      in="dialog"
      form={form}
      title={of ? `Except ${of.key} of ${of.chargepoint_id}` : 'Add exception'}
      text="It is no longer compared, whatever templates or people ask for, until somebody takes the exception back."
      submit="Except"
      onClose={onClose}
    >
      {!of && (
        <>
          <FoundField
            name="chargepoint_pk"
            label="Charge point"
            required
            finder={finder}
            placeholder="Search charge points"
            noOptionsText="No charge point found"
          />
          <Text name="key" label="Key" help="Empty: all keys of the charge point" autoComplete="off" />
        </>
      )}
      <Multiline name="reason" label="Reason" rows={2} required />
    </Form>
  )
}
