// Charge Points: the list of one feature with the Remote Operation modal of another, and bulk actions.
import Event from '@mui/icons-material/EventOutlined'
import Place from '@mui/icons-material/PlaceOutlined'
import Replay from '@mui/icons-material/ReplayOutlined'
import RestartAlt from '@mui/icons-material/RestartAlt'
import Sell from '@mui/icons-material/SellOutlined'
import Settings from '@mui/icons-material/SettingsOutlined'
import SystemUpdate from '@mui/icons-material/SystemUpdateAltOutlined'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { BulkActionsLink } from '#desk/bulk-actions/bulk-actions-link.parts.tsx'
import { ChargerList, type ChargerListProps } from '#fleet/chargers/charger-list.tsx'
import type { Chosen, ManyAction } from '#kit/choice.ts'
import { later } from '#kit/later.ts'
import { notify } from '#kit/notices.tsx'
import { Page } from '#kit/page.tsx'
import { useSession } from '#kit/session.ts'
import { planPath } from '#operations/maintenance/maintenance.actions.ts'
import { WaitingToJoin } from '#people/joining/waiting-to-join.parts.tsx'
import type { ManyChargersProps } from './many-chargers.tsx'

// Loaded when first opened.
const RemoteOperationDialog = later(() =>
  import('#desk/operation-forms/remote-operation-dialog.tsx').then(m => ({
    default: m.RemoteOperationDialog,
  })),
)
const ManyChargers = later(() => import('./many-chargers.tsx'))

type Kind = ManyChargersProps['kind']
const kinds: readonly (Pick<ManyAction, 'label' | 'icon' | 'danger'> & { id: Kind })[] = [
  { id: 'ChangeConfiguration', label: 'ChangeConfiguration', icon: Settings },
  { id: 'PushSettings', label: 'Set what differs', icon: Replay },
  { id: 'UpdateFirmware', label: 'UpdateFirmware', icon: SystemUpdate },
  { id: 'PriceGroup', label: 'Price group', icon: Sell },
  { id: 'ChargingSite', label: 'Charging site', icon: Place },
  { id: 'Reset', label: 'Reset', icon: RestartAlt, danger: true },
]

export function ChargersPage() {
  const { teamId } = useSession()
  const navigate = useNavigate()
  const [charger, setCharger] = useState<Parameters<ChargerListProps['openRemote']>[0]>()
  const [isUsed, setUsed] = useState(false)
  const open = useCallback<ChargerListProps['openRemote']>(c => {
    setUsed(true)
    setCharger(c)
  }, [])
  const [many, setMany] = useState<{ kind: Kind; chosen: Chosen }>()
  const actions = useMemo<readonly ManyAction[]>(
    () => [
      ...kinds.map((k): ManyAction => {
        return { ...k, right: 'ChargerPoint.update', run: chosen => setMany({ kind: k.id, chosen }) }
      }),
      {
        id: 'PlanMaintenance',
        label: 'Plan maintenance',
        icon: Event,
        right: 'ChargerPoint.update',
        run: chosen =>
          void import('./chosen-chargers.actions.ts')
            .then(m => m.keysOf(teamId, chosen))
            .then(
              chargers => navigate(planPath(), { state: { chargers } }),
              error => notify.error(error),
            ),
      },
    ],
    [teamId, navigate],
  )
  return (
    <Page>
      <ChargerList
        openRemote={open}
        many={actions}
        beside={
          <>
            <WaitingToJoin />
            <BulkActionsLink />
          </>
        }
      />
      {isUsed && (
        <Suspense fallback={null}>
          <RemoteOperationDialog teamId={teamId} charger={charger} onClose={() => setCharger(undefined)} />
        </Suspense>
      )}
      {many && (
        <Suspense fallback={null}>
          <ManyChargers teamId={teamId} {...many} onClose={() => setMany(undefined)} />
        </Suspense>
      )}
    </Page>
  )
}
