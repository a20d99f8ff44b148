// The actions on a charger: the row menu of the list (D-ACC-3) and the quick actions of its page.
import Add from '@mui/icons-material/Add'
import Article from '@mui/icons-material/ArticleOutlined'
import Delete from '@mui/icons-material/DeleteOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import PlayCircle from '@mui/icons-material/PlayCircleOutlined'
import Receipt from '@mui/icons-material/ReceiptLongOutlined'
import RestartAlt from '@mui/icons-material/RestartAlt'
import SettingsRemote from '@mui/icons-material/SettingsRemoteOutlined'
import StopCircle from '@mui/icons-material/StopCircleOutlined'
import Visibility from '@mui/icons-material/VisibilityOutlined'
import { CallError, call } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import { deletion } from '#kit/confirm.tsx'
import { reasonOf } from '#kit/notices.tsx'
import { type Charger, type ChargerRow, deleteCharger, listChargers } from './charger.contract.ts'
import { connectionText } from './charger.rules.ts'
import { SAVE_FAILED } from './charger-form.words.ts'
import type { Connector } from './connector.contract.ts'

type Row = Pick<ChargerRow, 'chargepoint_pk' | 'chargepoint_id'>

export const addCharger: Action = {
  id: 'add-charger',
  label: 'Add Charge Point',
  icon: Add,
  right: 'ChargerPoint.create',
  run: (_, { navigate }) => navigate('/charger/new'),
}

const view: Action<Row> = {
  id: 'view-charger',
  label: 'View',
  icon: Visibility,
  right: 'ChargerPoint.view',
  run: (c, { navigate }) => navigate(`/charger/${c.chargepoint_pk}?mode=view`),
}
const edit: Action<Row> = {
  id: 'edit-charger',
  label: 'Edit',
  icon: Edit,
  right: 'ChargerPoint.update',
  run: (c, { navigate }) => navigate(`/charger/${c.chargepoint_pk}`),
}
const remove: Action<Row> = {
  id: 'delete-charger',
  label: 'Delete',
  icon: Delete,
  right: 'ChargerPoint.delete',
  danger: true,
  confirm: c => deletion(`Charge Point ${c.chargepoint_id}`),
  run: (c, { teamId }) => call(deleteCharger, { params: { teamId, id: String(c.chargepoint_pk) } }),
  refreshes: [listChargers],
}
const transactions: Action<Row> = {
  id: 'charger-transactions',
  label: 'View Transactions',
  icon: Receipt,
  run: (c, { navigate }) => navigate(`/transactions?charger=${c.chargepoint_pk}`),
}
const logs: Action<Row> = {
  id: 'charger-logs',
  label: 'View Logs',
  icon: Article,
  run: (c, { navigate }) => navigate(`/charger/${c.chargepoint_pk}?tab=logs`),
}

/** The row menu; `openRemote` shows the Remote Operation modal. */
export const rowActions = (openRemote: (c: Row) => void): readonly Action<Row>[] => [
  view,
  edit,
  remove,
  {
    id: 'remote-operation',
    label: 'Remote Operation',
    icon: SettingsRemote,
    right: 'ChargerPoint.update',
    run: c => openRemote(c),
  },
  transactions,
  logs,
]

/** Returns the path of the Remote Operations tab with an operation chosen; the user still has to send it there. */
const toOperation = (pk: number, chosen: Record<string, string>): string =>
  `/charger/${pk}?${new URLSearchParams({ tab: 'remote_operations', ...chosen })}`

type AtConnector = { charger: Charger; connector: Connector }
const usable = ({ charger }: { charger: Charger }): true | string =>
  charger.connection.usable || connectionText(charger.connection)

const startAt: Action<AtConnector> = {
  id: 'start',
  label: 'Start',
  icon: PlayCircle,
  right: 'ChargerPoint.update',
  when: t =>
    t.connector.transactionId === null &&
    (t.connector.status === 'Available' || t.connector.status === 'Preparing') &&
    usable(t),
  run: ({ charger, connector }, { navigate }) =>
    navigate(
      toOperation(charger.chargepoint_pk, { operation: 'RemoteStart', connectorId: String(connector.connectorId) }),
    ),
}
const stopAt: Action<AtConnector> = {
  id: 'stop',
  label: 'Stop',
  icon: StopCircle,
  right: 'ChargerPoint.update',
  when: t => t.connector.transactionId !== null && usable(t),
  run: ({ charger, connector }, { navigate }) =>
    navigate(
      toOperation(charger.chargepoint_pk, {
        operation: 'RemoteStop',
        transactionId: String(connector.transactionId),
      }),
    ),
}
export const connectorActions = [startAt, stopAt] as const

/** The secondary actions of a charger's page; from the view page the user may go on to edit. */
export const pageActions = (charger: Charger, isViewed: boolean): readonly Action[] => [
  {
    id: 'edit-charger',
    label: 'Edit',
    icon: Edit,
    right: 'ChargerPoint.update',
    when: () => isViewed,
    run: (_, { navigate }) => navigate(`/charger/${charger.chargepoint_pk}`),
  },
  {
    id: 'charger-transactions',
    label: 'View Transactions',
    icon: Receipt,
    run: (_, { navigate }) => navigate(`/transactions?charger=${charger.chargepoint_pk}`),
  },
  {
    id: 'reset',
    label: 'Reset',
    icon: RestartAlt,
    right: 'ChargerPoint.update',
    when: () => usable({ charger }),
    run: (_, { navigate }) => navigate(toOperation(charger.chargepoint_pk, { operation: 'Reset' })),
  },
]

/** Awaits a save of the form; a failure without words gets the form's words (S-CHARGER-FORM). */
export async function savedCharger<T>(save: Promise<T>): Promise<T> {
  try {
    return await save
  } catch (e) {
    if (reasonOf(e)) throw e
    const { status = 0, errors = {} } = e instanceof CallError ? e : {}
    throw new CallError(status, SAVE_FAILED, errors)
  }
}
