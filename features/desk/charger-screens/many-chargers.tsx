// The bulk actions of the charger list: the forms of single operations and those of the list, each in the dialog that
// shows the number of charge points. Loaded when the first dialog is opened.

import { PUSHED } from '#desk/bulk-actions/bulk-action-body.contract.ts'
import { BulkDialog, type BulkDialogProps } from '#desk/bulk-actions/bulk-dialog.parts.tsx'
import { ChargingSiteFields, PriceGroupFields, PushSettingsFields } from '#desk/bulk-actions/bulk-fields.parts.tsx'
import { formOf } from '#desk/operation-forms/operation-forms.tsx'
import type { Chosen } from '#kit/choice.ts'

type Given = Pick<BulkDialogProps, 'help' | 'verb' | 'isDestructive' | 'initial' | 'Fields'>
/** The form of a single operation, which asks nothing of one charge point alone. */
function single(operation: string): Pick<Given, 'help' | 'initial' | 'Fields'> {
  const form = formOf(operation)
  const NOBODY = { chargepoint_pk: 0, chargepoint_id: '' }
  const Own = form?.Fields
  return {
    help: form?.help ?? '',
    initial: form?.initial({}) ?? {},
    Fields: ({ teamId }) => (Own ? <Own teamId={teamId} charger={NOBODY} /> : null),
  }
}
const forms: Record<BulkDialogProps['kind'], Given> = {
  Reset: {
    ...single('Reset'),
    help: 'Restarts each of them. Running sessions end, and they are away for some minutes. A soft reset ends sessions in order first.',
    verb: 'Reset',
    isDestructive: true,
  },
  ChangeConfiguration: {
    ...single('ChangeConfiguration'),
    help: 'Sets one value of the configuration of each of them.',
    verb: 'Change',
  },
  PushSettings: {
    help: 'Sends each of them the settings that differ from what its templates require or from what was last set, key by key. Each key has its own answer.',
    verb: 'Set at',
    initial: { which: PUSHED[0] },
    Fields: PushSettingsFields,
  },
  UpdateFirmware: {
    ...single('UpdateFirmware'),
    help: 'Has each of them fetch and install new firmware, and restart for it.',
    verb: 'Update',
    isDestructive: true,
  },
  PriceGroup: {
    help: 'Sessions that begin from now on are billed by the new price group; running ones keep theirs.',
    verb: 'Change',
    initial: { priceGroupId: '', connectorId: '' },
    Fields: PriceGroupFields,
  },
  ChargingSite: {
    help: 'Puts each of them at another site; those that stand elsewhere leave there.',
    verb: 'Change',
    initial: { chargingSiteId: '' },
    Fields: ChargingSiteFields,
  },
}

export type ManyChargersProps = { teamId: number; kind: BulkDialogProps['kind']; chosen: Chosen; onClose: () => void }
export default function ManyChargers(props: ManyChargersProps) {
  return <BulkDialog {...props} {...forms[props.kind]} />
}
