// One price group: created, read or changed; with its versions and the history of its changes.
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { SampleSession } from '#charging/price-trials/sample-session.parts.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { later } from '#kit/later.ts'
import { RecordPages, useReadOnly } from '#kit/record-page.tsx'
import { useSession } from '#kit/session.ts'
import { MISSING } from '#money/price-groups/price.words.ts'
import { LIST } from '#money/price-groups/price-group.actions.ts'
import { getPriceGroup, type PriceGroup } from '#money/price-groups/price-group.contract.ts'
import { PriceGroupForm } from '#money/price-groups/price-group-form.parts.tsx'
import { getPaymentDetails } from '#people/teams/team.contract.ts'

const History = later(() => import('#office/audit/history.parts.tsx').then(m => ({ default: m.History })))
const PriceVersions = later(() =>
  import('#money/price-groups/price-versions.parts.tsx').then(m => ({ default: m.PriceVersions })),
)

const usePayment = (teamId: number) =>
  useQuery({ ...query(getPaymentDetails, { params: { teamId } }), enabled: teamId !== 0 })

function NewGroup() {
  const { teamId } = useSession()
  const q = usePayment(teamId)
  const payment = q.data?.data[0]
  return (
    <>
      {q.error && <ErrorNotice error={q.error} onRetry={() => void q.refetch()} />}
      <PriceGroupForm
        readOnly={false}
        payment={payment}
        beside={form => <SampleSession form={form} terms={payment} />}
      />
    </>
  )
}

type StoredGroupProps = { group: PriceGroup; tag: string | undefined; readOnly: boolean }
function StoredGroup({ group, tag, readOnly }: StoredGroupProps) {
  const { transactionPercentByMethod } = usePayment(group.teamId).data?.data[0] ?? {}
  const payment = { ...group, transactionPercentByMethod }
  return (
    <PriceGroupForm
      group={group}
      tag={tag}
      readOnly={readOnly}
      payment={payment}
      beside={form => <SampleSession form={form} terms={payment} group={group} />}
    />
  )
}

export function PriceGroupPage() {
  const { priceGroupId: id } = useParams()
  const readOnly = useReadOnly('PriceGroup')
  return (
    <RecordPages
      id={id}
      list={{ label: 'Price Group', path: LIST }}
      read={priceGroupId => query(getPriceGroup, { params: { priceGroupId } })}
      missing={MISSING}
      title={readOnly ? 'Price Group Details' : 'Edit Price Group'}
      fresh={{ title: 'Create Price Group', children: <NewGroup /> }}
    >
      {({ data: group, tag }) => ({
        name: group.name,
        subtitle: group.team_name,
        children: (
          <>
            <StoredGroup key={id} group={group} tag={tag} readOnly={readOnly} />
            <Suspense>
              <PriceVersions priceGroupId={group.priceGroupId} />
              <History feature="PriceGroup" recordId={group.priceGroupId} />
            </Suspense>
          </>
        ),
      })}
    </RecordPages>
  )
}
