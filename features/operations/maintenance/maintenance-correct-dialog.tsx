// Asks when the work of a maintenance really began and ended, once it is over (MAINT-03).
import { localZone, zoneName } from '@wattdesk/base/time'
import { call } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import type { z } from 'zod'
import { Form, useRecordForm } from '#kit/form.tsx'
import { MAINTENANCE_READS } from './maintenance.actions.ts'
import { correctMaintenance, getMaintenance, type Maintenance, maintenanceRecord } from './maintenance.contract.ts'
import { type RealTimes, RealTimesForm } from './maintenance-body.contract.ts'
import { localText } from './maintenance-calendar.rules.ts'

type Values = z.input<typeof RealTimesForm>
/** `tag`: of the reply that showed the maintenance. */
type Props = { maintenance: Maintenance; tag: string | undefined; onClose: () => void }
const valuesOf = (m: Maintenance): Values => ({ starts_at: localText(m.starts_at), ends_at: localText(m.ends_at) })
export default function MaintenanceCorrectDialog({ maintenance: m, tag, onClose }: Props) {
  const values = useMemo(() => valuesOf(m), [m])
  const form = useRecordForm<Values, RealTimes, unknown>({
    schema: RealTimesForm,
    values,
    version: { kind: maintenanceRecord, recordId: m.maintenance_id, reader: getMaintenance, tag, valuesOf },
    readOnly: false,
    save: (body, sent) =>
      call(
        correctMaintenance,
        { params: { maintenanceId: m.maintenance_id }, body: { ...body, clock: localZone() } },
        sent,
      ),
    refreshes: [...MAINTENANCE_READS],
    // The notice is the message of the reply.
    onSaved: onClose,
  })
  const { Text } = form.fields
  return (
    <Form
      in="dialog"
      form={form}
      title="Correct times"
      text={`When the work really began and ended, by your own clock (${zoneName()}). Uptime is counted anew by these times.`}
      submit="Save"
      onClose={onClose}
      maxWidth="xs"
    >
      <Text name="starts_at" label="Began" type="datetime-local" required />
      <Text name="ends_at" label="Ended" type="datetime-local" required />
    </Form>
  )
}
