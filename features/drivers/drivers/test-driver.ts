// Bodies of drivers and vehicles for tests.
export const driverBody = (more: object = {}) => ({
  firstName: 'Fleet',
  lastName: 'Driver',
  email: 'fleet@volt.example',
  phone: '+91 98765-4321',
  address: { lat: 12.9716, lng: 77.5946, street: '1 Test Road', city: 'Bengaluru', state: 'KA', zip_code: '560001' },
  ...more,
})
