// The form of a vehicle in its seven sections. An empty field means that the value is not known.
import { call } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { Form, Section, useRecordForm } from '#kit/form.tsx'
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
import { VehicleBody, type VehicleValues } from './vehicle-body.contract.ts'
import * as words from './vehicle-words.contract.ts'

const NUMBERS: readonly string[] = [
  'year_of_manufacture',
  'battery_capacity',
  'seating_capacity',
  'odometer_reading',
  'range_per_charge',
  'top_speed',
  'total_financed_amount',
  'emi_amount',
  'motor_type',
  'body_type',
  'charging_port_type',
  'emi_cycle',
]
/** Figures and choices that are not known are null, texts are empty. */
const valuesOf = (data: Vehicle | readonly Vehicle[] | undefined): VehicleValues => {
  const v = data && vehicleIn(data)
  return Object.fromEntries(
    words.WRITTEN.map(name => [name, v?.[name] ?? (NUMBERS.includes(name) ? null : '')]),
  ) as unknown as VehicleValues
}

const { TEXTS, DOCUMENTS, documentNames } = words
const textOf = (name: keyof typeof TEXTS) => ({ name, label: TEXTS[name][0], maxLength: TEXTS[name][1] })
const optionsOf = (some: readonly string[]) => some.map(value => ({ value, label: value }))
const vehicleTypes = optionsOf(words.VEHICLE_TYPES)
const motorTypes = optionsOf(words.MOTOR_TYPES)
const bodyTypes = optionsOf(words.BODY_TYPES)
const usageTypes = optionsOf(words.USAGE_TYPES)
const portTypes = optionsOf(words.PORT_TYPES)
const emiCycles = optionsOf(words.EMI_CYCLES)
const none = { label: 'Not specified' }

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
  const { Text, Number: Figure, Select, Multiline } = form.fields
  return (
    <Form form={form} label="Vehicle" submit="Save" onCancel={back}>
      <Section title="Vehicle Details" help="What stands on the registration certificate.">
        <Select name="vehicle_type" label="Vehicle Type" required options={vehicleTypes} placeholder="Select a type" />
        <Text name="make" label="Make" required maxLength={50} autoComplete="off" />
        <Text name="model" label="Model" required maxLength={50} autoComplete="off" />
        <Text {...textOf('variant')} />
        <Figure name="year_of_manufacture" label="Year of Manufacture" required />
        <Text
          name="registration_number"
          label="Registration Number"
          required
          maxLength={20}
          autoComplete="off"
          help="The license plate; it stands once in a company."
        />
        <Text {...textOf('chassis_number')} />
        <Text {...textOf('engine_number')} />
        <Text {...textOf('vin')} />
        <Text {...textOf('license_plate_state')} />
      </Section>
      <Section title="Vehicle Specifications">
        <Figure name="battery_capacity" label="Battery Capacity" unit="kWh" />
        <Select name="motor_type" label="Motor Type" options={motorTypes} none={none} />
        <Figure name="seating_capacity" label="Seating Capacity" />
        <Text {...textOf('color')} />
        <Select name="body_type" label="Body Type" options={bodyTypes} none={none} />
      </Section>
      <Section title="Owner/Usage Information">
        <Text name="owner_name" label="Owner Name" required maxLength={100} autoComplete="off" />
        <Text name="owner_contact" label="Owner Contact" type="tel" maxLength={14} autoComplete="off" />
        <Select name="usage_type" label="Usage Type" required options={usageTypes} placeholder="Select a usage" />
        <Figure name="odometer_reading" label="Odometer Reading" unit="km" />
        <Text {...textOf('vehicle_insurance_provider')} />
        <Text {...textOf('insurance_policy_number')} />
        <Text name="insurance_expiry_date" label="Insurance Expiry Date" type="date" />
      </Section>
      <Section title="Additional Features/Specifications">
        <Figure name="range_per_charge" label="Range per Charge" unit="km" />
        <Select name="charging_port_type" label="Charging Port Type" options={portTypes} none={none} />
        <Figure name="top_speed" label="Top Speed" unit="km/h" />
        <Text {...textOf('tire_details')} />
        <Multiline {...textOf('key_features')} wide rows={2} />
      </Section>
      <Section title="Service and Maintenance Information">
        <Text name="last_service_date" label="Last Service Date" type="date" />
        <Text name="next_service_date" label="Next Service Date" type="date" />
        <Multiline {...textOf('service_history')} wide rows={3} />
        <Multiline {...textOf('warranty_details')} wide rows={2} />
        <Text {...textOf('roadside_assistance_provider')} />
      </Section>
      <Section title="Financials">
        <Figure name="total_financed_amount" label="Total Financed Amount" unit="₹" />
        <Text {...textOf('finance_company_name')} />
        <Figure name="emi_amount" label="EMI Amount" unit="₹" />
        <Select name="emi_cycle" label="EMI Cycle" options={emiCycles} none={none} />
        <Text name="emi_start_date" label="EMI Start Date" type="date" />
        <Text name="emi_end_date" label="EMI End Date" type="date" />
      </Section>
      <Section title="Documentation" help="PDF files. Only those who may see vehicles can open them.">
        {documentNames.map(name => (
          <UploadField
            key={name}
            name={name}
            label={DOCUMENTS[name]}
            directory={VEHICLE_DOCUMENTS}
            teamId={vehicle?.teamId}
            file={vehicle?.registration_number}
          />
        ))}
      </Section>
    </Form>
  )
}
