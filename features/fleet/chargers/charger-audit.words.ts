// The words of a charger in the audit log, as its form has them.
import { ACTIVE, type AuditedFields, NAMELESS } from '#office/audit/audited-field.words.ts'
import { addressAudited } from '#office/geo/address-audit.words.ts'

export const chargerAudited: AuditedFields = {
  ...addressAudited,
  settings: NAMELESS,
  active: ACTIVE,
  isActive: ACTIVE,
  chargepoint_id: { label: 'Charger ID' },
  chargepoint_name: { label: 'Name' },
  kw: { label: 'Power (kW)' },
  volt: { label: 'Voltage (V)' },
  tolerance_watt: { label: 'Tolerance Level (Watts)' },
  meter_interval_sec: { label: 'Meter Interval (Seconds)' },
  maxPowerWatt: { label: 'Highest Power (Watts)' },
  registersInKwhSince: { label: 'Registers in kWh Since' },
  enteredSerialNumber: { label: 'Charge Point Serial Number' },
  employeeOrResident: { label: 'Employee / Resident (OTP)' },
  notificationFeatures: { label: 'Events' },
  faq: { label: 'Operating Instruction' },
  note: { label: 'Notes' },
}
