// The form of a company. What only the platform changes is off for everyone else and says so.
import { Box } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { CallError, call, query } from '@wattdesk/wire/call'
import { Suspense } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { Form, type RecordForm, Section, useRecordForm } from '../../web/kit/form.tsx'
import { later } from '../../web/kit/later.ts'
import { useAccess, useSession } from '../../web/kit/session.ts'
import { BlockSkeleton } from '../../web/kit/skeleton.tsx'
import { brandOf } from '../brand/brand.rules.ts'
import { listPaymentGateways } from '../reference/reference.contract.ts'
import {
  type Company,
  CompanyBody,
  CURRENCIES,
  companyRecord,
  createCompany,
  getCompany,
  listCompanies,
  updateCompany,
} from './company.contract.ts'
import { CompanyAccounts } from './company-accounts.tsx'
import { CompanyDomain } from './company-domain.tsx'
import { blank, type Values, valuesOf } from './company-form.rules.ts'
import { usePlatformAccess } from './company-parts.tsx'

// Far down the page: loaded after the rest of it stands.
const AddressFields = later(() => import('../../web/kit/address-fields.tsx').then(m => ({ default: m.AddressFields })))

const whole = (
  <Box sx={{ gridColumn: '1 / -1' }}>
    <BlockSkeleton height={760} />
  </Box>
)

export const LIST = '/company'
const FAILED = 'Failed to save company'
const choice = <V extends string | number>(value: V, label: string) => ({ value, label })

/** What the server refuses it gives a reason for; of anything else only that it failed is certain. */
async function saved<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (e) {
    const status = e instanceof CallError ? e.status : 0
    throw status >= 400 && status < 500 ? e : new CallError(status, FAILED)
  }
}

type PartProps = { form: RecordForm<Values> }
function General({ form, company }: PartProps & { company: Company | undefined }) {
  const platform = usePlatformAccess()
  const { Text, Select, Multiline } = form.fields
  const isNew = company === undefined
  const ofPlatform = !isNew && !platform.canUpdate && { disabled: true, help: 'Set by the platform.' }
  return (
    <Section title="General" help="Who the company is, and its first user.">
      <Text name="name" label="Name" required />
      <Select
        name="subscriptionId"
        label="Subscription"
        options={[choice(1, 'Basic'), choice(2, brandOf(location.host).planName)]}
        {...ofPlatform}
      />
      <Text
        name="rootUser"
        label="Root User"
        required
        autoComplete="off"
        {...(company?.rootUser
          ? { disabled: true, help: 'Made with the company.' }
          : { help: 'The user name of the company’s first administrator.' })}
      />
      <Text
        name="emailId"
        label="Email ID"
        type="email"
        required
        autoComplete="off"
        {...(isNew && { help: 'Receives the link for the first password.' })}
      />
      <Select
        name="active"
        label="Status"
        required
        options={[choice('Y', 'Active'), choice('N', 'Inactive')]}
        {...ofPlatform}
      />
      <Text
        name="validUntil"
        label="Valid Until"
        type="date"
        {...(ofPlatform || { help: 'The last day on which its users may sign in. Chargers keep working.' })}
      />
      <Multiline name="comments" label="Comments" rows={2} wide />
    </Section>
  )
}

function Payment({ form }: PartProps) {
  const gateways = useQuery(query(listPaymentGateways, {}))
  const { Text, Select, Number: Figure } = form.fields
  return (
    <Section title="Payment" help="Taken over by the company’s teams that have no finance settings of their own.">
      <Select
        name="paymentGatewayId"
        label="Payment Gateway"
        required
        placeholder="Select a payment gateway"
        options={(gateways.data?.data ?? []).map(g => choice(g.payment_gateway_id, g.name))}
        {...(gateways.error && { help: 'The payment gateways could not be loaded.' })}
      />
      <Text name="paymentGatewayDetailsId" label="Payment Gateway Details ID" />
      <Select name="paymentCurrency" label="Currency" required options={CURRENCIES.map(c => choice(c, c))} />
      <Select
        name="paymentConfirmationNo"
        label="Payment Confirmation"
        options={[choice('card', 'Card'), choice('upi', 'UPI'), choice('cash', 'Cash')]}
      />
      <Figure name="taxPercent" label="Tax Percent" unit="%" required />
      <Figure name="transactionPercent" label="Transaction Percent" unit="%" required />
    </Section>
  )
}

function Protocol({ form }: PartProps) {
  const { Text, Select } = form.fields
  const isOcpi = form.rhf.watch('companyProtocolType') === 'ocpi'
  return (
    <Section title="Protocol">
      <Select
        name="companyProtocolType"
        label="Protocol"
        required
        options={[choice('ocpp', 'OCPP'), choice('ocpi', 'OCPI')]}
      />
      {isOcpi && (
        <>
          <Text name="token" label="Token" required autoComplete="off" />
          <Text name="endpoint" label="Endpoint" type="url" required placeholder="https://" />
          <Text name="partyId" label="Party ID" required />
        </>
      )}
    </Section>
  )
}

export function CompanyForm({ company, tag }: { company?: Company; tag?: string | undefined }) {
  const { teamId } = useSession()
  const { canUpdate } = useAccess('Company')
  const finance = useAccess('Finance')
  const navigate = useNavigate()
  const back = () => void navigate(LIST)
  const form = useRecordForm<Values, CompanyBody, unknown>({
    // A figure that is not there yet is the schema's to refuse.
    schema: CompanyBody as unknown as z.ZodType<CompanyBody, Values>,
    values: company ? valuesOf(company) : blank(finance.may('FA')),
    version: company && { kind: companyRecord, recordId: company.id, reader: getCompany, tag, valuesOf },
    readOnly: company !== undefined && !canUpdate,
    save: (body, sent) =>
      saved<unknown>(
        company
          ? call(updateCompany, { params: { id: company.id }, body }, sent)
          : call(createCompany, { query: { teamId }, body }),
      ),
    refreshes: [listCompanies, getCompany],
    onSaved: back,
  })
  return (
    <Form form={form} label="Company" submit="Save" submitting="Saving..." onCancel={back}>
      <General form={form} company={company} />
      <CompanyDomain form={form} />
      <Protocol form={form} />
      <Payment form={form} />
      <Section title="Address">
        <Suspense fallback={whole}>
          <AddressFields name="address" optional />
        </Suspense>
      </Section>
      {(company ? company.payoutAccounts !== undefined : finance.may('FA')) && <CompanyAccounts form={form} />}
    </Form>
  )
}
