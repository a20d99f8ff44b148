// Drivers through the API: rights first, then fields, the wallet and app tag of each, tags and vehicles that one driver
// at most can have, and a charger's answer for a disabled driver.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { vehicleBody } from '#drivers/vehicles/test-vehicle.ts'
import { validAt } from '#fleet/tags/tag.store.ts'
import { balanceOf } from '#money/ledger/account.store.ts'
import { credit, debit } from '#money/ledger/ledger.rules.ts'
import { post } from '#money/ledger/posting.store.ts'
import { NO_GSTIN_OF_UNIT, NO_LUT } from '#office/tax-settings/recipient-type.commands.ts'
import { addEntry } from '#office/tax-settings/tax-setting.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { bootedCharger, newTag, start, stop, unique } from '#testing/ocpp.ts'
import type { Driver } from './driver.contract.ts'
import { driverBody } from './test-driver.ts'

let t: TestApp
let ws: string
const headers = {} as Record<Person, { authorization: string }>
beforeAll(async () => {
  t = await startApp()
  ws = (await t.listen()).ws
  for (const who of ['root', 'admin', 'operator', 'viewer', 'stranger'] as const) headers[who] = await t.as(who)
})
afterAll(() => t.close())

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const ask = async (method: Method, path: string, who: Person, payload?: object, more: Record<string, string> = {}) => {
  const r = await t.app.inject({
    method,
    url: `/cms/v1/${path}`,
    headers: { ...headers[who], ...more },
    ...(payload && { payload }),
  })
  return { status: r.statusCode, etag: String(r.headers.etag), ...r.json() }
}
const made = async (more: object = {}, who: Person = 'operator', teamId = t.world.one.teamId): Promise<Driver> => {
  const r = await ask('POST', `customer?teamId=${teamId}`, who, driverBody(more))
  expect([r.status, r.errors]).toEqual([201, undefined])
  return r.data
}
const pkOf = async (idTag: string) =>
  (await sql<{ pk: number }>`select ocpp_tag_pk as pk from ocpp_tag where id_tag = ${idTag}`.execute(t.db)).rows[0]
    ?.pk ?? 0
const freeTag = async (more: object = {}) => pkOf(await newTag(t, { teamId: t.world.one.teamId, ...more }))
const vehicle = async (who: Person = 'operator', teamId = t.world.one.teamId): Promise<number> =>
  (await ask('POST', `team/${teamId}/vehicles`, who, vehicleBody(unique('KA'), {}))).data.vehicle_id

test('a driver may carry a business: whole or none, in capitals, audited, compared by If-Match, left alone where not sent', async () => {
  const business = { gstin: '27AAPFU0939F1ZV', legalName: 'Fleet Ltd', businessAddress: '1 Road, Pune' }
  const d = await made({ ...business, gstin: ' 27aapfu0939f1zv' })
  expect(d).toMatchObject(business)
  const change = (more: object, header: Record<string, string> = {}) =>
    ask('PUT', `customer/${d.id}`, 'operator', driverBody(more), header)
  const { etag } = await ask('GET', `customer/${d.id}`, 'operator')
  expect((await change({ firstName: 'Asha' })).data).toMatchObject(business)
  expect((await change({ ...business, gstin: '27AAPFU0939F1ZW' })).errors).toEqual({
    gstin: 'Please enter a valid GSTIN',
  })
  expect((await change({ legalName: 'Alone' })).errors).toEqual({
    gstin: 'GSTIN is required',
    businessAddress: 'Business Address is required',
  })
  expect((await change({ ...business, legalName: 'Other Ltd' })).data.legalName).toBe('Other Ltd')
  const { rows } = await sql<{ before: object; after: object }>`select before, after from audit_entry
    where feature = 'Customers' and record_id = ${String(d.id)} order by id desc limit 1`.execute(t.db)
  expect(rows).toMatchObject([{ before: { legalName: 'Fleet Ltd' }, after: { legalName: 'Other Ltd' } }])
  expect((await change(business, { 'if-match': etag })).status).toBe(409)
  expect((await change({ gstin: null })).data).toMatchObject({ gstin: null, legalName: null, businessAddress: null })
})

