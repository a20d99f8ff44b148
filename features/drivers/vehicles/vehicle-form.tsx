// The form of a vehicle in its seven sections. An empty field means that the value is not known.
import { call } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { Form, Section, useRecordForm } from '#kit/form.tsx'
import { recordInputs, recordValues } from '#kit/record-inputs.tsx'
import { useSession } from '#kit/session.ts'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import { VEHICLE_DOCUMENTS } from '#office/uploads/upload.contract.ts'
import { UploadField } from '#office/uploads/upload-field.parts.tsx'
import { LIST } from './vehicle.actions.ts'
import {
  createVehicle,
  getVehicle,
  listAvailableVehicles,
  listVehicles,
  updateVehicle,
  type Vehicle,
  vehicleIn,
  vehicleRecord,
} from './vehicle.contract.ts'
import { documentLabel, documentNames, vehicleFields } from './vehicle.fields.ts'
import { VehicleBody, type VehicleValues } from './vehicle-body.contract.ts'

const valuesOf = (data?: Vehicle | readonly Vehicle[]): VehicleValues =>
  recordValues(vehicleFields, data && vehicleIn(data))
const Input = recordInputs(vehicleFields)

type Props = { vehicle?: Vehicle; tag?: string | undefined; readOnly: boolean }
export function VehicleForm({ vehicle, tag, readOnly }: Props) {
  const { teamId } = useSession()
  const navigate = useNavigate()
  const back = () => void navigate(LIST)
  const values = useMemo(() => valuesOf(vehicle), [vehicle])
  const form = useRecordForm<VehicleValues, VehicleBody, unknown>({
    schema: VehicleBody,
    values,
    version: vehicle && { kind: vehicleRecord, recordId: vehicle.vehicle_id, reader: getVehicle, tag, valuesOf },
    readOnly,
    save: (body, sent) =>
      vehicle
        ? call(updateVehicle, { params: { vehicleId: vehicle.vehicle_id }, body }, sent)
        : call(createVehicle, { params: { teamId }, body }),
    refreshes: [listVehicles, getVehicle, listAvailableVehicles, listRecordAudit],
    onSaved: back,
  })
  return (
    <Form form={form} label="Vehicle" submit="Save" onCancel={back}>
      <Section title="Vehicle Details" help="What stands on the registration certificate.">
        <Input name="vehicle_type" placeholder="Select a type" />
        <Input name="make" autoComplete="off" />
        <Input name="model" autoComplete="off" />
        <Input name="variant" />
        <Input name="year_of_manufacture" />
        <Input name="registration_number" autoComplete="off" help="The license plate; it stands once in a company." />
        <Input name="chassis_number" />
        <Input name="engine_number" />
        <Input name="vin" />
        <Input name="license_plate_state" />
      </Section>
      <Section title="Vehicle Specifications">
        <Input name="battery_capacity" />
        <Input name="motor_type" />
        <Input name="seating_capacity" />
        <Input name="color" />
        <Input name="body_type" />
      </Section>
      <Section title="Owner/Usage Information">
        <Input name="owner_name" autoComplete="off" />
        <Input name="owner_contact" type="tel" autoComplete="off" />
        <Input name="usage_type" placeholder="Select a usage" />
        <Input name="odometer_reading" />
        <Input name="vehicle_insurance_provider" />
        <Input name="insurance_policy_number" />
        <Input name="insurance_expiry_date" />
      </Section>
      <Section title="Additional Features/Specifications">
        <Input name="range_per_charge" />
        <Input name="charging_port_type" />
        <Input name="top_speed" />
        <Input name="tire_details" />
        <Input name="key_features" wide rows={2} />
      </Section>
      <Section title="Service and Maintenance Information">
        <Input name="last_service_date" />
        <Input name="next_service_date" />
        <Input name="service_history" wide rows={3} />
        <Input name="warranty_details" wide rows={2} />
        <Input name="roadside_assistance_provider" />
      </Section>
      <Section title="Financials">
        <Input name="total_financed_amount" />
        <Input name="finance_company_name" />
        <Input name="emi_amount" />
        <Input name="emi_cycle" />
        <Input name="emi_start_date" />
        <Input name="emi_end_date" />
      </Section>
      <Section title="Documentation" help="PDF files. Only those who may see vehicles can open them.">
        {documentNames.map(name => (
          <UploadField
            key={name}
            name={name}
            label={documentLabel(name)}
            directory={VEHICLE_DOCUMENTS}
            teamId={vehicle?.teamId}
            file={vehicle?.registration_number}
          />
        ))}
      </Section>
    </Form>
  )
}
