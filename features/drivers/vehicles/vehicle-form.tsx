// The form of a vehicle in its seven sections. An empty field means that the value is not known.
import { RECIPIENT_TYPE_HELP } from '@wattdesk/base/business'
import { Form, Section } from '#kit/form.tsx'
import { inputsOf, recordInputs, recordValues } from '#kit/record-inputs.tsx'
import { usePageForm } from '#kit/use-page-form.ts'
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
} from './vehicle.contract.ts'
import { documentNames, vehicleFields } from './vehicle.fields.ts'
import { VehicleBody, type VehicleValues } from './vehicle-body.contract.ts'

const valuesOf = (data?: Vehicle | readonly Vehicle[]): VehicleValues =>
  recordValues(vehicleFields, data && vehicleIn(data))
const Input = recordInputs(vehicleFields)
const Inputs = inputsOf(Input)

const calls = { list: listVehicles, read: getVehicle, create: createVehicle, change: updateVehicle }
const refreshes = [listAvailableVehicles, listRecordAudit]

type Props = { vehicle?: Vehicle; tag?: string | undefined; readOnly: boolean }
export function VehicleForm({ vehicle, tag, readOnly }: Props) {
  const page = usePageForm<VehicleValues, VehicleBody, Vehicle | readonly Vehicle[]>({
    schema: VehicleBody,
    valuesOf,
    stored: vehicle && { id: vehicle.vehicle_id, record: vehicle, tag },
    calls,
    list: LIST,
    readOnly,
    refreshes,
  })
  return (
    <Form {...page} label="Vehicle" submit="Save">
      <Section title="Vehicle Details" help="What stands on the registration certificate.">
        <Input name="vehicle_type" placeholder="Select a type" />
        <Input name="make" autoComplete="off" />
        <Input name="model" autoComplete="off" />
        <Inputs names={['variant', 'year_of_manufacture']} />
        <Input name="registration_number" autoComplete="off" help="The license plate; it stands once in a company." />
        <Inputs names={['chassis_number', 'engine_number', 'vin', 'license_plate_state']} />
      </Section>
      <Section title="Vehicle Specifications">
        <Inputs names={['battery_capacity', 'motor_type', 'seating_capacity', 'color', 'body_type']} />
      </Section>
      <Section title="Owner/Usage Information">
        <Input name="owner_name" autoComplete="off" />
        <Input name="owner_contact" type="tel" autoComplete="off" />
        <Input
          name="owner_gstin"
          autoComplete="off"
          help="Of an owner with a GST number, the invoices of the vehicle’s driver name the owner."
        />
        <Input name="owner_legal_name" autoComplete="off" />
        <Input name="owner_business_address" autoComplete="off" />
        <Input name="owner_recipient_type" help={RECIPIENT_TYPE_HELP} />
        <Input name="usage_type" placeholder="Select a usage" />
        <Inputs names={['odometer_reading', 'vehicle_insurance_provider']} />
        <Inputs names={['insurance_policy_number', 'insurance_expiry_date']} />
      </Section>
      <Section title="Additional Features/Specifications">
        <Inputs names={['range_per_charge', 'charging_port_type', 'top_speed', 'tire_details']} />
        <Input name="key_features" wide rows={2} />
      </Section>
      <Section title="Service and Maintenance Information">
        <Inputs names={['last_service_date', 'next_service_date']} />
        <Input name="service_history" wide rows={3} />
        <Input name="warranty_details" wide rows={2} />
        <Input name="roadside_assistance_provider" />
      </Section>
      <Section title="Financials">
        <Inputs names={['total_financed_amount', 'finance_company_name']} />
        <Inputs names={['emi_amount', 'emi_cycle', 'emi_start_date', 'emi_end_date']} />
      </Section>
      <Section title="Documentation" help="PDF files. Only those who may see vehicles can open them.">
        {documentNames.map(name => (
          <UploadField
            key={name}
            name={name}
            label={vehicleFields[name].setting.label}
            directory={VEHICLE_DOCUMENTS}
            teamId={vehicle?.teamId}
            file={vehicle?.registration_number}
          />
        ))}
      </Section>
    </Form>
  )
}