test('a unit in a Special Economic Zone needs a GSTIN, and without payment of tax a letter of undertaking', async () => {
  const business = { gstin: '27AAPFU0939F1ZV', legalName: 'Fleet Ltd', businessAddress: '1 Road, Pune' }
  const d = await made()
  const change = (more: object) => ask('PUT', `customer/${d.id}`, 'operator', driverBody(more))
  expect(await change({ recipientType: 'SEZWP' })).toMatchObject({ status: 422, errors: { gstin: NO_GSTIN_OF_UNIT } })
  expect((await change({ ...business, recipientType: 'SEZ' })).errors).toEqual({
    recipientType: 'Please select a recipient type',
  })
  expect((await change({ ...business, recipientType: 'SEZWP' })).data).toMatchObject({ recipientType: 'SEZWP' })
  expect(await change({ ...business, recipientType: 'SEZWOP' })).toMatchObject({
    status: 422,
    errors: { recipientType: NO_LUT },
  })
  const { companyId } = t.world.one
  const set = (value: string | null) =>
    t.db.transaction().execute(trx =>
      addEntry(trx, {
        companyId,
        name: 'lut',
        since: new Date().toISOString().slice(0, 10),
        value,
        at: new Date(),
        userId: null,
      }),
    )
  await set('AD290426001234X')
  expect((await change({ ...business, recipientType: 'SEZWOP' })).data).toMatchObject({ recipientType: 'SEZWOP' })
  const plate = unique('KA')
  const owner = { owner_gstin: business.gstin, owner_legal_name: 'Fleet Ltd', owner_business_address: 'Pune' }
  const vehicles = `team/${t.world.one.teamId}/vehicles`
  const vehicleOf = (more: object) => ask('POST', vehicles, 'operator', vehicleBody(plate, { ...owner, ...more }))
  await set(null)
  // What is there stays, so that other fields can be changed; nothing new without a letter.
  expect((await change({ ...business, firstName: 'Asha' })).data).toMatchObject({ recipientType: 'SEZWOP' })
  expect(await vehicleOf({ owner_recipient_type: 'SEZWOP' })).toMatchObject({
    status: 422,
    errors: { owner_recipient_type: NO_LUT },
  })
  expect((await vehicleOf({ owner_recipient_type: 'SEZWP' })).data).toMatchObject({ owner_recipient_type: 'SEZWP' })
  // Without a business there is no type.
  expect((await change({ gstin: null })).data).toMatchObject({ gstin: null, recipientType: null })
})

