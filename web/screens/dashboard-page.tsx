// The dashboard: a welcome, and the live status of the stations. Each panel fails and loads alone.
import Groups from '@mui/icons-material/GroupsOutlined'
import { Card, Typography } from '@mui/material'
import { Suspense } from 'react'
import { EmptyFrame } from '../kit/empty-frame.tsx'
import { Boundary } from '../kit/error.tsx'
import { later } from '../kit/later.ts'
import { Page } from '../kit/page.tsx'
import { PartFallback } from '../kit/part-missing.tsx'
import { useSession } from '../kit/session.ts'
import { BlockSkeleton } from '../kit/skeleton.tsx'

const LiveStatusPanel = later(() =>
  import('../../features/live-status/live-status-panel.tsx').then(m => ({ default: m.LiveStatusPanel })),
)

export function DashboardPage() {
  const { user, teamId, teamName } = useSession()
  return (
    <Page
      title={`Welcome back, ${user.name}! Here's your charging network overview.`}
      subtitle={<Typography>{teamName}</Typography>}
    >
      {teamId === 0 && (
        <Card>
          <EmptyFrame
            icon={Groups}
            title="You have no role in any team"
            text={`Everything in the portal belongs to a team. Ask an administrator of ${teamName} for a role.`}
          />
        </Card>
      )}
      <Boundary>
        <Suspense
          fallback={
            <PartFallback>
              <BlockSkeleton height={420} />
            </PartFallback>
          }
        >
          {teamId !== 0 && <LiveStatusPanel />}
        </Suspense>
      </Boundary>
    </Page>
  )
}
