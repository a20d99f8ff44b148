// Vehicles through the API: rights first, then fields, plates, documents, days and amounts, and two people at once.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PDF, PNG } from '#office/uploads/test-files.ts'
import { removeUnnamed } from '#office/uploads/upload.commands.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { unique } from '#testing/ocpp.ts'
import { vehicleBody } from './test-vehicle.ts'
import type { Vehicle } from './vehicle.contract.ts'

let t: TestApp
const headers = {} as Record<Person, { authorization: string }>
beforeAll(async () => {
  t = await startApp()
  for (const who of ['root', 'admin', 'operator', 'finance', 'viewer', 'stranger'] as const)
    headers[who] = await t.as(who)
})
afterAll(() => t.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const ask = async (method: Method, path: string, who: Person, payload?: object, more: Record<string, string> = {}) => {
  const r = await t.app.inject({
    method,
    url: `/cms/v1/${path}`,
    headers: { ...headers[who], ...more },
    ...(payload && { payload }),
  })
  return { status: r.statusCode, etag: String(r.headers.etag), ...r.json() }
}
const create = (body: object, who: Person = 'operator', teamId = t.world.one.teamId) =>
  ask('POST', `team/${teamId}/vehicles`, who, body)
const made = async (more: object = {}): Promise<Vehicle> => {
  const r = await create(vehicleBody(unique('KA'), more))
  expect([r.status, r.errors]).toEqual([201, undefined])
  return r.data
}
const upload = async (who: Person, directory = 'vehicle-documents', bytes = PDF): Promise<string> =>
  (
    await ask('POST', `util/image-upload?teamId=${who === 'stranger' ? t.world.two.teamId : t.world.one.teamId}`, who, {
      image: bytes.toString('base64'),
      ...(directory && { directory }),
    })
  ).data

test('each call asks for its flag, and another company’s vehicle is not there', async () => {
  const { vehicle_id: id } = await made()
  const body = vehicleBody(unique('KA'))
  const cases: [Person, Method, string, object | undefined, number][] = [
    ['viewer', 'GET', `vehicles/${id}`, undefined, 200],
    ['finance', 'GET', `vehicles/${id}`, undefined, 403],
    ['viewer', 'POST', `team/${t.world.one.teamId}/vehicles`, body, 403],
    ['viewer', 'PUT', `vehicles/${id}`, body, 403],
    ['operator', 'PUT', `vehicles/${id}`, body, 200],
    ['operator', 'DELETE', `vehicles/${id}`, undefined, 403],
    ['stranger', 'GET', `vehicles/${id}`, undefined, 404],
    ['stranger', 'PUT', `vehicles/${id}`, body, 404],
    ['stranger', 'DELETE', `vehicles/${id}`, undefined, 404],
    ['stranger', 'GET', `team/${t.world.one.teamId}/vehicles`, undefined, 404],
  ]
  for (const [who, method, path, payload, status] of cases)
    expect([who, method, path, (await ask(method, path, who, payload)).status]).toEqual([who, method, path, status])
  // A choice: without view on Vehicle key and plate alone.
  const free = async (who: Person) =>
    Object.keys((await ask('GET', `vehicles/availableVehicles?teamId=${t.world.one.teamId}`, who)).data[0])
  expect(await free('finance')).toEqual(['vehicle_id', 'registration_number'])
  expect(await free('viewer')).toContain('make')
})

describe('fields', () => {
  const year = `Year of Manufacture should be between 1990 and ${new Date().getUTCFullYear() + 1}`
  test.each<[object, string, string]>([
    [{ vehicle_type: '' }, 'vehicle_type', 'Vehicle Type is required'],
    [{ vehicle_type: 'Boat' }, 'vehicle_type', 'Please select one of Car, Bike, 3-Wheeler, Truck'],
    [{ make: ' ' }, 'make', 'Make is required'],
    [{ model: undefined }, 'model', 'Model is required'],
    [{ year_of_manufacture: null }, 'year_of_manufacture', 'Year of Manufacture is required'],
    [{ year_of_manufacture: 1989 }, 'year_of_manufacture', year],
    [{ year_of_manufacture: new Date().getUTCFullYear() + 2 }, 'year_of_manufacture', year],
    [{ year_of_manufacture: 2020.5 }, 'year_of_manufacture', year],
    [{ registration_number: '' }, 'registration_number', 'Registration Number is required'],
    [{ registration_number: ' - ' }, 'registration_number', 'Registration Number must have letters or digits'],
    [
      { registration_number: 'K'.repeat(21) },
      'registration_number',
      'Registration Number should be 20 characters or less',
    ],
    [{ owner_name: '' }, 'owner_name', 'Owner Name is required'],
    [{ usage_type: undefined }, 'usage_type', 'Usage Type is required'],
    [{ owner_contact: '12' }, 'owner_contact', 'Please enter a valid phone number'],
    [{ vin: 'x'.repeat(18) }, 'vin', 'VIN should be 17 characters or less'],
    [{ motor_type: 'Steam' }, 'motor_type', 'Please select one of AC, DC'],
    [{ battery_capacity: -1 }, 'battery_capacity', 'Battery Capacity should be 0 or more'],
    [{ seating_capacity: 2.5 }, 'seating_capacity', 'Seating Capacity must be a whole number'],
    [{ emi_amount: 1.234 }, 'emi_amount', 'EMI Amount should have 2 decimals or less'],
    [{ emi_amount: '12' }, 'emi_amount', 'EMI Amount must be a number'],
    [{ total_financed_amount: 1e12 }, 'total_financed_amount', 'Total Financed Amount should be 1000000000 or less'],
    [{ last_service_date: '2026-02-30' }, 'last_service_date', 'Last Service Date must be a date'],
    [{ insurance_expiry_date: 'soon' }, 'insurance_expiry_date', 'Insurance Expiry Date must be a date'],
    [
      { last_service_date: '2026-03-02', next_service_date: '2026-03-01' },
      'next_service_date',
      'Next Service Date should not be before Last Service Date',
    ],
    [
      { emi_start_date: '2026-03-02', emi_end_date: '2026-03-01' },
      'emi_end_date',
      'EMI End Date should not be before EMI Start Date',
    ],
    [{ invoice_document: 'https://a.example/x.pdf' }, 'invoice_document', 'Invoice Document must be an uploaded file'],
  ])('%o is refused beside its field', async (wrong, field, text) => {
    const r = await create(vehicleBody(unique('KA'), wrong))
    expect([r.status, r.errors]).toEqual([422, { [field]: text }])
  })
  test('all of them come back as they were sent: days as days, amounts to the paisa, empty ones as nothing', async () => {
    const whole = {
      variant: 'LR',
      chassis_number: 'CH1',
      engine_number: 'EN1',
      vin: 'VIN1',
      license_plate_state: 'Karnataka',
      battery_capacity: 60.5,
      motor_type: 'AC',
      seating_capacity: 5,
      color: 'White',
      body_type: 'SUV',
      owner_contact: '080-2345678',
      odometer_reading: 12_345.6,
      vehicle_insurance_provider: 'Insurer',
      insurance_policy_number: 'P-1',
      insurance_expiry_date: '2028-02-29',
      key_features: 'ABS',
      range_per_charge: 410,
      charging_port_type: 'CCS2',
      top_speed: 160,
      tire_details: '215/60 R17',
      last_service_date: '2026-01-01',
      service_history: 'None',
      next_service_date: '2026-07-01',
      warranty_details: '8 years',
      roadside_assistance_provider: 'Helper',
      total_financed_amount: 1_234_567.89,
      emi_amount: 0.29,
      emi_start_date: '2026-01-31',
      emi_end_date: '2031-01-31',
      emi_cycle: 'Bi-weekly',
      finance_company_name: 'Bank',
      registration_certificate: await upload('operator'),
    }
    const sent = vehicleBody(unique('KA'), whole)
    const r = await create({
      ...sent,
      motor_type: 'AC',
      user_pk: 5,
      companyId: t.world.two.companyId,
      vehicle_id: 77_777,
    })
    expect([r.status, r.message]).toEqual([201, 'Vehicle created successfully'])
    expect(r.data).toMatchObject({ ...sent, user_pk: null, companyId: t.world.one.companyId, insurance_document: null })
    const read = (await ask('GET', `vehicles/${r.data.vehicle_id}`, 'viewer')).data
    expect(read).toEqual([r.data])
    const empty = await ask('PUT', `vehicles/${r.data.vehicle_id}`, 'operator', {
      ...vehicleBody(sent.registration_number),
      motor_type: '',
      vin: '',
      emi_amount: null,
      last_service_date: '',
    })
    expect(empty.message).toBe('Vehicle updated successfully')
    expect(empty.data).toMatchObject({ motor_type: null, vin: null, emi_amount: null, last_service_date: null })
  })
})

test('the business of an owner is whole or none, is stored in capitals, and is found', async () => {
  const business = { owner_gstin: '33aapfu0939f1z2', owner_legal_name: 'Cabs Ltd', owner_business_address: 'Chennai' }
  const path = `team/${t.world.one.teamId}/vehicles`
  const { data: v } = await ask('POST', path, 'operator', vehicleBody('KA-GST-1', business))
  expect(v).toMatchObject({ ...business, owner_gstin: '33AAPFU0939F1Z2' })
  expect((await ask('GET', `${path}?q=33AAPFU`, 'operator')).data.map((d: Vehicle) => d.vehicle_id)).toEqual([
    v.vehicle_id,
  ])
  expect(
    await ask(
      'PUT',
      `vehicles/${v.vehicle_id}`,
      'operator',
      vehicleBody('KA-GST-1', { owner_gstin: business.owner_gstin }),
    ),
  ).toMatchObject({
    status: 422,
    errors: { owner_legal_name: 'Owner Legal Name is required' },
  })
  expect((await ask('PUT', `vehicles/${v.vehicle_id}`, 'operator', vehicleBody('KA-GST-1'))).data).toMatchObject({
    owner_gstin: null,
    owner_legal_name: null,
  })
})

test('a plate stands once in a company, however it is spaced, and is free again once its vehicle is deleted', async () => {
  const first = (await create(vehicleBody('KA 01 AB 1234'))).data as Vehicle
  const taken = await create(vehicleBody('ka-01-ab-1234'), 'admin', t.world.one.siblingId)
  const text = 'A vehicle with this registration number already exists'
  expect([taken.status, taken.errors]).toEqual([409, { registration_number: text }])
  expect((await create(vehicleBody('KA01AB1234'), 'stranger', t.world.two.teamId)).status).toBe(201)
  const other = await made()
  expect((await ask('PUT', `vehicles/${other.vehicle_id}`, 'admin', vehicleBody('KA01AB1234'))).status).toBe(409)
  const gone = await ask('DELETE', `vehicles/${first.vehicle_id}`, 'admin')
  expect([gone.status, gone.message]).toEqual([200, 'Vehicle deleted successfully'])
  expect((await ask('GET', `vehicles/${first.vehicle_id}`, 'admin')).status).toBe(404)
  expect((await create(vehicleBody('KA01AB1234'))).status).toBe(201)
})

test('documents are PDF files of one’s own, and are read with the token and view on Vehicle alone', async () => {
  const link = await upload('operator')
  const { vehicle_id: id } = await made({ insurance_document: link })
  for (const wrong of [await upload('stranger'), await upload('operator', '', PNG), `/files/${'a'.repeat(32)}.pdf`]) {
    const r = await ask('PUT', `vehicles/${id}`, 'operator', vehicleBody(unique('KA'), { invoice_document: wrong }))
    expect([r.status, r.errors]).toEqual([422, { invoice_document: 'Invoice Document must be an uploaded file' }])
  }
  // Somebody else's save keeps what stands there.
  expect(
    (await ask('PUT', `vehicles/${id}`, 'root', vehicleBody(unique('KA'), { insurance_document: link }))).status,
  ).toBe(200)
  const file = async (who?: Person) =>
    (await t.app.inject({ url: link, ...(who && { headers: headers[who] }) })).statusCode
  expect([await file('viewer'), await file('finance'), await file('stranger'), await file()]).toEqual([
    200, 403, 404, 401,
  ])
})

test('documents go with their vehicle, unless another one names them', async () => {
  const [own, shared] = [await upload('operator'), await upload('operator')]
  const { vehicle_id: id } = await made({ insurance_document: own, invoice_document: shared })
  await made({ registration_certificate: shared })
  const status = async (url: string) => (await t.app.inject({ url, headers: headers.viewer })).statusCode
  expect([await status(own), await status(shared)]).toEqual([200, 200])
  expect((await ask('DELETE', `vehicles/${id}`, 'admin')).status).toBe(200)
  expect([await status(own), await status(shared)]).toEqual([404, 200])
  await removeUnnamed(t.services)
  const left = t.db.selectFrom('upload').select('name').where('name', '=', own.replace('/files/', ''))
  expect(await left.execute()).toEqual([])
})

test('two people at once: the later one is told', async () => {
  const { vehicle_id: id, registration_number: plate } = await made()
  const { etag } = await ask('GET', `vehicles/${id}`, 'admin')
  const put = (color: string) =>
    ask('PUT', `vehicles/${id}`, 'admin', vehicleBody(plate, { color }), { 'if-match': etag })
  expect((await put('White')).status).toBe(200)
  const late = await put('Black')
  expect([late.status, late.data.color]).toEqual([409, 'White'])
})

test('the list finds plates however spaced, drivers by name and types by word; filters and orders hold', async () => {
  const { companyId, siblingId, teamId } = t.world.one
  const of = async (plate: string, more: object, driver?: string) => {
    const { vehicle_id } = (await create(vehicleBody(plate, { make: 'Listed', ...more }), 'admin', siblingId)).data
    if (driver)
      await sql`with d as (insert into driver (company_id, team_id, first_name, last_name)
          values (${companyId}, ${siblingId}, 'Listed', ${driver}) returning id)
        update vehicle set user_pk = d.id from d where vehicle_id = ${vehicle_id}`.execute(t.db)
    return vehicle_id as number
  }
  const a = await of('MH 12 XY 0001', { vehicle_type: 'Bike', insurance_expiry_date: '2026-05-05' }, 'Asha')
  const b = await of('MH12XY0002', { vehicle_type: 'Truck', insurance_expiry_date: '2027-05-05' }, 'Bina')
  const c = await of('MH12XY0003', {})
  const ids = async (query: string, team = siblingId) => {
    const r = await ask('GET', `team/${team}/vehicles?page=1&pageSize=100&${query}`, 'admin')
    expect(r.status).toBe(200)
    return (r.data as Vehicle[]).map(v => v.vehicle_id)
  }
  const filters = (field: string, operator: string, value?: string) =>
    `filters=${encodeURIComponent(JSON.stringify({ combine: 'AND', conditions: [{ field, operator, value }] }))}`
  const cases: [string, number[]][] = [
    ['', [c, b, a]],
    ['q=mh12xy0001', [a]],
    ['q=12 XY 0002', [b]],
    ['q=asha', [a]],
    ['q=truck', [b]],
    ['q=%25', []],
    ['sort=assigned_driver_name', [a, b, c]],
    ['sort=-registration_number', [c, b, a]],
    [filters('assigned_driver_name', 'isEmpty'), [c]],
    [`tz=-480&${filters('insurance_expiry_date', 'equals', '2026-05-05')}`, [a]],
    [`tz=330&${filters('insurance_expiry_date', 'after', '2026-05-05')}`, [b]],
  ]
  for (const [query, wanted] of cases) expect([query, await ids(query)]).toEqual([query, wanted])
  expect(await ids('q=mh12xy', teamId)).toEqual([])
  expect(await ids('q=mh12xy', companyId)).toEqual([c, b, a])
})
