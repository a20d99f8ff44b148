// A maintenance is planned, or changed (MAINT-01).
import { query } from '@wattdesk/wire/call'
import { useParams } from 'react-router'
import { RecordPages, useReadOnly } from '#kit/record-page.tsx'
import { LIST } from './maintenance.actions.ts'
import { getMaintenance } from './maintenance.contract.ts'
import { MaintenanceForm } from './maintenance-form.tsx'

export function MaintenanceEditPage() {
  const { id } = useParams()
  const mayNot = useReadOnly('ChargerPoint')
  return (
    <RecordPages
      id={id}
      list={{ label: 'Planned maintenance', path: LIST }}
      read={maintenanceId => query(getMaintenance, { params: { maintenanceId } })}
      missing="Maintenance not found"
      title="Edit maintenance"
      fresh={{ title: 'Plan maintenance', children: <MaintenanceForm readOnly={mayNot} /> }}
    >
      {({ data: m, tag }) => ({
        name: m.reason,
        children: (
          <MaintenanceForm
            key={m.maintenance_id}
            maintenance={m}
            tag={tag}
            readOnly={mayNot || m.state === 'Ended' || m.state === 'Cancelled'}
          />
        ),
      })}
    </RecordPages>
  )
}
