// The operations beyond the nine that have few fields (D-OCPP-10): cache, vendor's data, configuration, local list,
// reservations, triggers.
import Campaign from '@mui/icons-material/CampaignOutlined'
import Checklist from '@mui/icons-material/ChecklistOutlined'
import CleaningServices from '@mui/icons-material/CleaningServicesOutlined'
import EventAvailable from '@mui/icons-material/EventAvailableOutlined'
import EventBusy from '@mui/icons-material/EventBusyOutlined'
import Feed from '@mui/icons-material/FeedOutlined'
import SwapHoriz from '@mui/icons-material/SwapHorizOutlined'
import { EXTENDED_TRIGGER_MESSAGES } from '#control/remote-operations/operation-choices.contract.ts'
import { boundFields } from '#kit/fields.tsx'
import { TimeField } from './file-forms.tsx'
import { localListForm } from './local-list-form.tsx'
import { asOptions, type MoreForm, placeOf } from './operation-form-shape.tsx'
import { ConnectorField, type Values } from './option-fields.tsx'
import { TagField } from './tag-field.tsx'

const { Text, Select, Number: Figure, Multiline } = boundFields<Values>()

export const coreForms: readonly MoreForm[] = [
  {
    operation: 'ClearCache',
    icon: CleaningServices,
    help: 'Empties the list of tags that the charge point remembers. It asks the server about each tag again.',
    says: charger => `Clear the tag cache of ${charger.chargepoint_id}`,
    initial: () => ({}),
  },
  {
    operation: 'DataTransfer',
    icon: SwapHoriz,
    help: "Sends a message of the vendor's own, as the vendor's manual describes it.",
    says: (charger, { vendorId }) => `Data of ${String(vendorId)} to ${charger.chargepoint_id}`,
    initial: () => ({ vendorId: '', messageId: '', data: '' }),
    Fields: () => (
      <>
        <Text name="parameters.vendorId" label="Vendor Id" required maxLength={255} />
        <Text name="parameters.messageId" label="Message Id" maxLength={50} />
        <Multiline name="parameters.data" label="Data" wide help="Goes out exactly as it stands here" />
      </>
    ),
  },
  {
    operation: 'GetConfiguration',
    icon: Feed,
    help: 'Reads the configuration of the charge point.',
    says: charger => `Configuration of ${charger.chargepoint_id}`,
    initial: () => ({ key: '' }),
    Fields: () => (
      <Multiline
        name="parameters.key"
        label="Keys"
        wide
        help="One a line, or parted by commas. Leave this empty to read all of them."
      />
    ),
  },
]

export const listForms: readonly MoreForm[] = [
  {
    operation: 'GetLocalListVersion',
    icon: Checklist,
    help: 'Asks for the version of the list of tags that the charge point accepts while it is offline.',
    says: charger => `Version of the local list of ${charger.chargepoint_id}`,
    initial: () => ({}),
  },
  localListForm,
]

export const reservationForms: readonly MoreForm[] = [
  {
    operation: 'ReserveNow',
    icon: EventAvailable,
    help: 'Keeps a connector free for one tag until a time.',
    says: (charger, { connectorId }) => `Reservation on ${charger.chargepoint_id}${placeOf(connectorId)}`,
    initial: ({ connectorId = '' }) => ({ connectorId, expiryDate: '', idTag: '', parentIdTag: '' }),
    Fields: props => (
      <>
        <ConnectorField {...props} withWhole />
        <TagField {...props} />
        <TimeField name="parameters.expiryDate" label="Expiry Date" required help="The reservation ends then" />
        <Text
          name="parameters.parentIdTag"
          label="Parent Tag"
          maxLength={20}
          help="Tags of this group may use the reservation too"
        />
      </>
    ),
  },
  {
    operation: 'CancelReservation',
    icon: EventBusy,
    help: 'Ends a reservation before its time.',
    says: (charger, { reservationId }) => `Cancel reservation ${String(reservationId)} on ${charger.chargepoint_id}`,
    initial: () => ({ reservationId: '' }),
    Fields: () => <Figure name="parameters.reservationId" label="Reservation Id" required />,
  },
]

export const extendedTrigger: MoreForm = {
  operation: 'ExtendedTriggerMessage',
  icon: Campaign,
  help: 'Asks the charge point to send a message now, also those of its security.',
  says: (charger, { requestedMessage }) => `${String(requestedMessage)} of ${charger.chargepoint_id}`,
  initial: ({ connectorId = '0' }) => ({ requestedMessage: 'BootNotification', connectorId }),
  Fields: props => (
    <>
      <Select
        name="parameters.requestedMessage"
        label="Message"
        required
        options={asOptions(EXTENDED_TRIGGER_MESSAGES)}
      />
      <ConnectorField {...props} withWhole />
    </>
  ),
}