describe('rights', () => {
  test('removing a tag and disabling ask for delete, tags and vehicles for update; what is not the caller’s is 404', async () => {
    const { id } = await made()
    const tagId = await freeTag()
    const vehicleId = await vehicle()
    // The seeded operator may view, create and update, not delete; the viewer only view.
    const cases: [Person, Method, string, object | undefined, number][] = [
      ['viewer', 'GET', `customer/${id}`, undefined, 200],
      ['viewer', 'PUT', `customer/${id}`, driverBody(), 403],
      ['viewer', 'POST', `customer/${id}/tags`, { tagIds: [tagId] }, 403],
      ['viewer', 'POST', `customer/${id}/vehicle/assignVehicle`, { vehicleId }, 403],
      ['operator', 'POST', `customer/${id}/tags`, { tagIds: [tagId] }, 200],
      ['operator', 'POST', `customer/${id}/vehicle/assignVehicle`, { vehicleId }, 200],
      ['operator', 'DELETE', `customer/${id}/tags/${tagId}`, undefined, 403],
      ['operator', 'PATCH', `customer/${id}`, { status: 'N' }, 403],
      ['stranger', 'GET', `customer/${id}`, undefined, 404],
      ['stranger', 'PUT', `customer/${id}`, driverBody(), 404],
      ['stranger', 'PATCH', `customer/${id}`, { status: 'N' }, 404],
      ['stranger', 'GET', `customer/${id}/tags`, undefined, 404],
      ['stranger', 'DELETE', `customer/${id}/tags/${tagId}`, undefined, 404],
      ['stranger', 'GET', `customer/${id}/attachedVehicle`, undefined, 404],
      ['stranger', 'POST', `customer/${id}/vehicle/unassignVehicle`, { vehicleId }, 404],
      ['stranger', 'GET', `customer?teamId=${t.world.one.teamId}`, undefined, 404],
      ['admin', 'DELETE', `customer/${id}/tags/${tagId}`, undefined, 200],
      ['admin', 'PATCH', `customer/${id}`, { status: 'N' }, 200],
    ]
    for (const [who, method, path, payload, status] of cases)
      expect([who, method, path, (await ask(method, path, who, payload)).status]).toEqual([who, method, path, status])
  })
  test('tags and vehicles of another company, app tags and deleted ones are not there to be given', async () => {
    const { id } = await made()
    const other = await made()
    const theirs = await pkOf(t.world.otherTag)
    const gone = await freeTag()
    await sql`update ocpp_tag set deleted_at = now() where ocpp_tag_pk = ${gone}`.execute(t.db)
    for (const tag of [theirs, gone, Number(other.ocpp_tag_pk), 999_999]) {
      expect((await ask('POST', `customer/${id}/tags`, 'root', { tagIds: [tag] })).message).toBe('RFID Tag not found')
      const fresh = await ask('POST', 'customer', 'root', driverBody({ ocppTagIds: [tag] }))
      expect([tag, fresh.status]).toEqual([tag, 404])
    }
    const abroad = await vehicle('stranger', t.world.two.teamId)
    const r = await ask('POST', `customer/${id}/vehicle/assignVehicle`, 'root', { vehicleId: abroad })
    expect([r.status, r.message]).toEqual([404, 'Vehicle not found'])
  })
})

