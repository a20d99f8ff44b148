// One charger: made anew, read, or changed, with the parts that other features show of it. The tab lives in the URL
// (D-CHARGER-4).
import { Box, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { CallError, query } from '@wattdesk/wire/call'
import { Suspense, useMemo } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { pageActions } from '../../features/chargers/charger.actions.ts'
import { type Charger, getCharger } from '../../features/chargers/charger.contract.ts'
import { ChargerForm } from '../../features/chargers/charger-form.tsx'
import { useLiveCharger } from '../../features/chargers/charger-live.tsx'
import { ChargerStatus } from '../../features/chargers/charger-marks.parts.tsx'
import { listSiteNames } from '../../features/charging-sites/charging-site.contract.ts'
import { Knocked, saidBy, useKnock } from '../../features/joining/knocked.parts.tsx'
import { followTask } from '../../features/remote-operations/followed.actions.ts'
import { listTeams } from '../../features/teams/team.contract.ts'
import { ErrorNotice } from '../kit/error.tsx'
import { Gone } from '../kit/gone.tsx'
import { later } from '../kit/later.ts'
import { usePolling } from '../kit/live.ts'
import { Page } from '../kit/page.tsx'
import { PartFallback } from '../kit/part-missing.tsx'
import { useAccess, useSession } from '../kit/session.ts'
import { BlockSkeleton, FormSkeleton, RowsSkeleton } from '../kit/skeleton.tsx'
import type { Option } from '../kit/use-field.ts'

const ChargerTimelineTab = later(() =>
  import('../../features/charger-timeline/charger-timeline-tab.tsx').then(m => ({ default: m.ChargerTimelineTab })),
)
const ChargerLogsTab = later(() =>
  import('../../features/charger-logs/charger-logs-tab.tsx').then(m => ({ default: m.ChargerLogsTab })),
)
// Below the form, and for few: it comes while the form is read.
const History = later(() => import('../../features/audit/history.parts.tsx').then(m => ({ default: m.History })))
const ChargerHealthCard = later(() => import('../../features/charger-health/charger-health-card.tsx'))
const ChargerConfigTab = later(() => import('../../features/charger-config/charger-config-tab.tsx'))
const ChargerOperations = later(() => import('./charger-operations.tsx'))

const POLL_MS = 30_000
/** The tabs that change the record; its history stands below them. */
const FORM_TABS = ['general', 'address', 'settings', 'operating_instruction']
const LIST = '/charger'
const list = { label: 'Charge Points', to: LIST }

/** `choices` with the one that is chosen, which may lie beyond what the reader sees. */
const withOwn = (
  choices: readonly Option<number>[],
  value: number | null | undefined,
  label: string | null | undefined,
) => (value == null || choices.some(c => c.value === value) ? choices : [{ value, label: label ?? '' }, ...choices])

/** The teams and sites that a charger may stand in: those that the reader sees, and where it stands. */
function usePlaces(charger?: Pick<Charger, 'teamId' | 'team_name' | 'chargingSiteId' | 'chargingSiteName'>) {
  const { teamId } = useSession()
  const args = { params: { teamId } }
  const all = useQuery({ ...query(listTeams, args), enabled: teamId !== 0 })
  const named = useQuery({ ...query(listSiteNames, args), enabled: teamId !== 0 })
  const teams = (all.data?.data ?? [])
    .filter(t => t.active === 'Y' || t.teamId === charger?.teamId)
    .map(t => ({ value: t.teamId, label: t.name }))
  const sites = (named.data?.data ?? []).map(s => ({ value: s.zone_id, label: s.zone_name }))
  return {
    teams: withOwn(teams, charger?.teamId, charger?.team_name),
    sites: withOwn(sites, charger?.chargingSiteId, charger?.chargingSiteName),
  }
}

function Details({ charger, tag, teamId }: { charger: Charger; tag: string | undefined; teamId: number }) {
  const { canUpdate } = useAccess('ChargerPoint')
  const [params] = useSearchParams()
  useLiveCharger(charger.chargepoint_pk)
  const isViewed = canUpdate && params.get('mode') === 'view'
  const readOnly = !canUpdate || isViewed
  const actions = useMemo(() => pageActions(charger, isViewed), [charger, isViewed])
  const places = usePlaces(charger)
  // For those who may send nothing: what came of the operations, below the log.
  const operations = (
    <Suspense
      fallback={
        <PartFallback>
          <FormSkeleton />
        </PartFallback>
      }
    >
      <ChargerOperations teamId={teamId} charger={charger} />
    </Suspense>
  )
  return (
    <Page
      title={readOnly ? 'Charge Point Details' : `Edit Charge Point (${charger.chargepoint_id})`}
      crumbs={[list, { label: charger.chargepoint_id }]}
      actions={actions}
      subtitle={
        <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography component="span" sx={{ fontWeight: 550, color: 'text.primary', overflowWrap: 'anywhere' }}>
            {charger.chargepoint_name}
          </Typography>
          <ChargerStatus charger={{ statusCode: charger.status, live_status: charger.live_status }} />
        </Stack>
      }
    >
      <ChargerForm
        key={charger.chargepoint_pk}
        charger={charger}
        tag={tag}
        readOnly={readOnly}
        {...places}
        onKeySent={taskId =>
          followTask({ taskId, charger: charger.chargepoint_id, label: `New key of ${charger.chargepoint_id}` })
        }
        health={
          <Suspense
            fallback={
              <PartFallback>
                <BlockSkeleton height={64} />
              </PartFallback>
            }
          >
            <ChargerHealthCard charger={charger} />
          </Suspense>
        }
        logs={
          <Suspense
            fallback={
              <PartFallback>
                <RowsSkeleton rows={8} />
              </PartFallback>
            }
          >
            <ChargerLogsTab teamId={teamId} charger={charger} />
            {!canUpdate && <Box sx={{ mt: 2 }}>{operations}</Box>}
          </Suspense>
        }
        timeline={
          <Suspense
            fallback={
              <PartFallback>
                <RowsSkeleton rows={8} />
              </PartFallback>
            }
          >
            <ChargerTimelineTab teamId={teamId} charger={charger} />
          </Suspense>
        }
        config={
          <Suspense
            fallback={
              <PartFallback>
                <RowsSkeleton rows={8} />
              </PartFallback>
            }
          >
            <ChargerConfigTab charger={charger} />
          </Suspense>
        }
        operations={canUpdate ? operations : undefined}
      />
      {FORM_TABS.includes(params.get('tab') ?? 'general') && (
        <Suspense>
          <History feature="ChargerPoint" recordId={charger.chargepoint_pk} />
        </Suspense>
      )}
    </Page>
  )
}

function Existing({ id }: { id: string }) {
  const { teamId } = useSession()
  const q = useQuery({
    ...query(getCharger, { params: { teamId, id } }),
    enabled: teamId !== 0,
    refetchInterval: usePolling(POLL_MS),
  })
  const status = q.error instanceof CallError ? q.error.status : undefined
  // A missing charger leads to the dashboard (S-GONE).
  if (status === 404) return <Gone text="Charge point not found" to="/dashboard" />
  if (status === 403) return <Gone text="Not Authorized" to={LIST} />
  if (q.data) return <Details charger={q.data.data} tag={q.data.tag} teamId={teamId} />
  return (
    <Page title="Charge Point Details" crumbs={[list, { label: id }]}>
      {q.error ? <ErrorNotice error={q.error} onRetry={() => void q.refetch()} /> : <FormSkeleton fields={8} />}
    </Page>
  )
}

/** The id of a charger that has tried to connect may come with the address: the form opens with all that it said. */
function New() {
  const places = usePlaces()
  const id = useSearchParams()[0].get('chargepoint_id')?.slice(0, 60) ?? ''
  const knock = useKnock(id)
  const said = knock ? saidBy(knock) : id ? { chargepoint_id: id } : undefined
  return (
    <Page title="Add new Charge Point" crumbs={[list, { label: 'New' }]}>
      {knock && <Knocked knock={knock} />}
      {knock === undefined ? (
        <FormSkeleton fields={8} />
      ) : (
        <ChargerForm readOnly={false} {...places} {...(said && { said })} />
      )}
    </Page>
  )
}

export function ChargerPage() {
  const { id } = useParams()
  return id === undefined ? <New /> : <Existing id={id} />
}
