// A program that uses the API as a stranger would: with a client whose types are generated from /docs/api.json into
// `schema.ts` beside this file. It makes a company, a price, a charge point and a tag, has a car charged, and reads the
// session with its bill. app/api-reference/client.test.ts generates the types, checks this file against them and runs it.
import createClient from 'openapi-fetch'
import type { components, paths } from './schema.ts'

type Failure = components['schemas']['Failure']
/** What the test is told at the end. */
export type Journey = { company: string; energy: number; billed: number | null; lines: string[]; unit: string }

const [baseUrl = '', username = '', password = ''] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl, headers: { 'Wattdesk-Version': '2026-11-29' } })

/** The data of a reply; a refusal ends the program with its words. */
function found<T>({ data, error, response }: { data?: T; error?: Failure; response: Response }): T {
  if (data === undefined) throw new Error(`${response.status} ${response.url}: ${JSON.stringify(error)}`)
  return data
}

const signedIn = found(await client.POST('/auth/login', { body: { username, password: btoa(password) } }))
// A person with a second factor would go on with a code; a program signs in by an API key.
if (!('access_token' in signedIn.data)) throw new Error(signedIn.data.step)
const { access_token: token } = signedIn.data
client.use({
  onRequest({ request }) {
    request.headers.set('authorization', `Bearer ${token}`)
    return request
  },
})

const { data: company } = found(
  await client.POST('/cms/v1/company', {
    body: {
      name: 'Sunrise Charging',
      domain: 'sunrise.example',
      provider: { name: 'Sunrise' },
      companyProtocolType: 'ocpp',
      active: 'Y',
      token: null,
      endpoint: null,
      partyId: null,
      rootUser: 'sunrise-admin',
      emailId: 'admin@sunrise.example',
      paymentCurrency: 'INR',
      paymentGatewayId: 1,
      taxPercent: 18,
      transactionPercent: 2,
    },
  }),
)
const teamId = company.id
// The supplier on the bills.
const account = {
  business_name: 'Sunrise Charging LLP',
  business_type: 'llp',
  beneficiary_name: 'Sunrise Charging LLP',
  email: 'pay@sunrise.example',
  phone: '9876543210',
  account_no: '000123456789',
  ifsc_code: 'HDFC0001234',
  gst: '29AACCC6636P1Z1',
  account_type: 'current',
  payout_percentage: 100,
  tax_percentage: 18,
}
const address = {
  street: '1 Hill Road',
  houseNumber: '',
  zipCode: '560001',
  city: 'Bengaluru',
  state: 'Karnataka',
  country: 'IN',
}
found(
  await client.PUT('/cms/v1/team/{teamId}', {
    params: { path: { teamId } },
    body: { address: { ...address, lat: 12.97, lng: 77.59 }, payoutAccounts: [account] },
  }),
)
const { data: price } = found(
  await client.POST('/cms/v1/pricegroup', {
    params: { query: { teamId } },
    body: {
      name: 'All day',
      description: 'One price',
      priceGroupType: 'fixed',
      priceDetails: [{ day: 0, startTime: '00:00', endTime: '23:59', priceType: 'kwh', priceperKW: 20 }],
    },
  }),
)
const { data: charger } = found(
  await client.POST('/cms/v1/team/{teamId}/charger', {
    params: { path: { teamId } },
    body: {
      chargepoint_id: 'SUN-1',
      chargepoint_name: 'Yard',
      charger_type: 'DC',
      charger_category: 'paid',
      registrationStatus: 'Accepted',
      access_level: 'Public',
      description: null,
      note: null,
      address: { street: null, houseNumber: null, zipcode: null, city: 'Bengaluru', state: 'Karnataka', country: 'IN' },
      locationLatitude: 12.97,
      locationLongitude: 77.59,
      tolerance_watt: 300,
      meter_interval_sec: 30,
      connectors: [{ connectorType: 'CCS Type 2', kw: 60, priceGroupId: price.priceGroupId }],
    },
  }),
)
const { data: tag } = found(
  await client.POST('/cms/v1/team/{teamId}/tags', {
    params: { path: { teamId } },
    body: { tag: 'SUNRISE-1', max_active_trans_count: -1 },
  }),
)

// The car charges: the test has a simulated charge point do that.
await new Promise<void>(ok => {
  process.once('message', () => ok())
  process.send?.({ charge: { chargepointId: charger.chargepoint_id, idTag: tag.tag } })
})

const { data: sessions } = found(
  await client.GET('/cms/v1/team/{teamId}/transactions', { params: { path: { teamId }, query: { page: 1 } } }),
)
const [session] = sessions
if (!session) throw new Error('The session is not listed')
const { data: bill } = found(
  await client.GET('/cms/v1/team/{teamId}/transaction/{id}/bill', {
    params: { path: { teamId, id: session.transactionId } },
  }),
)
const journey: Journey = {
  company: company.name,
  energy: session.kw_consumed,
  billed: session.totalAmountCharged,
  lines: bill.bill?.lines.map(l => `${l.label} ${l.quantity} × ${l.rate} = ${l.amount}`) ?? [],
  unit: bill.bill?.lines[0]?.unit ?? '',
}
await new Promise(ok => process.send?.({ journey }, ok))
process.disconnect?.()