describe('a driver', () => {
  test('is made with a wallet and an app tag of its own, which is none of the RFID tags and in no charger’s list', async () => {
    const d = await made({ companyId: t.world.two.companyId, active: 'N', balanceAmount: 900 })
    expect(d).toMatchObject({
      fullName: 'Fleet Driver',
      active: 'Y',
      balanceAmount: 0,
      companyId: t.world.one.companyId,
      address: { lat: 12.9716, lng: 77.5946, state: 'Karnataka', zip_code: '560001', country: 'IN', houseNumber: null },
    })
    expect(d.id_tag).toMatch(/^APP-[0-9A-F]{16}$/)
    expect(d.ocppTagId).toBe(d.ocpp_tag_pk)
    expect(await balanceOf(t.db, { kind: 'wallet', ref: d.id })).toBe(0n)
    const { rows } = await sql<{ kind: string; n: number }>`select kind, max_active_transactions as n from ocpp_tag
      where driver_id = ${d.id}`.execute(t.db)
    expect(rows).toEqual([{ kind: 'app', n: 1 }])
    expect((await ask('GET', `customer/${d.id}/tags`, 'viewer')).data).toEqual([])
    const available = await ask('GET', `availabletags?teamId=${t.world.one.teamId}&forDriver=true`, 'viewer')
    expect(JSON.stringify(available.data)).not.toContain('APP-')
    expect(JSON.stringify(await validAt(t.db, t.world.chargers.dc.pk))).not.toContain('APP-')
    await expect(
      sql`insert into ocpp_tag (company_id, team_id, id_tag, kind, driver_id)
      select company_id, team_id, 'APP-SECOND', kind, driver_id from ocpp_tag where driver_id = ${d.id}`.execute(t.db),
    ).rejects.toThrow('ocpp_tag_app')
  })
  test('of more free tags and vehicles than a reply holds, each is found by its text and by its key', async () => {
    const { companyId, teamId } = t.world.one
    await sql`insert into ocpp_tag (company_id, team_id, id_tag, max_active_transactions)
      select ${companyId}, ${teamId}, 'MANY-' || lpad(n::text, 5, '0'), 1 from generate_series(1, 5200) n`.execute(t.db)
    const { rows } = await sql<{
      id: number
    }>`select ocpp_tag_pk as id from ocpp_tag where id_tag = 'MANY-05150'`.execute(t.db)
    for (const forDriver of ['', '&forDriver=true']) {
      const tags = (more: string) => ask('GET', `availabletags?teamId=${teamId}${forDriver}${more}`, 'operator')
      const texts = async (more: string) => (await tags(more)).data.map((x: { tag: string }) => x.tag)
      expect(await texts('')).toHaveLength(5000)
      expect(await texts('')).not.toContain('MANY-05150')
      const first = await tags('&limit=50&q=many')
      expect([first.data.length, first.total]).toEqual([50, 5200])
      expect(await texts('&limit=50&q=many-05150')).toEqual(['MANY-05150'])
      expect(await texts(`&keys=${rows[0]?.id}`)).toEqual(['MANY-05150'])
      expect((await tags('&keys=1;2')).status).toBe(422)
    }
    // Keys of another company open nothing.
    const { rows: others } = await sql<{
      id: number
    }>`select ocpp_tag_pk as id from ocpp_tag where id_tag = 'TAG-TWO'`.execute(t.db)
    const foreign = await ask('GET', `availabletags?teamId=${teamId}&keys=${others[0]?.id}`, 'operator')
    expect(foreign.data).toEqual([])
    await sql`delete from ocpp_tag where id_tag like 'MANY-%'`.execute(t.db)
    const [one] = [await vehicle(), await vehicle()]
    const cars = (more: string) => ask('GET', `vehicles/availableVehicles?teamId=${teamId}${more}`, 'operator')
    const limited = await cars('&limit=1')
    expect([limited.data.length, limited.total > 1]).toEqual([1, true])
    expect((await cars(`&keys=${one}`)).data).toMatchObject([{ vehicle_id: one }])
    expect((await cars('&q=volt%20one&limit=100')).data.length).toBeGreaterThan(1)
  })
  test('of a failed creation nothing stays', async () => {
    const count = async () =>
      (
        await sql<object>`select (select count(*) from driver) as drivers, (select count(*) from ocpp_tag) as tags,
        (select count(*) from account) as accounts`.execute(t.db)
      ).rows
    const before = await count()
    const taken = (await made({ ocppTagIds: [await freeTag()] })).id
    const tag = (await ask('GET', `customer/${taken}/tags`, 'admin')).data[0]
    const between = await count()
    expect(between).not.toEqual(before)
    const r = await ask('POST', 'customer', 'admin', driverBody({ ocppTagIds: [tag.id] }))
    const text = `RFID Tag ${tag.tag} belongs to another driver`
    expect([r.status, r.message, r.errors.ocppTagIds]).toEqual([409, text, text])
    expect(await count()).toEqual(between)
  })
  test.each<[object, string, string]>([
    [{ firstName: ' ' }, 'firstName', 'First Name is required'],
    [{ lastName: 'x'.repeat(51) }, 'lastName', 'Last Name should be 50 characters or less'],
    [{ email: '', phone: '' }, 'email', "Please specify either email or phone number. Both can't be left blank"],
    [{ email: 'no mail' }, 'email', 'Please enter a valid email'],
    [{ email: `${'x'.repeat(100)}@a.in` }, 'email', 'Email should be 100 characters or less'],
    [{ phone: '1234567' }, 'phone', 'Please enter a valid phone number'],
    [{ phone: '--------' }, 'phone', 'Please enter a valid phone number'],
    [{ phone: '98765(4321)' }, 'phone', 'Please enter a valid phone number'],
    [{ address: undefined }, 'address', 'Please specify address as well'],
    [{ address: { lat: null, lng: 77 } }, 'address.lat', 'Please specify address as well'],
    [{ address: { lat: 12, lng: 181 } }, 'address.lng', 'Longitude should be between -180 and 180'],
    [
      { address: { lat: 12, lng: 77, street: 'x'.repeat(1001) } },
      'address.street',
      'Street should be 1000 characters or less',
    ],
    [{ address: { lat: 12, lng: 77, city: 'x'.repeat(61) } }, 'address.city', 'City should be 60 characters or less'],
    [
      { address: { lat: 12, lng: 77, zip_code: 'x'.repeat(21) } },
      'address.zip_code',
      'Zip Code should be 20 characters or less',
    ],
    [{ domain: 'not a domain!' }, 'domain', 'Please enter a valid domain, such as volt.example'],
    [{ ocppTagIds: ['a'] }, 'ocppTagIds', 'RFID Tags must be a list of tag IDs'],
    [{ deviceId: 'x'.repeat(501) }, 'deviceId', 'Device ID should be 500 characters or less'],
  ])('%o is refused beside its field, made and changed', async (wrong, field, text) => {
    const { id } = await made()
    const all = [await ask('POST', 'customer', 'admin', driverBody(wrong))]
    if (!('ocppTagIds' in wrong)) all.push(await ask('PUT', `customer/${id}`, 'admin', driverBody(wrong)))
    for (const r of all) {
      expect([r.status, Object.keys(r.errors)]).toEqual([422, [field]])
      if (text) expect(r.errors[field]).toBe(text)
    }
  })
  test('one of email and phone is enough; script text stays text', async () => {
    const script = '<script>alert(1)</script>'
    expect(await made({ email: '', firstName: script })).toMatchObject({ email: null, firstName: script })
    expect(await made({ phone: null })).toMatchObject({ phone: null })
  })
  test('two people at once: the later one is told, nothing is overwritten; being disabled meanwhile is no such change', async () => {
    const { id } = await made()
    const { etag } = await ask('GET', `customer/${id}`, 'admin')
    expect((await ask('PATCH', `customer/${id}`, 'admin', { status: 'N' })).message).toBe(
      'Customer disabled successfully',
    )
    const first = await ask('PUT', `customer/${id}`, 'operator', driverBody({ lastName: 'First' }), {
      'if-match': etag,
    })
    expect([first.status, first.message, first.data.active]).toEqual([200, 'Customer updated successfully', 'N'])
    const second = await ask('PUT', `customer/${id}`, 'admin', driverBody({ lastName: 'Second' }), { 'if-match': etag })
    expect([second.status, second.data.lastName]).toEqual([409, 'First'])
    expect(second.message).toMatch(/^This record was changed by operator /)
    expect((await ask('PATCH', `customer/${id}`, 'admin', { status: 'Y' })).message).toBe(
      'Customer enabled successfully',
    )
  })
})

