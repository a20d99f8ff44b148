// One price group: created, read or changed; with its versions and the history of its changes.
import { useQuery } from '@tanstack/react-query'
import { CallError, query } from '@wattdesk/wire/call'
import { Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { SampleSession } from '#charging/price-trials/sample-session.parts.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { Gone } from '#kit/gone.tsx'
import { later } from '#kit/later.ts'
import { Page } from '#kit/page.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { FormSkeleton } from '#kit/skeleton.tsx'
import { MISSING } from '#money/price-groups/price.words.ts'
import { LIST } from '#money/price-groups/price-group.actions.ts'
import { getPriceGroup } from '#money/price-groups/price-group.contract.ts'
import { PriceGroupForm } from '#money/price-groups/price-group-form.parts.tsx'
import { getPaymentDetails } from '#people/teams/team.contract.ts'

const History = later(() => import('#office/audit/history.parts.tsx').then(m => ({ default: m.History })))
const PriceVersions = later(() =>
  import('#money/price-groups/price-versions.parts.tsx').then(m => ({ default: m.PriceVersions })),
)

const crumbs = (label: string) => [{ label: 'Price Group', to: LIST }, { label }]

function Existing({ id }: { id: string }) {
  const { canUpdate } = useAccess('PriceGroup')
  const [params] = useSearchParams()
  const isId = /^[1-9]\d{0,9}$/.test(id) && Number(id) <= 2_147_483_647
  const q = useQuery({ ...query(getPriceGroup, { params: { priceGroupId: Number(id) } }), enabled: isId })
  const status = q.error instanceof CallError ? q.error.status : undefined
  if (!isId || status === 404) return <Gone text={MISSING} to={LIST} />
  if (status === 403) return <Gone text="Not Authorized" to={LIST} />
  const readOnly = !canUpdate || params.get('mode') === 'view'
  const title = readOnly ? 'Price Group Details' : 'Edit Price Group'
  if (!q.data)
    return (
      <Page title={title} crumbs={crumbs('…')}>
        {q.error ? <ErrorNotice error={q.error} onRetry={() => void q.refetch()} /> : <FormSkeleton />}
      </Page>
    )
  const group = q.data.data
  return (
    <Page title={title} crumbs={crumbs(group.name)} subtitle={group.team_name}>
      <PriceGroupForm
        key={id}
        group={group}
        tag={q.data.tag}
        readOnly={readOnly}
        payment={group}
        beside={form => <SampleSession form={form} terms={group} group={group} />}
      />
      <Suspense>
        <PriceVersions priceGroupId={group.priceGroupId} />
        <History feature="PriceGroup" recordId={group.priceGroupId} />
      </Suspense>
    </Page>
  )
}

function NewGroup() {
  const { teamId } = useSession()
  const q = useQuery({ ...query(getPaymentDetails, { params: { teamId } }), enabled: teamId !== 0 })
  const payment = q.data?.data[0]
  return (
    <Page title="Create Price Group" crumbs={crumbs('New')}>
      {q.error && <ErrorNotice error={q.error} onRetry={() => void q.refetch()} />}
      <PriceGroupForm
        readOnly={false}
        payment={payment}
        beside={form => <SampleSession form={form} terms={payment} />}
      />
    </Page>
  )
}

export function PriceGroupPage() {
  const { priceGroupId } = useParams()
  return priceGroupId === undefined ? <NewGroup /> : <Existing id={priceGroupId} />
}
