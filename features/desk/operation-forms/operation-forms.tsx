// The table of operations on screen, one entry for each operation; radio list, form and dialog read it. The parameters
// of an operation are those of its schema in the contract. The first nine are in the order of D-OPS-2, the others below
// them (D-OCPP-10).
import Block from '@mui/icons-material/BlockOutlined'
import Campaign from '@mui/icons-material/CampaignOutlined'
import LockOpen from '@mui/icons-material/LockOpenOutlined'
import PlayArrow from '@mui/icons-material/PlayArrowOutlined'
import RestartAlt from '@mui/icons-material/RestartAlt'
import Settings from '@mui/icons-material/SettingsOutlined'
import Stop from '@mui/icons-material/StopOutlined'
import {
  AVAILABILITY_TYPES,
  RESET_TYPES,
  TRIGGER_MESSAGES,
} from '#control/remote-operations/operation-choices.contract.ts'
import { boundFields } from '#kit/fields.tsx'
import { certificateForms } from './certificate-forms.tsx'
import { ConfigurationFields } from './configuration-fields.tsx'
import { getDiagnostics, getLog, signedUpdateFirmware, updateFirmware } from './file-forms.tsx'
import { coreForms, extendedTrigger, listForms, reservationForms } from './more-forms.tsx'
import { asOptions, type OperationForm, placeOf } from './operation-form-shape.tsx'
import { ConnectorField, TransactionField, type Values } from './option-fields.tsx'
import { ProfileField, profileForms } from './profile-forms.tsx'
import { TagField } from './tag-field.tsx'

const { Select } = boundFields<Values>()

const nine: readonly OperationForm[] = [
  {
    operation: 'ChangeAvailability',
    icon: Block,
    help: 'Takes a connector, or the whole charge point, out of service or puts it back.',
    says: (charger, { availabilityType, connectorId }) =>
      `${String(availabilityType)}: ${charger.chargepoint_id}${placeOf(connectorId)}`,
    initial: ({ connectorId = '' }) => ({ connectorId, availabilityType: '' }),
    Fields: props => (
      <>
        <ConnectorField {...props} withWhole />
        <Select
          name="parameters.availabilityType"
          label="Availability Type"
          required
          options={asOptions(AVAILABILITY_TYPES)}
        />
      </>
    ),
    confirm: (charger, { availabilityType, connectorId }) =>
      availabilityType === 'INOPERATIVE' && Number(connectorId) === 0
        ? {
            title: `${charger.chargepoint_id} out of service`,
            text: 'Sessions that are running go on to their end. After that nobody can charge here until it is made OPERATIVE again.',
            yes: 'Take out of service',
            danger: true,
          }
        : undefined,
  },
  {
    operation: 'ChangeConfiguration',
    icon: Settings,
    help: 'Sets one value of the configuration of the charge point.',
    says: (charger, { keyType, confKey, customConfKey }) =>
      `${String(keyType === 'Custom' ? customConfKey : confKey)} of ${charger.chargepoint_id}`,
    initial: () => ({ keyType: 'Predefined', confKey: '', customConfKey: '', customConfValue: '' }),
    Fields: ConfigurationFields,
  },
  {
    operation: 'RemoteStart',
    icon: PlayArrow,
    help: 'Starts a session on a connector with a tag.',
    says: (charger, { connectorId }) => `Start on ${charger.chargepoint_id}, connector ${String(connectorId)}`,
    initial: ({ connectorId = '' }) => ({ connectorId, idTag: '', charging_profile_pk: '' }),
    Fields: props => (
      <>
        <ConnectorField {...props} />
        <TagField {...props} />
        <ProfileField {...props} open="None" purpose="TxProfile" />
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
  getDiagnostics,
  {
    operation: 'Reset',
    icon: RestartAlt,
    help: 'Restarts the charge point. A soft reset ends running sessions in order first.',
    says: (charger, { resetType }) => `${String(resetType)} reset of ${charger.chargepoint_id}`,
    initial: () => ({ resetType: '' }),
    Fields: () => <Select name="parameters.resetType" label="Reset Type" required options={asOptions(RESET_TYPES)} />,
    confirm: (charger, { resetType }) => ({
      title: `${String(resetType)} reset of ${charger.chargepoint_id}`,
      text: 'The charge point restarts. Running sessions end and it is away for some minutes.',
      yes: 'Reset',
      danger: true,
    }),
  },
  updateFirmware,
  {
    operation: 'TriggerMessage',
    icon: Campaign,
    help: 'Asks the charge point to send a message now.',
    says: (charger, { triggerMessage }) => `${String(triggerMessage)} of ${charger.chargepoint_id}`,
    initial: ({ connectorId = '' }) => ({ triggerMessage: 'BootNotification', connectorId }),
    Fields: props => (
      <>
        <Select name="parameters.triggerMessage" label="Message" required options={asOptions(TRIGGER_MESSAGES)} />
        <ConnectorField {...props} withWhole />
      </>
    ),
  },
  {
    operation: 'UnlockConnector',
    icon: LockOpen,
    help: 'Releases a plug that is locked in. A session that is running on the connector ends first.',
    says: (charger, { connectorId }) => `Unlock ${charger.chargepoint_id}${placeOf(connectorId)}`,
    initial: ({ connectorId = '' }) => ({ connectorId }),
    Fields: props => <ConnectorField {...props} />,
  },
]

const more = [
  ...coreForms,
  ...listForms,
  ...reservationForms,
  ...profileForms,
  getLog,
  signedUpdateFirmware,
  extendedTrigger,
  ...certificateForms,
]

/** In the order they are offered. */
export const operationForms: readonly OperationForm[] = [...nine, ...more.map(f => ({ ...f, isMore: true }) as const)]

export const formOf = (operation: string | null): OperationForm | undefined =>
  operationForms.find(f => f.operation === operation)
