// The page of a charging site: to make, read or change it.

import { Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { CallError, query } from '@wattdesk/wire/call'
import { Suspense, useEffect } from 'react'
import { useParams } from 'react-router'
import { ErrorNotice } from '#kit/error.tsx'
import { Gone } from '#kit/gone.tsx'
import { later } from '#kit/later.ts'
import { Page } from '#kit/page.tsx'
import { useReadOnly } from '#kit/record-page.tsx'
import { useSession } from '#kit/session.ts'
import { BlockSkeleton, FormSkeleton } from '#kit/skeleton.tsx'
import { LaterHistory } from '#office/audit/later-history.parts.tsx'
import { LIST } from './charging-site.actions.ts'
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

function Existing({ id }: { id: string }) {
  const { teamId } = useSession()
  const readOnly = useReadOnly('ChargingSite')
  const title = readOnly ? 'View Charging Site' : 'Edit Charging Site'
  const isId = /^[1-9]\d{0,9}$/.test(id) && Number(id) <= 2_147_483_647
  const q = useQuery({
    ...query(getSite, { params: { teamId, zoneId: Number(id) } }),
    enabled: isId && teamId !== 0,
  })
  if (teamId === 0) return <WithoutTeam title={title} />
  const status = q.error instanceof CallError ? q.error.status : undefined
  if (!isId || status === 404) return <Gone text="Charging site not found" to={LIST} />
  if (status === 403) return <Gone text="Not Authorized" to={LIST} />
  if (!q.data)
    return (
      <Page title={title} crumbs={crumbs('…')}>
        {q.error ? <ErrorNotice error={q.error} onRetry={() => void q.refetch()} /> : <FormSkeleton />}
      </Page>
    )
  const site = siteOf(q.data.data)
  return (
    <Page title={title} crumbs={crumbs(site.zoneName)} subtitle={site.team_name}>
      <Suspense fallback={<BlockSkeleton height={96} />}>
        <SiteLoad teamId={teamId} zoneId={site.zoneId} hasChargers={site.chargers.length > 0} mayChange={!readOnly} />
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
      <ChargingSiteForm key={site.zoneId} site={site} tag={q.data.tag} readOnly={readOnly} />
      <LaterHistory feature="ChargingSite" recordId={site.zoneId} fields={chargingSiteAudited} />
    </Page>
  )
}

export function ChargingSitePage() {
  const { id } = useParams()
  const { teamId } = useSession()
  if (id) return <Existing id={id} />
  const title = 'Create Charging Site'
  if (teamId === 0) return <WithoutTeam title={title} />
  return (
    <Page title={title} crumbs={crumbs('New')}>
      <ChargingSiteForm readOnly={false} />
    </Page>
  )
}
