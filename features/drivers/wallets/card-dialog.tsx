// Sets the free balance of a prepaid card by hand, with a note, and says before what it will be (D-WAL-1).
import { useQueryClient } from '@tanstack/react-query'
import { besideOthers } from '@wattdesk/base/field-checks'
import { CallError, call, keyOf } from '@wattdesk/wire/call'
import { useMemo, useState } from 'react'
import type { z } from 'zod'
import { getTag, listTags, type Tag } from '#fleet/tags/tag.contract.ts'
import { Form, useRecordForm } from '#kit/form.tsx'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import { BalancePreview, changeText } from './balance-preview.parts.tsx'
import { listWalletHistory, updateWallet } from './wallet.contract.ts'
import { LONGEST, MOST_RUPEES, OUTSIDE } from './wallet.words.ts'
import { CardForm } from './wallet-body.contract.ts'

type Values = z.input<typeof CardForm>
const UNCHANGED = 'Please enter another balance than the present one'

type Props = { card: Tag; onClose: () => void }
export default function CardDialog({ card, onClose }: Props) {
  const cache = useQueryClient()
  const { id, balance_amount: balance } = card
  /** The balance by which a save was refused: another one stands by now. */
  const [refusedAt, setRefusedAt] = useState<number>()
  const schema = useMemo(
    () =>
      CardForm.refine(c => c.amount !== balance, { when: besideOthers, path: ['amount'], error: UNCHANGED }).refine(
        c => c.amount <= MOST_RUPEES,
        { when: besideOthers, path: ['amount'], error: OUTSIDE },
      ),
    [balance],
  )
  const form = useRecordForm<Values, z.output<typeof CardForm>, unknown>({
    schema,
    values: { amount: null as unknown as number, note: '' },
    confirm: c => ({ title: `Prepaid card ${card.tag}`, text: changeText(balance, c.amount), yes: 'Save' }),
    save: async body => {
      try {
        return await call(updateWallet, {
          params: { ocppTagId: id },
          body: { ...body, ocppTagId: id, balanceAmount: balance },
        })
      } catch (e) {
        if (e instanceof CallError && e.status === 409) setRefusedAt(balance)
        throw e
      }
    },
    refreshes: [getTag, listTags, listWalletHistory, listRecordAudit],
    onSaved: onClose,
  })
  const { Text, Number: Amount } = form.fields
  return (
    <Form
      in="dialog"
      form={form}
      title={`Balance of ${card.tag}`}
      text={`The amount is the new balance that is free to spend, from 0 to ${MOST_RUPEES} rupees. The note stands in the history of the card.`}
      submit="Save"
      onClose={onClose}
    >
      <Amount name="amount" label="New Balance" unit="₹" required />
      <Text name="note" label="Note" required maxLength={LONGEST.note} autoComplete="off" />
      <BalancePreview
        now={balance}
        {...(refusedAt === balance && { onReload: () => void cache.invalidateQueries({ queryKey: keyOf(getTag) }) })}
      />
    </Form>
  )
}
