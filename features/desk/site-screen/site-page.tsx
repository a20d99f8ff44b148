// One charging site, with the alerts that stand at it and the sessions that run there.
import { Suspense } from 'react'
import { later } from '#kit/later.ts'
import { OpenAlerts } from '#operations/alerts/open-alerts.parts.tsx'
import { ChargingSitePage } from '#power/charging-sites/charging-site-page.tsx'

const SiteSessions = later(() => import('./site-sessions.tsx').then(m => ({ default: m.SiteSessions })))

export function SitePage() {
  return (
    <ChargingSitePage
      above={(teamId, zoneId) => (
        <>
          <OpenAlerts teamId={teamId} zoneId={zoneId} />
          <Suspense>
            <SiteSessions teamId={teamId} zoneId={zoneId} />
          </Suspense>
        </>
      )}
    />
  )
}