test('the device of a driver is kept as the app tells it: it stays where it is not sent, and goes by an empty one', async () => {
  const { id } = await made({ deviceId: 'device-of-one' })
  const stored = async () => (await ask('GET', `customer/${id}`, 'admin')).data.deviceId
  const put = (more: object) => ask('PUT', `customer/${id}`, 'admin', driverBody(more))
  expect(await stored()).toBe('device-of-one')
  const to = async () => (await ask('GET', 'root/recipients', 'root')).data.map((r: { deviceId: string }) => r.deviceId)
  expect(await to()).toContain('device-of-one')
  await put({ lastName: 'Renamed' })
  expect(await stored()).toBe('device-of-one')
  await put({ deviceId: '' })
  expect(await stored()).toBeNull()
})

test('the domain of another company is refused, but for the platform; one of nobody is taken', async () => {
  await sql`update team set domain = 'other.example' where id = ${t.world.two.companyId}`.execute(t.db)
  const { id } = await made()
  const refused = [
    await ask('POST', 'customer', 'admin', driverBody({ domain: 'Other.example' })),
    await ask('PUT', `customer/${id}`, 'admin', driverBody({ domain: 'other.example' })),
  ]
  for (const r of refused)
    expect([r.status, r.errors]).toEqual([422, { domain: 'This domain belongs to another company' }])
  expect((await ask('PUT', `customer/${id}`, 'admin', driverBody({ domain: 'fleet.example' }))).status).toBe(200)
  expect((await ask('PUT', `customer/${id}`, 'root', driverBody({ domain: 'other.example' }))).status).toBe(200)
  // A domain that the platform has set stays when other fields change.
  expect((await ask('PUT', `customer/${id}`, 'admin', driverBody({ domain: 'other.example' }))).status).toBe(200)
})

