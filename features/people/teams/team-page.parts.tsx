// One team: made anew, read, or changed, with its members, payouts and history.

import { Chip } from '@mui/material'
import { query } from '@wattdesk/wire/call'
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { later } from '#kit/later.ts'
import { RecordPages, useReadOnly } from '#kit/record-page.tsx'
import { useAccess } from '#kit/session.ts'
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
export function TeamPage({ payouts }: { payouts?: (team: Team) => ReactNode }) {
  const { id } = useParams()
  const { canUpdate } = useAccess('Team')
  const readOnly = useReadOnly('Team')
  const [params] = useSearchParams()
  const [isManaging, setManaging] = useState(false)
  const titleOf = (isShown: boolean) => (isShown ? 'Team Details' : 'Edit Team Details')
  return (
    <RecordPages
      id={id}
      list={{ label: 'Teams', path: LIST }}
      read={teamId => query(getTeam, { params: { teamId } })}
      missing="Team not found"
      title={titleOf(readOnly)}
      fresh={{ title: 'Create Team', children: <TeamForm readOnly={false} onManage={() => undefined} /> }}
    >
      {({ data: team, tag }) => {
        // The server gives the payout accounts to finance admins of this team alone.
        const financeOnly = !canUpdate && team.payoutAccounts !== undefined
        const isShown = (!canUpdate && !financeOnly) || params.get('mode') === 'view'
        return {
          name: team.name,
          title: titleOf(isShown),
          subtitle: (
            <>
              <StatusChip kind="record" value={team.active} /> {team.name}
              {team.companyType !== 'C' && <Chip size="small" label="Company" sx={{ ml: 1 }} />}
              {' · Team number '}
              {team.teamId}
            </>
          ),
          children: (
            <>
              <SupplierNotice teamId={team.teamId} />
              <TeamForm
                key={team.teamId}
                team={team}
                tag={tag}
                readOnly={isShown}
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
            </>
          ),
        }
      }}
    </RecordPages>
  )
}
