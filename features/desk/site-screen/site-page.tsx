// One charging site, with the alerts that stand at it.
import { OpenAlerts } from '#operations/alerts/open-alerts.parts.tsx'
import { ChargingSitePage } from '#power/charging-sites/charging-site-page.tsx'

export function SitePage() {
  return <ChargingSitePage above={(teamId, zoneId) => <OpenAlerts teamId={teamId} zoneId={zoneId} />} />
}
