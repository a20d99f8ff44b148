// The form of an RFID tag: to make, change, or read it. Only a new tag is given a balance (D-TAG-3).
import { Box, Typography } from '@mui/material'
import { call } from '@wattdesk/wire/call'
import { useEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import { Form, Section, useRecordForm } from '#kit/form.tsx'
import { recordInputs } from '#kit/record-inputs.tsx'
import { useSession } from '#kit/session.ts'
import { READERS } from './tag.actions.ts'
import { createTag, getTag, type Tag, tagRecord, updateTag } from './tag.contract.ts'
import { tagFields } from './tag.fields.ts'
import type { TagBody } from './tag-body.contract.ts'
import { StateChip } from './tag-cells.tsx'
import { localDay, offeredLimit, schemaOf, stateAfter, type TagValues, valuesOf } from './tag-form.rules.ts'
import { limitText } from './tag-state.rules.ts'

const PREPAID = 'With a balance above 0 the tag is a prepaid card for good: it charges as long as the balance lasts'

const Input = recordInputs(tagFields)

type Props = {
  stored?: Tag
  tag?: string | undefined
  readOnly: boolean
  text?: string
  back: string
  /** The form of a driver waits for the new tag. */
  isWaited?: boolean
}
export function TagForm({ stored, tag, readOnly, text = '', back, isWaited = false }: Props) {
  const { teamId } = useSession()
  const navigate = useNavigate()
  const leave = () => void navigate(back)
  const schema = useMemo(() => schemaOf(stored?.expirydate ?? null), [stored?.expirydate])
  const isToCharge = text !== '' || isWaited
  const blank = useMemo(
    () => ({ ...valuesOf(), tag: text, max_active_trans_count: offeredLimit(isToCharge, 0) }),
    [text, isToCharge],
  )
  const form = useRecordForm<TagValues, TagBody, { data?: { id?: number } }>({
    schema,
    values: stored ? valuesOf(stored) : blank,
    version: stored && { kind: tagRecord, recordId: stored.id, reader: getTag, tag, valuesOf },
    readOnly,
    save: (body, sent) =>
      stored
        ? call(updateTag, { params: { id: stored.id }, body }, sent)
        : call(createTag, { params: { teamId }, body }),
    refreshes: READERS,
    // The form that waits for the new tag is given its number.
    onSaved: ({ data }) =>
      isWaited && data?.id ? void navigate(`${back}${back.includes('?') ? '&' : '?'}made=${data.id}`) : leave(),
  })
  const { Number: Figure } = form.fields
  const values = form.rhf.watch()
  const { max_active_trans_count: most, balance_amount: balance } = values
  // The limit follows the balance of a new tag until somebody sets another one.
  const offered = useRef(offeredLimit(isToCharge, 0))
  const isChosen = useRef(stored !== undefined)
  const { setValue } = form.rhf
  useEffect(() => {
    if (most !== offered.current) isChosen.current = true
    const next = offeredLimit(isToCharge, balance)
    if (isChosen.current || next === offered.current) return
    offered.current = next
    setValue('max_active_trans_count', next)
  }, [isToCharge, balance, most, setValue])
  const limit = limitText(typeof most === 'number' ? most : null)
  return (
    <Form form={form} label="RFID tag" submit="Save Changes" submitting="Saving..." onCancel={leave}>
      <Section title="RFID tag" help="The card or fob that a driver holds to a charger.">
        <Input name="tag" autoComplete="off" />
        <Figure
          name="balance_amount"
          label={tagFields.balance_amount.setting.label}
          unit="₹"
          disabled={stored !== undefined}
          help={
            stored
              ? stored.isPrepaid
                ? 'What is free to spend. It changes by charging, and by hand under Balance.'
                : 'Set when a tag is made.'
              : PREPAID
          }
        />
        <Input name="parenttag" autoComplete="off" help="The ID of the RFID tag whose group this one belongs to" />
        <Input
          name="max_active_trans_count"
          required={false}
          help={limit || '0 blocks the tag, a negative number is without limit'}
        />
        <Input
          name="expirydate"
          type="date"
          min={localDay(new Date())}
          help="Valid until the end of this day; empty: without an end"
        />
        <Box role="group" aria-label="Status">
          <Typography variant="body2" sx={{ fontWeight: 500, mb: 0.75 }}>
            Status
          </Typography>
          <StateChip state={stateAfter(values, new Date(), stored)} />
        </Box>
        <Input name="note" wide rows={2} />
      </Section>
      <Section
        title="At stations of OCPP 2.0.1"
        help="What these stations are told of the tag. Charge points of OCPP 1.6 know none of it: there the tag is valid at every connector."
      >
        <Input name="tokenType" required={false} help="As a reader names it; most cards are ISO14443" />
        <Input
          name="chargingPriority"
          required={false}
          help="From -9 to 9. Where power is short, a station may serve the higher number first"
        />
        <Input
          name="evses"
          autoComplete="off"
          help="The numbers of the EVSEs that the tag may use at each station, such as 1, 2. Empty: all"
        />
      </Section>
    </Form>
  )
}
