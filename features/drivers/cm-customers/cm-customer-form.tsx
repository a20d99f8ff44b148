// The tabs of a customer. General saves names and balance together, and says what the balance will be before it is saved.
import { useQueryClient } from '@tanstack/react-query'
import { besideOthers } from '@wattdesk/base/field-checks'
import { writtenNames } from '@wattdesk/base/record'
import { CallError, call, keyOf } from '@wattdesk/wire/call'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { businessFields } from '#drivers/drivers/driver.fields.ts'
import { BalancePreview, changeText } from '#drivers/wallets/balance-preview.parts.tsx'
import { listWalletHistory, namesRecord, updateWallet } from '#drivers/wallets/wallet.contract.ts'
import { LONGEST, MOST_RUPEES, OUTSIDE } from '#drivers/wallets/wallet.words.ts'
import { WalletForm } from '#drivers/wallets/wallet-body.contract.ts'
import { Section, useRecordForm } from '#kit/form.tsx'
import { recordInputs, recordValues } from '#kit/record-inputs.tsx'
import { TabbedForm } from '#kit/tabbed-form.tsx'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import { type CmCustomer, getCmCustomer, listCmCustomers } from './cm-customer.contract.ts'
import { HistoryTab, MessageTab, TagsTab, UpiTab } from './cm-customer-tabs.tsx'

type Values = z.input<typeof WalletForm>
const LIST = '/cm-customer'
const Input = recordInputs(businessFields)
const valuesOf = (
  c: Pick<CmCustomer, 'firstName' | 'lastName' | 'email' | 'phone' | 'balanceAmount' | keyof typeof businessFields>,
): Values => ({
  firstName: c.firstName,
  lastName: c.lastName,
  email: c.email ?? '',
  phone: c.phone ?? '',
  ...recordValues(businessFields, c),
  amount: c.balanceAmount ?? 0,
  note: '',
})

type Props = { customer: CmCustomer; tag: string | undefined; readOnly: boolean }
export function CmCustomerForm({ customer, tag, readOnly }: Props) {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const { balanceAmount, ocppTagId } = customer
  const values = useMemo(() => valuesOf(customer), [customer])
  /** The balance by which a save was refused: another one stands by now. */
  const [refusedAt, setRefusedAt] = useState<number>()
  // An unchanged balance may lie above the limit (D-WAL-1).
  const schema = useMemo(
    () =>
      WalletForm.refine(w => w.amount === balanceAmount || w.amount <= MOST_RUPEES, {
        when: besideOthers,
        path: ['amount'],
        error: OUTSIDE,
      }),
    [balanceAmount],
  )
  const form = useRecordForm<Values, z.output<typeof WalletForm>, unknown>({
    schema,
    values,
    version: { kind: namesRecord, recordId: customer.id, reader: getCmCustomer, tag, valuesOf },
    readOnly: readOnly || ocppTagId === null,
    confirm: w =>
      w.amount === balanceAmount
        ? undefined
        : { title: `Wallet of ${customer.fullName}`, text: changeText(balanceAmount, w.amount), yes: 'Save' },
    save: async (body, sent) => {
      const id = ocppTagId ?? 0
      const asked = { params: { ocppTagId: id }, body: { ...body, ocppTagId: id, balanceAmount } }
      try {
        return await call(updateWallet, asked, sent)
      } catch (e) {
        if (e instanceof CallError && e.status === 409 && 'amount' in e.errors) setRefusedAt(balanceAmount)
        throw e
      }
    },
    refreshes: [listCmCustomers, getCmCustomer, listWalletHistory, listRecordAudit],
    onSaved: () => void navigate(LIST),
  })
  const { Text, Number: Amount } = form.fields
  return (
    <TabbedForm
      form={form}
      label="Customer"
      submit="Save"
      onCancel={() => void navigate(LIST)}
      items={[
        {
          id: 'general',
          label: 'General',
          fields: ['firstName', 'lastName', 'email', 'phone', ...writtenNames(businessFields), 'amount', 'note'],
          panel: (
            <>
              <Section title="General" help="Either an email or a phone number is needed.">
                <Text name="firstName" label="First Name" required maxLength={LONGEST.name} autoComplete="off" />
                <Text name="lastName" label="Last Name" required maxLength={LONGEST.name} autoComplete="off" />
                <Text name="email" label="Email" type="email" maxLength={LONGEST.email} autoComplete="off" />
                <Text name="phone" label="Phone" type="tel" maxLength={LONGEST.phone} autoComplete="off" />
              </Section>
              <Section
                title="Business"
                help="For a customer who charges for a business: all three stand on the invoices."
              >
                <Input name="gstin" autoComplete="off" />
                <Input name="legalName" autoComplete="off" />
                <Input name="businessAddress" wide autoComplete="off" />
              </Section>
              <Section
                title="Wallet"
                help={`The amount is the new balance that is free to spend, from 0 to ${MOST_RUPEES} rupees. The note stands in the wallet history.`}
              >
                <Amount name="amount" label="Wallet Amount" unit="₹" required />
                <Text name="note" label="Note" required maxLength={LONGEST.note} autoComplete="off" />
                <BalancePreview
                  now={balanceAmount}
                  held={customer.heldAmount}
                  {...(refusedAt === balanceAmount && {
                    onReload: () => void cache.invalidateQueries({ queryKey: keyOf(getCmCustomer) }),
                  })}
                />
              </Section>
            </>
          ),
        },
        { id: 'history', label: 'Wallet History', apart: true, panel: <HistoryTab customer={customer} /> },
        { id: 'tags', label: 'RFID Tags', apart: true, panel: <TagsTab customer={customer} readOnly={readOnly} /> },
        { id: 'upi', label: 'UPI IDs', apart: true, panel: <UpiTab customer={customer} readOnly={readOnly} /> },
        {
          id: 'message',
          label: 'Send Message',
          apart: true,
          panel: <MessageTab customer={customer} readOnly={readOnly} />,
        },
      ]}
    />
  )
}
