// One charger: creating, reading or changing its record, with the parts of other features on its page. The tab lives in
// the URL (D-CHARGER-4).
import { Box, Link, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { CallError, query } from '@wattdesk/wire/call'
import { Suspense, useEffect, useMemo } from 'react'
import { Link as RouterLink, useLocation, useParams, useSearchParams } from 'react-router'
import { followTask } from '#control/remote-operations/followed.actions.ts'
import { chargerPointAudited } from '#control/remote-operations/operation-audit.words.ts'
import { pageActions } from '#fleet/chargers/charger.actions.ts'
import { type Charger, getCharger } from '#fleet/chargers/charger.contract.ts'
import { ChargerForm } from '#fleet/chargers/charger-form.tsx'
import { useLiveCharger } from '#fleet/chargers/charger-live.tsx'
import { ChargerStatus } from '#fleet/chargers/charger-marks.parts.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { Gone } from '#kit/gone.tsx'
import { later } from '#kit/later.ts'
import { usePolling } from '#kit/live.ts'
import { Page } from '#kit/page.tsx'
import { PartFallback } from '#kit/part-missing.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { BlockSkeleton, FormSkeleton, RowsSkeleton } from '#kit/skeleton.tsx'
import { LaterHistory } from '#office/audit/later-history.parts.tsx'
import { useAlertLane } from '#operations/alerts/alert-lane.parts.ts'
import { ChargerMaintenance } from '#operations/maintenance/charger-maintenance.parts.tsx'
import { planFor } from '#operations/maintenance/maintenance.actions.ts'
import { Knocked, KnockOfTyped, saidBy, useKnock } from '#people/joining/knocked.parts.tsx'
import { SupplierNotice } from '#people/teams/supplier-notice.parts.tsx'
import { TeamField } from '#people/teams/team-field.parts.tsx'
import { ChargerSiteField } from '#power/charging-sites/site-field.parts.tsx'

const ChargerTimelineTab = later(() =>
  import('#fleet/charger-timeline/charger-timeline-tab.tsx').then(m => ({ default: m.ChargerTimelineTab })),
)
const ChargerTestPage = later(() =>
  import('#control/charger-tests/charger-test-page.tsx').then(m => ({ default: m.ChargerTestPage })),
)
const ChargerLogsTab = later(() =>
  import('#fleet/charger-logs/charger-logs-tab.tsx').then(m => ({ default: m.ChargerLogsTab })),
)
// Below the form, and for few readers: loaded while the form is read.
const ChargerHealthCard = later(() => import('#fleet/charger-health/charger-health-card.tsx'))
const OpenAlerts = later(() =>
  import('#operations/alerts/open-alerts.parts.tsx').then(m => ({ default: m.OpenAlerts })),
)
const ChargerConfigTab = later(() => import('#control/charger-config/charger-config-tab.tsx'))
const DeviceModelTab = later(() => import('#control/device-model/device-model-tab.tsx'))
const StationMonitors = later(() => import('#control/monitoring/station-monitors.parts.tsx'))
const ChargerOperations = later(() => import('./charger-operations.tsx'))

const POLL_MS = 30_000
/** The tabs that change the record; its history is shown below them. */
const FORM_TABS = ['general', 'address', 'settings', 'operating_instruction']
const LIST = '/charger'
const list = { label: 'Charge Points', to: LIST }

/** From OCPP 2.0 on a charger has a device model in place of keys. */
const speaksVariables = ({ ocppProtocol }: Charger): boolean => /^ocpp2/.test(ocppProtocol ?? '')

type Stood = Pick<Charger, 'teamId' | 'team_name' | 'chargingSiteId' | 'chargingSiteName'>
/** The fields of team and site: those that the reader may choose, and where the charger stands. */
function usePlaceFields(readOnly: boolean, charger?: Stood) {
  const { teamId, teamName } = useSession()
  const { chargingSiteId: siteId = null, chargingSiteName: siteName = null } = charger ?? {}
  return {
    teamField: (
      <TeamField
        name="teamId"
        teamId={teamId}
        right={charger ? 'ChargerPoint.update' : 'ChargerPoint.create'}
        now={charger ? { teamId: charger.teamId, name: charger.team_name } : { teamId, name: teamName }}
        required
        keepsOne
      />
    ),
    siteField: (
      <ChargerSiteField
        teamId={teamId}
        now={siteId === null ? undefined : { siteId, name: siteName ?? '' }}
        readOnly={readOnly}
      />
    ),
  }
}

/** Scrolls to the section that the address names after #, and again whenever such a link is followed: next steps of the health are. */
function useNamedSection(): void {
  // A new object with each navigation, also to the same address.
  const location = useLocation()
  useEffect(() => {
    const { hash } = location
    if (!hash) return
    const sections = [...document.querySelectorAll<HTMLElement>('section[aria-label]')]
    const named = sections.find(s => s.getAttribute('aria-label')?.toLowerCase().replaceAll(' ', '-') === hash.slice(1))
    if (!named) return
    named.style.scrollMarginTop = BELOW_BANNER
    named.scrollIntoView()
    named.querySelector<HTMLElement>('button, input, [role="combobox"]')?.focus({ preventScroll: true })
  }, [location])
}
const BELOW_BANNER = '72px'

function Details({ charger, tag, teamId }: { charger: Charger; tag: string | undefined; teamId: number }) {
  const { canUpdate } = useAccess('ChargerPoint')
  const [params] = useSearchParams()
  useLiveCharger(charger.chargepoint_pk)
  useNamedSection()
  const isViewed = canUpdate && params.get('mode') === 'view'
  const readOnly = !canUpdate || isViewed
  const actions = useMemo(
    () => [...pageActions(charger, isViewed), planFor({ chargers: [charger.chargepoint_pk] })],
    [charger, isViewed],
  )
  const places = usePlaceFields(readOnly, charger)
  // Readers who may not send operations see past operations and their outcomes below the log.
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
          <ChargerStatus
            charger={{
              statusCode: charger.status,
              live_status: charger.live_status,
              unknownSince: charger.connection.unknownSince,
            }}
          />
        </Stack>
      }
    >
      <ChargerMaintenance teamId={teamId} charger={charger} />
      {charger.charger_category === 'paid' && <SupplierNotice teamId={charger.teamId} />}
      <Suspense>
        <OpenAlerts teamId={teamId} chargepointPk={charger.chargepoint_pk} />
      </Suspense>
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
            <ChargerTimelineTab
              teamId={teamId}
              charger={charger}
              audited={chargerPointAudited}
              useAlerts={useAlertLane}
            />
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
            {speaksVariables(charger) ? (
              <Stack spacing={4}>
                <DeviceModelTab charger={charger} />
                <StationMonitors charger={charger} />
              </Stack>
            ) : (
              <ChargerConfigTab charger={charger} />
            )}
          </Suspense>
        }
        operations={canUpdate ? operations : undefined}
      />
      {FORM_TABS.includes(params.get('tab') ?? 'general') && (
        <LaterHistory feature="ChargerPoint" recordId={charger.chargepoint_pk} fields={chargerPointAudited} />
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

const testFirst = (
  <>
    Does it work with the portal?{' '}
    <Link component={RouterLink} underline="always" to="/charger/new?tab=test">
      Test a charger
    </Link>{' '}
    first.
  </>
)

function New() {
  const isTest = useSearchParams()[0].get('tab') === 'test'
  if (!isTest) return <NewCharger />
  return (
    <Suspense fallback={<FormSkeleton fields={4} />}>
      <ChargerTestPage />
    </Suspense>
  )
}

/**
 * The address may carry the id of a charger that has tried to connect: the form then opens with everything the charger
 * reported. It may carry the team, too, in which the charger is to be.
 */
function NewCharger() {
  const places = usePlaceFields(false)
  const [search] = useSearchParams()
  const id = search.get('chargepoint_id')?.slice(0, 60) ?? ''
  const team = Number(search.get('team'))
  const knock = useKnock(id)
  const said = {
    ...(knock ? saidBy(knock) : id && { chargepoint_id: id }),
    ...(Number.isSafeInteger(team) && team > 0 && { teamId: team }),
  }
  return (
    <Page title="Add new Charge Point" crumbs={[list, { label: 'New' }]} subtitle={testFirst}>
      {knock && <Knocked knock={knock} />}
      {knock === undefined ? (
        <FormSkeleton fields={8} />
      ) : (
        <ChargerForm readOnly={false} {...places} said={said} health={<KnockOfTyped filled={knock ? id : ''} />} />
      )}
    </Page>
  )
}

export function ChargerPage() {
  const { id } = useParams()
  return id === undefined ? <New /> : <Existing id={id} />
}
