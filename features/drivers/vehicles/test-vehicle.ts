// The body of a vehicle for tests: what is required, and what is told.
export const vehicleBody = (registration_number: string, more: object = {}) => ({
  vehicle_type: 'Car',
  make: 'Volt',
  model: 'One',
  year_of_manufacture: 2024,
  registration_number,
  owner_name: 'Depot',
  usage_type: 'Commercial',
  ...more,
})
