// The dashboard: a welcome, and the live status of the stations. Each panel fails and loads alone.
import { Typography } from '@mui/material'
import { Suspense } from 'react'
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
  const { user, teamName } = useSession()
  return (
    <Page
      title={`Welcome back, ${user.name}! Here's your charging network overview.`}
      subtitle={<Typography>{teamName}</Typography>}
    >
      <Boundary>
        <Suspense
          fallback={
            <PartFallback>
              <BlockSkeleton height={420} />
            </PartFallback>
          }
        >
          <LiveStatusPanel />
        </Suspense>
      </Boundary>
    </Page>
  )
}
