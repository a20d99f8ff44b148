// One company: made anew by the platform, read, or changed, with its history.

import { useQuery } from '@tanstack/react-query'
import { dayOf } from '@wattdesk/base/time'
import { CallError, query } from '@wattdesk/wire/call'
import { useParams } from 'react-router'
import { ErrorNotice } from '#kit/error.tsx'
import { Gone } from '#kit/gone.tsx'
import { later } from '#kit/later.ts'
import { Page } from '#kit/page.tsx'
import { useSession } from '#kit/session.ts'
import { FormSkeleton } from '#kit/skeleton.tsx'
import { LaterHistory } from '#office/audit/later-history.parts.tsx'
import { getCompany } from '#people/companies/company.contract.ts'
import { companyState } from '#people/companies/company.rules.ts'
import { companyAudited } from '#people/companies/company-audit.words.ts'
import { CompanyForm, LIST } from '#people/companies/company-form.tsx'
import { CompanyChip, usePlatformAccess } from '#people/companies/company-parts.tsx'

// Below the form: loaded while the form is read.

const GivenUpWebhooks = later(() =>
  import('#settlement/payments/given-up-webhooks.parts.tsx').then(m => ({ default: m.GivenUpWebhooks })),
)

const crumbs = (label: string) => [{ label: 'Companies', to: LIST }, { label }]

function Existing({ id }: { id: string }) {
  const { user } = useSession()
  const isId = /^[1-9]\d{0,9}$/.test(id) && Number(id) <= 2_147_483_647
  const q = useQuery({ ...query(getCompany, { params: { id: Number(id) } }), enabled: isId })
  const status = q.error instanceof CallError ? q.error.status : undefined
  if (!isId || status === 404) return <Gone text="Company not found" to={LIST} />
  if (status === 403) return <Gone text="Not Authorized" to={LIST} />
  if (!q.data)
    return (
      <Page title="Company" crumbs={crumbs(id)}>
        {q.error ? <ErrorNotice error={q.error} onRetry={() => void q.refetch()} /> : <FormSkeleton fields={12} />}
      </Page>
    )
  const company = q.data.data
  const state = companyState(company, dayOf(new Date(), user.businessZone))
  return (
    <Page title={company.name} crumbs={crumbs(company.name)} subtitle={<CompanyChip state={state} />}>
      <CompanyForm key={id} company={company} tag={q.data.tag} belowPayment={props => <GivenUpWebhooks {...props} />} />
      <LaterHistory feature="Company" recordId={company.id} fields={companyAudited} />
    </Page>
  )
}

export function CompanyPage() {
  const { companyId } = useParams()
  const { canCreate } = usePlatformAccess()
  if (companyId !== undefined) return <Existing id={companyId} />
  // The right on the reader's own team, which the route checks, is not enough (D-COMP-1).
  if (!canCreate) return <Gone text="Not Authorized" to={LIST} />
  return (
    <Page title="Create Company" crumbs={crumbs('New')}>
      <CompanyForm />
    </Page>
  )
}
