// Shared by tests of teams: a valid request, and calls by person.
import type { Person, TestApp } from '#testing/app.ts'

export const point = { lat: 12.9716, lng: 77.5946 }
export const teamBody = (more: object = {}) => ({
  name: 'East',
  active: 'Y',
  description: 'Chargers of the east',
  domain: null,
  address: { ...point, street: '1 Test Road', city: 'Bengaluru', state: 'Karnataka', country: 'IN' },
  ...more,
})
export const account = (more: object = {}) => ({
  business_name: 'Volt Works',
  business_type: 'llp',
  beneficiary_name: 'Volt Works LLP',
  email: 'pay@volt.example',
  phone: '9876543210',
  account_no: '000123456789',
  ifsc_code: 'HDFC0001234',
  gst: '',
  account_type: 'current',
  payout_percentage: 100,
  tax_percentage: 18,
  ...more,
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** `ask('admin', 'PUT', 'team/3', body)`: the status and the reply. */
export const asker = (t: TestApp) => async (who: Person, method: Method, path: string, payload?: object) => {
  const r = await t.app.inject({
    method,
    url: `/cms/v1/${path}`,
    headers: await t.as(who),
    ...(payload && { payload }),
  })
  return { status: r.statusCode, ...r.json() }
}
