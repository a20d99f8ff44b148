// A monitor that is added or changed, sent as SetVariableMonitoring; the charge point's answer comes with the operation.
import { z } from 'zod'
import { formParameters } from '#control/remote-operations/operation-body.contract.ts'
import { setVariableMonitoring } from '#control/remote-operations/operations/monitors-201.contract.ts'
import type { GivenParameters, Parameters } from '#control/remote-operations/operations/operations.contract.ts'
import { sendOperation } from '#control/remote-operations/send.actions.ts'
import { SEVERITIES } from '#fleet/station-events/station-event.words.ts'
import { Form, useRecordForm } from '#kit/form.tsx'
import { useSession } from '#kit/session.ts'
import { monitorText } from './monitor.actions.ts'
import type { StationMonitor } from './monitor.contract.ts'

const { fields } = setVariableMonitoring
type Name = typeof setVariableMonitoring.name
type Values = { parameters: Record<string, string> }
type Checked = { parameters: Parameters<Name> }

const valuesOf = (of: StationMonitor | undefined): Record<string, string> => ({
  variable: of ? monitorText(of) : '',
  type: of?.kind ?? 'UpperThreshold',
  value: of ? String(of.value) : '',
  severity: of ? String(of.severity) : '3',
  during: of?.duringTransaction ? 'Sessions' : 'Always',
  id: of ? String(of.monitorId) : '',
})
const DURING = [
  { value: 'Always', label: 'Always' },
  { value: 'Sessions', label: 'In sessions alone' },
]

/** `of`: the monitor to change; without it a new one. */
type Props = { charger: string; of: StationMonitor | undefined; onClose: () => void }
export default function MonitorDialog({ charger, of, onClose }: Props) {
  const { teamId } = useSession()
  const form = useRecordForm<Values, Checked, string>({
    // Named as the server names them, so that its refusals land on the fields.
    schema: z.object({ parameters: formParameters.SetVariableMonitoring }) as unknown as z.ZodType<Checked, Values>,
    values: { parameters: valuesOf(of) },
    save: ({ parameters }) =>
      sendOperation(
        teamId,
        {
          chargerId: charger,
          remoteOperationType: setVariableMonitoring.name,
          parameters: parameters as GivenParameters<Name>,
        },
        setVariableMonitoring.form.says({ chargepoint_pk: 0, chargepoint_id: charger }, parameters, ''),
      ),
    onSaved: onClose,
  })
  const { Select, Text, Number: Figure } = form.fields
  return (
    <Form
      in="dialog"
      form={form}
      title={of ? `Change monitor ${of.monitorId}` : 'Add monitor'}
      text={`It is sent to ${charger}, which may refuse it. Its answer is shown above the page.`}
      submit="Send"
      submitting="Sending"
      onClose={onClose}
    >
      <Text
        name="parameters.variable"
        label="Variable"
        required
        disabled={of !== undefined}
        help="As in the device model, such as TemperatureSensor.Temperature"
      />
      <Select
        name="parameters.type"
        label="Type"
        help="Thresholds: above or below the value. Delta: changed by it. Periodic: each so many seconds."
        options={fields.type.kind === 'choice' ? fields.type.choices.map(value => ({ value, label: value })) : []}
      />
      <Figure
        name="parameters.value"
        label="Value"
        required
        help="In the unit of the variable; seconds where it is periodic"
      />
      <Select
        name="parameters.severity"
        label="Severity"
        options={SEVERITIES.map((word, n) => ({ value: String(n), label: `${n} ${word}` }))}
      />
      <Select name="parameters.during" label="Watched" options={DURING} />
    </Form>
  )
}
