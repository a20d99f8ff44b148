// One company: made anew by the platform, read, or changed, with its history.

import { dayOf } from '@wattdesk/base/time'
import { query } from '@wattdesk/wire/call'
import { useParams } from 'react-router'
import { Gone } from '#kit/gone.tsx'
import { later } from '#kit/later.ts'
import { RecordPages } from '#kit/record-page.tsx'
import { useSession } from '#kit/session.ts'
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

const CompanySignIn = later(() =>
  import('#people/single-sign-on/company-sign-in.parts.tsx').then(m => ({ default: m.CompanySignIn })),
)

export function CompanyPage() {
  const { companyId: id } = useParams()
  const { user } = useSession()
  const { canCreate } = usePlatformAccess()
  // The right on the reader's own team, which the route checks, is not enough (D-COMP-1).
  if (id === undefined && !canCreate) return <Gone text="Not Authorized" to={LIST} />
  return (
    <RecordPages
      id={id}
      list={{ label: 'Companies', path: LIST }}
      read={companyId => query(getCompany, { params: { id: companyId } })}
      missing="Company not found"
      title="Company"
      unread={id ?? ''}
      fields={12}
      fresh={{ title: 'Create Company', children: <CompanyForm /> }}
    >
      {({ data: company, tag }) => ({
        name: company.name,
        title: company.name,
        subtitle: <CompanyChip state={companyState(company, dayOf(new Date(), user.businessZone))} />,
        children: (
          <>
            <CompanyForm
              key={id}
              company={company}
              tag={tag}
              belowPayment={props => <GivenUpWebhooks {...props} />}
              signIn={props => <CompanySignIn {...props} />}
            />
            <LaterHistory feature="Company" recordId={company.id} fields={companyAudited} />
          </>
        ),
      })}
    </RecordPages>
  )
}
