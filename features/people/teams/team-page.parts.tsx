// One team: made anew, read, or changed, with its members, payouts and history.

import { Chip } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { CallError, query } from '@wattdesk/wire/call'
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { ErrorNotice } from '#kit/error.tsx'
import { Gone } from '#kit/gone.tsx'
import { later } from '#kit/later.ts'
import { Page } from '#kit/page.tsx'
import { useAccess } from '#kit/session.ts'
import { FormSkeleton } from '#kit/skeleton.tsx'
import { StatusChip } from '#kit/status-chip.tsx'
import { useTab } from '#kit/tabs.tsx'
import { SupplierNotice } from './supplier-notice.parts.tsx'
import { getTeam, type Team } from './team.contract.ts'
import { teamAudited } from './team-audit.words.ts'
import { TeamForm } from './team-form.tsx'

// Below the form, and opened seldom: they come while the form is read.
const History = later(() => import('#office/audit/history.parts.tsx').then(m => ({ default: m.History })))
const ManageUsersDialog = later(() => import('./manage-users-dialog.tsx'))

const LIST = '/team'
const crumbs = (label: string) => [{ label: 'Teams', to: LIST }, { label }]

/** The tabs of the form, in order. Finance and payout accounts are not there for everyone. */
const TABS = ['general', 'accounts', 'address', 'members', 'finance', 'payout']
/** The part of the record whose history is shown below a tab; tabs not named here change nothing. */
const HISTORIES: Readonly<Record<string, ComponentProps<typeof History>['part'] | 'record'>> = {
  general: 'record',
  address: 'record',
  members: 'members',
  finance: 'finance',
  accounts: 'accounts',
}
function TeamHistory({ team }: { team: Team }) {
  const [tab] = useTab(team.payoutAccounts ? TABS : TABS.filter(id => id !== 'finance' && id !== 'accounts'))
  const part = HISTORIES[tab]
  if (!part) return null
  return (
    <History
      key={part}
      feature="Team"
      recordId={team.teamId}
      fields={teamAudited}
      {...(part !== 'record' && { part })}
    />
  )
}

/** `payouts`: the content of the Payout tab of a stored team. */
type Beside = { payouts?: (team: Team) => ReactNode }
function Existing({ id, payouts }: Beside & { id: string }) {
  const { canUpdate } = useAccess('Team')
  const [params] = useSearchParams()
  const [isManaging, setManaging] = useState(false)
  const isId = /^[1-9]\d{0,9}$/.test(id) && Number(id) <= 2_147_483_647
  const q = useQuery({
    ...query(getTeam, { params: { teamId: Number(id) } }),
    enabled: isId,
  })
  const status = q.error instanceof CallError ? q.error.status : undefined
  if (!isId || status === 404) return <Gone text="Team not found" to={LIST} />
  if (status === 403) return <Gone text="Not Authorized" to={LIST} />
  const team = q.data?.data
  // The server gives the payout accounts to finance admins of this team alone.
  const financeOnly = !canUpdate && team?.payoutAccounts !== undefined
  const readOnly = (!canUpdate && !financeOnly) || params.get('mode') === 'view'
  const title = readOnly ? 'Team Details' : 'Edit Team Details'
  if (!team)
    return (
      <Page title={title} crumbs={crumbs('…')}>
        {q.error ? <ErrorNotice error={q.error} onRetry={() => void q.refetch()} /> : <FormSkeleton />}
      </Page>
    )
  return (
    <Page
      title={title}
      crumbs={crumbs(team.name)}
      subtitle={
        <>
          <StatusChip kind="record" value={team.active} /> {team.name}
          {team.companyType !== 'C' && <Chip size="small" label="Company" sx={{ ml: 1 }} />}
        </>
      }
    >
      <SupplierNotice teamId={team.teamId} />
      <TeamForm
        key={team.teamId}
        team={team}
        tag={q.data?.tag}
        readOnly={readOnly}
        financeOnly={financeOnly}
        onManage={() => setManaging(true)}
        payouts={payouts?.(team)}
      />
      <Suspense>
        <TeamHistory team={team} />
      </Suspense>
      {isManaging && (
        <Suspense>
          <ManageUsersDialog team={team} onClose={() => setManaging(false)} />
        </Suspense>
      )}
    </Page>
  )
}

export function TeamPage({ payouts }: Beside) {
  const { id } = useParams()
  if (id) return <Existing id={id} {...(payouts && { payouts })} />
  return (
    <Page title="Create Team" crumbs={crumbs('New')}>
      <TeamForm readOnly={false} onManage={() => undefined} />
    </Page>
  )
}
