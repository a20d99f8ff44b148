// The table of operations on screen, one entry for each operation; radio list, form and dialog read it. The parameters
// of an operation are those of its schema in the contract. Those beyond the nine of D-OPS-2 stand below the others
// (D-OCPP-10).
import PlayArrow from '@mui/icons-material/PlayArrowOutlined'
import RestartAlt from '@mui/icons-material/RestartAlt'
import Stop from '@mui/icons-material/StopOutlined'
import { boundFields } from '../../web/kit/fields.tsx'
import type { OperationForm } from './operation-form-shape.tsx'
import { ConnectorField, TagField, TransactionField, type Values } from './option-fields.tsx'
import { profileForms } from './profile-forms.tsx'

const { Select } = boundFields<Values>()

const nine: readonly OperationForm[] = [
  {
    operation: 'RemoteStart',
    icon: PlayArrow,
    help: 'Starts a session on a connector with a tag.',
    says: (charger, { connectorId }) => `Start on ${charger.chargepoint_id}, connector ${String(connectorId)}`,
    initial: ({ connectorId = '' }) => ({ connectorId, idTag: '' }),
    Fields: props => (
      <>
        <ConnectorField {...props} />
        <TagField {...props} />
      </>
    ),
  },
  {
    operation: 'RemoteStop',
    icon: Stop,
    help: 'Stops a session that is running on this charge point.',
    says: (charger, { transactionId }) => `Stop transaction ${String(transactionId)} on ${charger.chargepoint_id}`,
    initial: ({ transactionId = '' }) => ({ transactionId }),
    Fields: props => <TransactionField {...props} />,
    confirm: (charger, { transactionId }) => ({
      title: `Transaction ${String(transactionId)} on ${charger.chargepoint_id}`,
      text: 'The charge point ends the session and it is billed as far as it has come.',
      yes: 'Stop',
      danger: true,
    }),
  },
  {
    operation: 'Reset',
    icon: RestartAlt,
    help: 'Restarts the charge point. A soft reset ends running sessions in order first.',
    says: (charger, { resetType }) => `${String(resetType)} reset of ${charger.chargepoint_id}`,
    initial: () => ({ resetType: '' }),
    Fields: () => (
      <Select
        name="parameters.resetType"
        label="Reset Type"
        required
        options={[
          { value: 'HARD', label: 'HARD' },
          { value: 'SOFT', label: 'SOFT' },
        ]}
      />
    ),
    confirm: (charger, { resetType }) => ({
      title: `${String(resetType)} reset of ${charger.chargepoint_id}`,
      text: 'The charge point restarts. Running sessions end and it is away for some minutes.',
      yes: 'Reset',
      danger: true,
    }),
  },
]

/** In the order they are offered. */
export const operationForms: readonly OperationForm[] = [
  ...nine,
  ...profileForms.map(f => ({ ...f, isMore: true }) as const),
]

export const formOf = (operation: string | null): OperationForm | undefined =>
  operationForms.find(f => f.operation === operation)
