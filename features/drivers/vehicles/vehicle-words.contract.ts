// The choices of a vehicle's fields, and the limits of their texts (document words; D-VEH-3).
export const VEHICLE_TYPES = ['Car', 'Bike', '3-Wheeler', 'Truck'] as const
export const MOTOR_TYPES = ['AC', 'DC'] as const
export const BODY_TYPES = ['Sedan', 'SUV', 'Hatchback', 'Truck', 'Two Wheeler'] as const
export const USAGE_TYPES = ['Private', 'Commercial'] as const
export const PORT_TYPES = ['CCS2', 'Type 2', 'CHAdeMO'] as const
export const EMI_CYCLES = ['Weekly', 'Bi-weekly', 'Monthly', 'Quarterly'] as const

export const FIRST_YEAR = 1990

/** The texts that may be left out: label and the most characters. */
export const TEXTS = {
  variant: ['Variant', 50],
  chassis_number: ['Chassis Number', 30],
  engine_number: ['Engine Number', 30],
  vin: ['VIN', 17],
  license_plate_state: ['License Plate State', 60],
  color: ['Color', 30],
  vehicle_insurance_provider: ['Vehicle Insurance Provider', 100],
  insurance_policy_number: ['Insurance Policy Number', 50],
  key_features: ['Key Features', 1000],
  tire_details: ['Tire Details', 200],
  service_history: ['Service History', 2000],
  warranty_details: ['Warranty Details', 500],
  roadside_assistance_provider: ['Roadside Assistance Provider', 100],
  finance_company_name: ['Finance Company Name', 100],
} as const

/** The documents: PDF files, each under its name. */
export const DOCUMENTS = {
  registration_certificate: 'Registration Certificate',
  insurance_document: 'Insurance Document',
  pollution_certificate: 'Pollution Certificate',
  invoice_document: 'Invoice Document',
  loan_lease_details: 'Loan/Lease Details',
} as const
export type DocumentName = keyof typeof DOCUMENTS
export const documentNames = Object.keys(DOCUMENTS) as DocumentName[]

/** All that people write of a vehicle, in the order of the form. */
export const WRITTEN = [
  ...(['vehicle_type', 'make', 'model', 'variant', 'year_of_manufacture', 'registration_number'] as const),
  ...(['chassis_number', 'engine_number', 'vin', 'license_plate_state'] as const),
  ...(['battery_capacity', 'motor_type', 'seating_capacity', 'color', 'body_type'] as const),
  ...(['owner_name', 'owner_contact', 'usage_type', 'odometer_reading'] as const),
  ...(['vehicle_insurance_provider', 'insurance_policy_number', 'insurance_expiry_date'] as const),
  ...(['key_features', 'range_per_charge', 'charging_port_type', 'top_speed', 'tire_details'] as const),
  ...(['last_service_date', 'service_history', 'next_service_date', 'warranty_details'] as const),
  ...(['roadside_assistance_provider', 'total_financed_amount', 'emi_amount', 'emi_start_date'] as const),
  ...(['emi_end_date', 'emi_cycle', 'finance_company_name'] as const),
  ...(['registration_certificate', 'insurance_document', 'pollution_certificate', 'invoice_document'] as const),
  'loan_lease_details',
] as const
