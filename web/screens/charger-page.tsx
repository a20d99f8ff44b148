// Charge Point Details: the tabs of three features around one charger. The tab lives in the URL (D-CHARGER-4).
import { Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { CallError, query } from '@wattdesk/wire/call'
import { Suspense, useMemo } from 'react'
import { useParams } from 'react-router'
import { pageActions } from '../../features/chargers/charger.actions.ts'
import { type Charger, getCharger } from '../../features/chargers/charger.contract.ts'
import { ChargerGeneralTab } from '../../features/chargers/charger-general-tab.tsx'
import { useLiveCharger } from '../../features/chargers/charger-live.tsx'
import { ChargerStatus } from '../../features/chargers/charger-marks.parts.tsx'
import { ErrorNotice } from '../kit/error.tsx'
import { Gone } from '../kit/gone.tsx'
import { later } from '../kit/later.ts'
import { usePolling } from '../kit/live.ts'
import { Page } from '../kit/page.tsx'
import { PartFallback } from '../kit/part-missing.tsx'
import { useAccess, useSession } from '../kit/session.ts'
import { FormSkeleton, RowsSkeleton } from '../kit/skeleton.tsx'
import { Tabs } from '../kit/tabs.tsx'

const ChargerLogsTab = later(() =>
  import('../../features/charger-logs/charger-logs-tab.tsx').then(m => ({ default: m.ChargerLogsTab })),
)
const RemoteOperationsTab = later(() =>
  import('../../features/operation-forms/remote-operations-tab.tsx').then(m => ({ default: m.RemoteOperationsTab })),
)

const POLL_MS = 30_000
const list = { label: 'Charge Points', to: '/charger' }

function Details({ charger, teamId }: { charger: Charger; teamId: number }) {
  const { canUpdate } = useAccess('ChargerPoint')
  useLiveCharger(charger.chargepoint_pk)
  const actions = useMemo(() => pageActions(charger), [charger])
  return (
    <Page
      title="Charge Point Details"
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
      <Tabs
        label="Charge Point"
        items={[
          { id: 'general', label: 'General', panel: <ChargerGeneralTab charger={charger} /> },
          {
            id: 'logs',
            label: 'Logs',
            panel: (
              <Suspense
                fallback={
                  <PartFallback>
                    <RowsSkeleton rows={8} />
                  </PartFallback>
                }
              >
                <ChargerLogsTab teamId={teamId} charger={charger} />
              </Suspense>
            ),
          },
          {
            id: 'remote_operations',
            label: 'Remote Operations',
            hidden: !canUpdate,
            panel: (
              <Suspense
                fallback={
                  <PartFallback>
                    <FormSkeleton />
                  </PartFallback>
                }
              >
                <RemoteOperationsTab teamId={teamId} charger={charger} />
              </Suspense>
            ),
          },
        ]}
      />
    </Page>
  )
}

export function ChargerPage() {
  const { id = '' } = useParams()
  const { teamId } = useSession()
  const q = useQuery({
    ...query(getCharger, { params: { teamId, id } }),
    enabled: teamId !== 0,
    refetchInterval: usePolling(POLL_MS),
  })
  const isMissing = q.error instanceof CallError && q.error.status === 404
  // A missing charger leads to the dashboard (S-GONE).
  if (isMissing) return <Gone text="Charge point not found" to="/dashboard" />
  if (q.data) return <Details charger={q.data.data} teamId={teamId} />
  return (
    <Page title="Charge Point Details" crumbs={[list, { label: id }]}>
      {q.error ? <ErrorNotice error={q.error} onRetry={() => void q.refetch()} /> : <FormSkeleton fields={8} />}
    </Page>
  )
}
