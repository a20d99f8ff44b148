// The page of a charging site: to make, read or change it.

import { Typography } from '@mui/material'
import { query } from '@wattdesk/wire/call'
import { type ReactNode, Suspense, useEffect, useMemo } from 'react'
import { useParams } from 'react-router'
import { later } from '#kit/later.ts'
import { Page } from '#kit/page.tsx'
import { RecordPages, useReadOnly } from '#kit/record-page.tsx'
import { useSession } from '#kit/session.ts'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { LaterHistory } from '#office/audit/later-history.parts.tsx'
import { LIST, planMaintenance } from './charging-site.actions.ts'
import { getSite } from './charging-site.contract.ts'
import { chargingSiteAudited } from './charging-site-audit.words.ts'
import { ChargingSiteForm } from './charging-site-form.tsx'
import { siteOf } from './site-reading.rules.ts'

const SiteLoad = later(() => import('#power/load-balancing/site-load.parts.tsx').then(m => ({ default: m.SiteLoad })))
const TryLimit = later(() => import('#power/load-trials/try-limit.parts.tsx').then(m => ({ default: m.TryLimit })))

const crumbs = (label: string) => [{ label: 'Charging Sites', to: LIST }, { label }]

/** Without a team nothing is requested; the console says so, for anybody who looks into it. */
function WithoutTeam({ title }: { title: string }) {
  useEffect(() => console.info('No team is chosen: no call about charging sites was made'), [])
  return (
    <Page title={title} crumbs={crumbs('…')}>
      <Typography role="status">Loading team information...</Typography>
    </Page>
  )
}

type Props = {
  /** What stands above the parts of a site: of features that this wing does not know. */
  above?: (teamId: number, zoneId: number) => ReactNode
}
export function ChargingSitePage({ above }: Props) {
  const { id } = useParams()
  const { teamId } = useSession()
  const readOnly = useReadOnly('ChargingSite')
  const actions = useMemo(() => [planMaintenance(Number(id))], [id])
  const title = readOnly ? 'View Charging Site' : 'Edit Charging Site'
  const newTitle = 'Create Charging Site'
  if (teamId === 0) return <WithoutTeam title={id ? title : newTitle} />
  return (
    <RecordPages
      id={id}
      list={{ label: 'Charging Sites', path: LIST }}
      read={zoneId => query(getSite, { params: { teamId, zoneId } })}
      missing="Charging site not found"
      title={title}
      fresh={{ title: newTitle, children: <ChargingSiteForm readOnly={false} /> }}
    >
      {({ data, tag }) => {
        const site = siteOf(data)
        return {
          name: site.zoneName,
          subtitle: site.team_name,
          actions,
          children: (
            <>
              {above?.(teamId, site.zoneId)}
              <Suspense fallback={<BlockSkeleton height={96} />}>
                <SiteLoad
                  teamId={teamId}
                  zoneId={site.zoneId}
                  hasChargers={site.chargers.length > 0}
                  mayChange={!readOnly}
                />
              </Suspense>
              <Suspense>
                <TryLimit
                  teamId={teamId}
                  zoneId={site.zoneId}
                  zoneName={site.zoneName}
                  value={site.loadBalancingValue}
                  unit={site.loadBalancingUnit}
                />
              </Suspense>
              <ChargingSiteForm key={site.zoneId} site={site} tag={tag} readOnly={readOnly} />
              <LaterHistory feature="ChargingSite" recordId={site.zoneId} fields={chargingSiteAudited} />
            </>
          ),
        }
      }}
    </RecordPages>
  )
}