describe('what is given to a driver', () => {
  test('a tag has one driver: 409 for another, and both records tell of it', async () => {
    const [a, b] = [await made({ lastName: 'A' }), await made({ lastName: 'B' })]
    const tagId = await freeTag({ kind: 'prepaid' })
    const given = await ask('POST', `customer/${a.id}/tags`, 'admin', { tagIds: [tagId, tagId] })
    expect([given.message, given.data.length]).toEqual(['Successfully associated user with selected tags', 1])
    const again = await ask('POST', `customer/${a.id}/tags`, 'admin', { tagIds: [tagId] })
    expect([again.status, again.data.length]).toEqual([200, 1])
    const told = await sql<{ n: number }>`select count(*)::int as n from audit_entry
      where feature = 'Customers' and record_id = ${String(a.id)} and action <> 'create'`.execute(t.db)
    // The tag that the driver had already is no change.
    expect(told.rows).toEqual([{ n: 1 }])
    expect((await ask('POST', `customer/${b.id}/tags`, 'admin', { tagIds: [tagId] })).status).toBe(409)
    expect((await ask('POST', `customer/${b.id}/tags`, 'admin', { tagIds: [] })).message).toBe(
      'Please select tags to be added',
    )
    expect((await ask('DELETE', `customer/${b.id}/tags/${tagId}`, 'admin')).status).toBe(404)
    // The app tag goes with the driver.
    expect((await ask('DELETE', `customer/${a.id}/tags/${a.ocpp_tag_pk}`, 'admin')).status).toBe(404)
    const removed = await ask('DELETE', `customer/${a.id}/tags/${tagId}`, 'admin')
    expect([removed.message, removed.data]).toEqual(['Successfully disassociated user with selected tags', []])
    const { rows } = await sql<{ after: object; before: object }>`select before, after from audit_entry
      where feature = 'Tag' and record_id = ${String(tagId)} order by id`.execute(t.db)
    expect(rows).toEqual([
      { before: { driver: null }, after: { driver: 'Fleet A' } },
      { before: { driver: 'Fleet A' }, after: { driver: null } },
    ])
  })
  test('two who take the same tag, or the same vehicle, at once: one has it', async () => {
    const drivers = await Promise.all([made(), made(), made()])
    const tagId = await freeTag()
    const tags = await Promise.all(drivers.map(d => ask('POST', `customer/${d.id}/tags`, 'admin', { tagIds: [tagId] })))
    expect(tags.map(r => r.status).toSorted()).toEqual([200, 409, 409])
    const vehicleId = await vehicle()
    const cars = await Promise.all(
      drivers.map(d => ask('POST', `customer/${d.id}/vehicle/assignVehicle`, 'admin', { vehicleId })),
    )
    expect(cars.map(r => r.status).toSorted()).toEqual([200, 409, 409])
  })
  test('a driver has one vehicle and a vehicle one driver; an assigned one is not deleted', async () => {
    const [a, b] = [await made({ lastName: 'A' }), await made({ lastName: 'B' })]
    const [one, two] = [await vehicle(), await vehicle()]
    const free = async () =>
      (await ask('GET', `vehicles/availableVehicles?teamId=${t.world.one.teamId}`, 'operator')).data.map(
        (v: { vehicle_id: number }) => v.vehicle_id,
      )
    expect(await free()).toEqual(expect.arrayContaining([one, two]))
    const set = (d: Driver, what: string, vehicleId: unknown) =>
      ask('POST', `customer/${d.id}/vehicle/${what}Vehicle`, 'operator', { vehicleId })
    expect((await set(a, 'assign', undefined)).message).toBe('Please select a vehicle to assign')
    const done = await set(a, 'assign', one)
    expect([done.message, done.data]).toEqual([
      'Vehicle assigned successfully',
      [{ vehicle_id: one, registration_number: expect.any(String), make: 'Volt', model: 'One', vehicle_type: 'Car' }],
    ])
    expect(await free()).not.toContain(one)
    const plate = done.data[0].registration_number
    expect((await set(b, 'assign', one)).message).toBe(`Vehicle ${plate} is assigned to another driver`)
    expect((await set(a, 'assign', two)).message).toBe(
      `Fleet A has the vehicle ${plate}. Please unassign that vehicle first.`,
    )
    expect((await set(b, 'unassign', one)).message).toBe(`Vehicle ${plate} is not assigned to Fleet B`)
    const kept = await ask('DELETE', `vehicles/${one}`, 'admin')
    expect([kept.status, kept.message]).toEqual([
      409,
      `Vehicle ${plate} is assigned to Fleet A. Please unassign it first.`,
    ])
    expect((await ask('GET', `vehicles/${one}`, 'viewer')).data).toMatchObject([
      { user_pk: a.id, assigned_driver_name: 'Fleet A' },
    ])
    expect(await set(a, 'unassign', one)).toMatchObject({ message: 'Vehicle unassigned successfully', data: [] })
    expect((await ask('GET', `customer/${a.id}/attachedVehicle`, 'viewer')).data).toEqual([])
    expect((await ask('DELETE', `vehicles/${one}`, 'admin')).status).toBe(200)
    expect((await set(b, 'assign', one)).status).toBe(404)
  })
})

