// The fields of a vehicle (D-VEH-1, D-VEH-3). An optional field without a value means that the value is not known.
import { businessAddressField, gstinField, legalNameField, recipientTypeField } from '@wattdesk/base/business'
import { choice, day, file, key, lines, money, number, text } from '@wattdesk/base/record'
import { invalidPhone } from '@wattdesk/base/text'

const FIRST_YEAR = 1990
const nextYear = () => new Date().getUTCFullYear() + 1
const isYear = (year: number) => Number.isInteger(year) && year >= FIRST_YEAR && year <= nextYear()
const wrongYear = () => `Year of Manufacture should be between ${FIRST_YEAR} and ${nextYear()}`
const isContact = (phone: string) => /^[\d +-]{8,14}$/.test(phone) && /\d/.test(phone)
const figure = (label: string, max: number, unit: string) => number(label, { max, decimals: 2 }).unit(unit).optional()
const rupees = (label: string) => money(label, 1_000_000_000).optional()

/** The documents: PDF files. */
const documents = {
  registration_certificate: file('Registration Certificate').optional(),
  insurance_document: file('Insurance Document').optional(),
  pollution_certificate: file('Pollution Certificate').optional(),
  invoice_document: file('Invoice Document').optional(),
  loan_lease_details: file('Loan/Lease Details').optional(),
}
export const documentNames = Object.keys(documents) as (keyof typeof documents)[]

/** The business of the owner, which stands as recipient on invoices of the driver's sessions (TAX-01). */
export const ownerBusinessFields = {
  owner_gstin: gstinField('Owner GSTIN').optional().filtered().searched().listed({ hidden: true, minWidth: 170 }),
  owner_legal_name: legalNameField('Owner Legal Name').optional().searched().listed({ hidden: true, minWidth: 170 }),
  owner_business_address: businessAddressField('Owner Business Address').optional().listed({ exportOnly: true }),
}

export const vehicleFields = {
  vehicle_id: key('Vehicle ID').sorted().filtered(),
  registration_number: text('Registration Number', 20)
    .check(plate => /[A-Za-z0-9]/.test(plate), 'Registration Number must have letters or digits')
    .findable()
    .listed({ header: 'License Plate', identity: true, minWidth: 160 }),
  make: text('Make', 50).findable().listed({ minWidth: 150 }),
  model: text('Model', 50).findable().listed({ minWidth: 150 }),
  vehicle_type: choice('Vehicle Type', ['Car', 'Bike', '3-Wheeler', 'Truck'])
    .findable()
    .listed({ header: 'Type', minWidth: 120, flex: 0.6, head: true }),
  usage_type: choice('Usage Type', ['Private', 'Commercial']).filtered().listed({ exportOnly: true }),
  user_pk: key('Driver').optional(),
  assigned_driver_name: text('Assigned Driver', 100)
    .optional()
    .joined()
    .findable()
    .listed({ minWidth: 160, hidden: true }),
  owner_name: text('Owner Name', 100).findable().listed({ minWidth: 160, hidden: true }),
  year_of_manufacture: number('Year of Manufacture')
    .check(isYear, wrongYear)
    .sorted()
    .filtered()
    .listed({ hidden: true }),
  insurance_expiry_date: day('Insurance Expiry Date').optional().sorted().filtered().listed({ hidden: true }),
  companyId: key('Company'),
  teamId: key('Team'),
  team_name: text('Team', 100).joined().filtered().searched().listed({ hidden: true }),
  variant: text('Variant', 50).optional().searched(),
  chassis_number: text('Chassis Number', 30).optional(),
  engine_number: text('Engine Number', 30).optional(),
  vin: text('VIN', 17).optional().searched(),
  license_plate_state: text('License Plate State', 60).optional(),
  battery_capacity: figure('Battery Capacity', 10_000, 'kWh'),
  motor_type: choice('Motor Type', ['AC', 'DC']).optional(),
  seating_capacity: number('Seating Capacity', { max: 200, decimals: 0 }).optional(),
  color: text('Color', 30).optional(),
  body_type: choice('Body Type', ['Sedan', 'SUV', 'Hatchback', 'Truck', 'Two Wheeler']).optional(),
  ...ownerBusinessFields,
  owner_recipient_type: recipientTypeField('Owner Recipient Type').optional().listed({ hidden: true, minWidth: 170 }),
  owner_contact: text('Owner Contact', 14).check(isContact, invalidPhone).optional(),
  odometer_reading: figure('Odometer Reading', 10_000_000, 'km'),
  vehicle_insurance_provider: text('Vehicle Insurance Provider', 100).optional(),
  insurance_policy_number: text('Insurance Policy Number', 50).optional(),
  key_features: lines('Key Features', 1000).optional(),
  range_per_charge: figure('Range per Charge', 10_000, 'km'),
  charging_port_type: choice('Charging Port Type', ['CCS2', 'Type 2', 'CHAdeMO']).optional(),
  top_speed: figure('Top Speed', 1000, 'km/h'),
  tire_details: text('Tire Details', 200).optional(),
  last_service_date: day('Last Service Date').optional(),
  service_history: lines('Service History', 2000).optional(),
  next_service_date: day('Next Service Date').optional(),
  warranty_details: lines('Warranty Details', 500).optional(),
  roadside_assistance_provider: text('Roadside Assistance Provider', 100).optional(),
  total_financed_amount: rupees('Total Financed Amount').column('totalFinancedPaise'),
  emi_amount: rupees('EMI Amount').column('emiPaise'),
  emi_start_date: day('EMI Start Date').optional(),
  emi_end_date: day('EMI End Date').optional(),
  emi_cycle: choice('EMI Cycle', ['Weekly', 'Bi-weekly', 'Monthly', 'Quarterly']).optional(),
  finance_company_name: text('Finance Company Name', 100).optional(),
  ...documents,
}
