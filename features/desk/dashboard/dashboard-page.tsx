// The dashboard: a welcome, and its panels, which load after the frame.
import Groups from '@mui/icons-material/GroupsOutlined'
import { Card, Typography } from '@mui/material'
import { Suspense } from 'react'
import { EmptyFrame } from '#kit/empty-frame.tsx'
import { Boundary } from '#kit/error.tsx'
import { later } from '#kit/later.ts'
import { Page } from '#kit/page.tsx'
import { PartFallback } from '#kit/part-missing.tsx'
import { useSession } from '#kit/session.ts'
import { BlockSkeleton } from '#kit/skeleton.tsx'

const DashboardPanels = later(() => import('./dashboard-panels.tsx').then(m => ({ default: m.DashboardPanels })))

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
          {teamId !== 0 && <DashboardPanels />}
        </Suspense>
      </Boundary>
    </Page>
  )
}