test('of a disabled driver tag and app tag answer Blocked; a session that runs goes on and ends with its tag', async () => {
  const d = await made({}, 'admin', t.world.one.companyId)
  const idTag = await newTag(t)
  await ask('POST', `customer/${d.id}/tags`, 'admin', { tagIds: [await pkOf(idTag)] })
  const lines = [debit({ kind: 'promotion', ref: 0 }, 5000n), credit({ kind: 'wallet', ref: d.id }, 5000n)]
  const { companyId, teamId } = t.world.one
  const posting = { key: 'test: disabled', kind: 'credit' as const, at: new Date(), companyId, teamId, lines }
  await t.db.transaction().execute(trx => post(trx, [posting]))
  expect((await ask('GET', `customer/${d.id}`, 'admin')).data.balanceAmount).toBe(50)
  const c = await bootedCharger(t, ws)
  const statusOf = async (tag: string) =>
    ((await c.call('Authorize', { idTag: tag })) as { idTagInfo: { status: string } }).idTagInfo.status
  expect([await statusOf(idTag), await statusOf(String(d.id_tag))]).toEqual(['Accepted', 'Accepted'])
  const { transactionId } = await start(c, idTag)
  expect((await ask('PATCH', `customer/${d.id}`, 'admin', { status: 'N' })).status).toBe(200)
  expect([await statusOf(idTag), await statusOf(String(d.id_tag))]).toEqual(['Blocked', 'Blocked'])
  await stop(c, transactionId, { meterStop: 3000, idTag })
  const { rows } = await sql<{ driverId: number; energyWh: number; inReview: boolean }>`
    select driver_id, energy_wh, in_review from transaction where transaction_id = ${transactionId}`.execute(t.db)
  expect(rows).toEqual([{ driverId: d.id, energyWh: 2000, inReview: false }])
  await ask('PATCH', `customer/${d.id}`, 'admin', { status: 'Y' })
  expect(await statusOf(idTag)).toBe('Accepted')
  await c.close()
})

test('the language of a driver: given, kept by a body that does not name it, taken away, and told in the audit log', async () => {
  const driver = await made({ language: 'hi' })
  expect(driver.language).toBe('hi')
  const change = async (more: object) => {
    const r = await ask('PUT', `customer/${driver.id}`, 'operator', driverBody(more))
    return [r.status, r.data?.language, r.errors]
  }
  expect(await change({})).toEqual([200, 'hi', undefined])
  expect(await change({ language: 'xx' })).toEqual([422, undefined, { language: 'Please select a language' }])
  expect(await change({ language: 5 })).toEqual([422, undefined, { language: 'Please select a language' }])
  expect(await change({ language: 'en' })).toEqual([200, 'en', undefined])
  expect(await change({ language: '' })).toEqual([200, null, undefined])
  expect((await made()).language).toBeNull()
  const { rows } = await sql<{ before: { language?: unknown }; after: { language?: unknown } }>`
    select before, after from audit_entry where feature = 'Customers' and record_id = ${String(driver.id)} order by id`.execute(
    t.db,
  )
  expect(rows.map(r => [r.before?.language, r.after?.language]).slice(-2)).toEqual([
    ['hi', 'en'],
    ['en', null],
  ])
})
