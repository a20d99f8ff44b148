// The form of a company, on tabs like that of a team. Fields that only the platform may change are disabled for
// everyone else, with a note.
import { Box } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { CallError, call, query } from '@wattdesk/wire/call'
import { type ReactNode, useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { type RecordForm, Section, useRecordForm } from '#kit/form.tsx'
import { later } from '#kit/later.ts'
import { reasonOf } from '#kit/notices.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { type FormTab, TabbedForm } from '#kit/tabbed-form.tsx'
import { useWayBack } from '#kit/way-back.ts'
import { RupeesNotice } from '#money/price-groups/rupees-notice.parts.tsx'
import { brandOf } from '#office/brand/brand.rules.ts'
import { KeptMails } from '#office/installation/kept-mails.parts.tsx'
import { listPaymentGateways } from '#office/reference/reference.contract.ts'
import {
  type Company,
  companyRecord,
  createCompany,
  getCompany,
  listCompanies,
  updateCompany,
} from './company.contract.ts'
import { COST_SECONDS, CompanyBody, CURRENCIES, companyPart, OCPI_FIELDS } from './company-body.contract.ts'
import { blank, type Values, valuesOf } from './company-form.rules.ts'
import { usePlatformAccess } from './company-parts.tsx'

// Behind the first tab: they come while that is read.
const AddressFields = later(() =>
  import('#office/geo/address-fields.parts.tsx').then(m => ({ default: m.AddressFields })),
)
const CompanyAccounts = later(() => import('./company-accounts.tsx').then(m => ({ default: m.CompanyAccounts })))
const CompanyDomain = later(() => import('./company-domain.tsx').then(m => ({ default: m.CompanyDomain })))

const CompanyWords = later(() => import('./company-words.tsx').then(m => ({ default: m.CompanyWords })))
const ProviderSection = later(() =>
  import('#money/payment-provider/provider-section.parts.tsx').then(m => ({ default: m.ProviderSection })),
)

/** Fields that are judged and sent together. */
const DOMAIN_FIELDS = ['domain', 'provider'] as const
const parts = { of: companyPart, together: [OCPI_FIELDS, DOMAIN_FIELDS] }

export const LIST = '/company'
const FAILED = 'Failed to save company'
const choice = <V extends string | number>(value: V, label: string) => ({ value, label })

/** A refusal names its fields itself; any other failure is named as a failed save, with its reason where one is known. */
async function saved<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (e) {
    const status = e instanceof CallError ? e.status : 0
    if ((status >= 400 && status < 500) || (e instanceof CallError && e.endsSession)) throw e
    const reason = reasonOf(e)
    throw new CallError(status, reason ? `${FAILED}: ${reason}` : FAILED)
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
          : {
              help: isNew
                ? 'The user name of the company’s first administrator.'
                : 'The user name of its administrator, yours where that is you. No user is made.',
            })}
      />
      <Text
        name="emailId"
        label="Email ID"
        type="email"
        required
        autoComplete="off"
        {...(isNew && { help: 'Receives the link for the first password.' })}
      />
      {isNew && <KeptMails />}
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
  const currency = form.rhf.watch('paymentCurrency')
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
      <Figure
        name="transactionPercent"
        label="Transaction Percent"
        unit="%"
        required
        help="What the payment provider takes, as 2.36; drivers pay it on top where a team’s finance settings say nothing else."
      />
      <Box sx={{ gridColumn: '1 / -1' }}>
        <RupeesNotice currency={currency} />
      </Box>
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

function Displays({ form }: PartProps) {
  const { Select, Number: Figure } = form.fields
  return (
    <Section
      title="Displays of charge points"
      help="What charge points that speak OCPP 2.0.1 show to drivers. Others know neither."
    >
      <Select
        name="showsTariff"
        label="Price before the start"
        options={[choice('Y', 'Shown'), choice('N', 'Not shown')]}
        help="In the language of the driver, where it is known."
      />
      <Figure
        name="runningCostSec"
        label="Running Cost Every"
        unit="s"
        help={`0: never. Else ${COST_SECONDS.least} to ${COST_SECONDS.most} seconds, and only where the cost has changed.`}
      />
    </Section>
  )
}

type CompanyFormProps = {
  company?: Company
  tag?: string | undefined
  /** A part below the fields of the Payment tab of a company that exists. */
  belowPayment?: (props: { companyId: number; mayChange: boolean }) => ReactNode
  /** The tab Sign-in of a company that exists, with forms of its own. */
  signIn?: (props: { companyId: number }) => ReactNode
}
export function CompanyForm({ company, tag, belowPayment, signIn }: CompanyFormProps) {
  const { teamId } = useSession()
  const { canUpdate } = useAccess('Company')
  const finance = useAccess('Finance')
  // The server leaves the accounts out for anybody who is not finance admin of this company.
  const isFinance = company ? company.payoutAccounts !== undefined : finance.may('FA')
  const navigate = useNavigate()
  const whereTo = useWayBack(LIST)
  const back = () => void navigate(whereTo)
  const values = useMemo(() => (company ? valuesOf(company) : blank(isFinance)), [company, isFinance])
  const form = useRecordForm<Values, CompanyBody, unknown>({
    // A figure that is not there yet is the schema's to refuse.
    schema: CompanyBody as unknown as z.ZodType<CompanyBody, Values>,
    ...(company && { parts }),
    values,
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
  const tabs: FormTab[] = [
    {
      id: 'general',
      label: 'General',
      fields: ['name', 'subscriptionId', 'rootUser', 'emailId', 'active', 'validUntil', 'comments', ...OCPI_FIELDS],
      panel: (
        <>
          <General form={form} company={company} />
          <Protocol form={form} />
        </>
      ),
    },
    { id: 'domain', label: 'Domain', fields: DOMAIN_FIELDS, panel: <CompanyDomain form={form} /> },
    {
      id: 'payment',
      label: 'Payment',
      fields: [
        'paymentGatewayId',
        'paymentGatewayDetailsId',
        'paymentCurrency',
        'paymentConfirmationNo',
        'taxPercent',
        'transactionPercent',
        'showsTariff',
        'runningCostSec',
      ],
      panel: (
        <>
          <Payment form={form} />
          <Displays form={form} />
          {company && <ProviderSection companyId={company.id} mayChange={canUpdate && isFinance} />}
          {company && belowPayment?.({ companyId: company.id, mayChange: canUpdate && isFinance })}
        </>
      ),
    },
    {
      id: 'address',
      label: 'Address',
      fields: ['address'],
      panel: (
        <Section title="Address" help="Search, choose the point on the map, or type.">
          <AddressFields name="address" optional />
        </Section>
      ),
    },
    { id: 'words', label: 'Menu words', fields: ['menuWords'], panel: <CompanyWords form={form} /> },
    {
      id: 'accounts',
      label: 'Payout Accounts',
      fields: ['payoutAccounts'],
      hidden: !isFinance,
      panel: <CompanyAccounts form={form} />,
    },
    {
      id: 'sign-in',
      label: 'Sign-in',
      hidden: !company || !signIn,
      apart: true,
      panel: company && signIn?.({ companyId: company.id }),
    },
  ]
  return <TabbedForm form={form} label="Company" submit="Save" submitting="Saving..." onCancel={back} items={tabs} />
}
