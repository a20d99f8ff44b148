// The device model over HTTP and a real socket: who may see and change it, the list, the answers to variables that are set, and
// that no secret is shown or kept.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { BOOT_201, bootedStation, type Station201 } from '#testing/station201.ts'
import type { DeviceVariable } from './device-model.contract.ts'
import { rowOf, tellParts } from './test-report.ts'

let t: TestApp
let ws: string
beforeAll(async () => {
  t = await startApp({}, { config: { afterMs: 50, everyMs: 5 } })
  ws = (await t.listen()).ws
})
afterAll(() => t.close())

type Sent = { method?: 'GET' | 'POST'; person?: Person; teamId?: number; payload?: object }
const send = async (
  id: string | number,
  path: string,
  { method = 'GET', person = 'viewer', teamId, payload }: Sent = {},
) => {
  const url = `/cms/v1/team/${teamId ?? t.world.one.teamId}/charger/${id}/device-model${path}`
  const r = await t.app.inject({ method, url, headers: await t.as(person), ...(payload && { payload }) })
  return { status: r.statusCode, body: r.json() }
}
const listOf = async (id: string, query = ''): Promise<DeviceVariable[]> =>
  (await send(id, `/variables${query}`)).body.data
const variable = async (id: string, key: string) => (await listOf(id, '?pageSize=100')).find(v => v.key === key)
const set = (id: string, name: string, value: string, more: object = {}, person: Person = 'operator') => {
  const [component = '', of = ''] = name.split('.')
  return send(id, '/variable', { method: 'POST', person, payload: { component, variable: of, value, ...more } })
}

const INTERVAL = {
  characteristics: { dataType: 'integer', unit: 's', minLimit: 1, maxLimit: 3600 },
  attributes: [{ type: 'MaxSet', value: '900', mutability: 'ReadOnly' }],
}
/** A station with a small model; `answers` by the name of the variable. */
async function station(
  answers: Record<string, object> = {},
): Promise<Station201 & { sets: unknown[]; values: Map<string, string> }> {
  const c = await bootedStation(t, ws)
  const sets: unknown[] = []
  const values = new Map<string, string>()
  let requestId = 0
  c.onCall = (action, payload) => {
    if (action === 'GetBaseReport') requestId = payload.requestId as number
    if (action === 'GetVariables')
      return {
        getVariableResult: (payload.getVariableData as { variable: { name: string } }[]).map(d => ({
          ...d,
          attributeStatus: 'Accepted',
          attributeValue: values.get(d.variable.name) ?? '',
        })),
      }
    if (action !== 'SetVariables') return { status: 'Accepted' }
    const [data] = payload.setVariableData as {
      component: object
      variable: { name: string }
      attributeValue: string
    }[]
    sets.push(data)
    const { component, variable: of } = data as NonNullable<typeof data>
    return {
      setVariableResult: [{ component, variable: of, ...(answers[of.name] ?? { attributeStatus: 'Accepted' }) }],
    }
  }
  await vi.waitFor(() => expect(requestId).toBeGreaterThan(0), 10_000)
  await tellParts(c, requestId, [
    [
      rowOf('OCPPCommCtrlr', 'HeartbeatInterval', '300', INTERVAL),
      rowOf('OCPPCommCtrlr', 'NetworkConfigurationPriority', '0'),
      rowOf('SecurityCtrlr', 'BasicAuthPassword', 'hush-hush-hush', { mutability: 'WriteOnly' }),
      rowOf('Vendor', 'Pin', '1234', { mutability: 'WriteOnly' }),
    ],
    [
      rowOf('EVSE', 'Power', '60000', {
        evse: { id: 1 },
        mutability: 'ReadOnly',
        characteristics: { unit: 'W', dataType: 'decimal' },
      }),
      rowOf('EVSE', 'Power', '50000', {
        evse: { id: 2 },
        mutability: 'ReadOnly',
        characteristics: { unit: 'W', dataType: 'decimal' },
      }),
      rowOf('SmartChargingCtrlr', 'Enabled', 'true', { characteristics: { dataType: 'boolean' } }),
    ],
  ])
  return Object.assign(c, { sets, values })
}

test('who may: view shows, update reads anew and sets; the charge point of another company is not there', async () => {
  const c = await station()
  const people = ['nobody', 'stranger', 'viewer', 'operator', 'admin', 'root'] as const
  for (const path of ['', '/variables'])
    expect(await Promise.all(people.map(async person => (await send(c.id, path, { person })).status))).toEqual([
      404, 404, 200, 200, 200, 200,
    ])
  const payload = { component: 'OCPPCommCtrlr', variable: 'HeartbeatInterval', value: '60' }
  for (const path of ['/report', '/variable'])
    expect(
      await Promise.all(
        people.map(async person => (await send(c.id, path, { method: 'POST', person, payload })).status),
      ),
    ).toEqual([404, 404, 403, 200, 200, 200])
  const { other } = t.world.chargers
  for (const id of [other.id, other.pk]) {
    for (const path of ['', '/variables']) expect((await send(id, path, { person: 'admin' })).status).toBe(404)
    for (const path of ['/report', '/variable'])
      expect((await send(id, path, { method: 'POST', person: 'admin', payload })).status).toBe(404)
  }
  const refused =
    await sql`select from audit_entry where record_id = ${String(other.pk)} and action in ('set-variable', 'read-device-model')`.execute(
      t.db,
    )
  expect(refused.rows).toEqual([])
  await c.close()
})

test('components with the number of their variables, the report, and pages in the order of the tree', async () => {
  const c = await station()
  const { data } = (await send(c.id, '')).body
  expect(data.components.map((n: { key: string; variables: number }) => [n.key, n.variables])).toEqual([
    ['EVSE#1', 1],
    ['EVSE#2', 1],
    ['OCPPCommCtrlr', 2],
    ['SecurityCtrlr', 1],
    ['SmartChargingCtrlr', 1],
    ['Vendor', 1],
  ])
  expect(data).toMatchObject({ variables: 7, isCut: false, readAt: expect.any(String) })
  expect(data.report).toMatchObject({ isWhole: true, parts: 2, missing: [], hasLast: true, leftOut: 0, refusal: null })
  const page = (await send(c.id, '/variables?page=2&pageSize=3')).body
  expect([page.total, page.data.map((v: DeviceVariable) => v.key)]).toEqual([
    7,
    ['OCPPCommCtrlr.NetworkConfigurationPriority', 'SecurityCtrlr.BasicAuthPassword', 'SmartChargingCtrlr.Enabled'],
  ])
  expect((await listOf(c.id, `?of=${encodeURIComponent('EVSE#2')}`)).map(v => v.key)).toEqual(['EVSE#2.Power'])
  expect((await listOf(c.id, '?q=60000')).map(v => v.key)).toEqual(['EVSE#1.Power'])
  expect(await variable(c.id, 'OCPPCommCtrlr.HeartbeatInterval')).toMatchObject({
    dataType: 'integer',
    unit: 's',
    minLimit: 1,
    maxLimit: 3600,
    attributes: [
      { attribute: 'Actual', value: '300', mutability: 'ReadWrite' },
      { attribute: 'MaxSet', value: '900', mutability: 'ReadOnly' },
    ],
  })
  await c.close()
})

test('a variable is set with the answer of the station: taken, after a restart, refused with the reason', async () => {
  const c = await station({
    NetworkConfigurationPriority: { attributeStatus: 'RebootRequired' },
    Enabled: {
      attributeStatus: 'Rejected',
      attributeStatusInfo: { reasonCode: 'NotNow', additionalInfo: 'A session runs' },
    },
  })
  expect((await set(c.id, 'OCPPCommCtrlr.HeartbeatInterval', '120')).body).toMatchObject({
    data: { state: 'Accepted', text: 'The charge point uses the value from now on' },
  })
  expect(c.sets).toEqual([
    { component: { name: 'OCPPCommCtrlr' }, variable: { name: 'HeartbeatInterval' }, attributeValue: '120' },
  ])
  expect(await variable(c.id, 'OCPPCommCtrlr.HeartbeatInterval')).toMatchObject({
    attributes: [{ value: '120' }, { value: '900' }],
    state: 'same',
    wanted: { value: '120', by: t.world.usernames.operator, outcome: 'Accepted' },
  })
  const reboot = await set(c.id, 'OCPPCommCtrlr.NetworkConfigurationPriority', '1', {}, 'admin')
  expect(reboot.body.data).toEqual({ state: 'RebootRequired', text: expect.stringContaining('after its next restart') })
  expect(await variable(c.id, 'OCPPCommCtrlr.NetworkConfigurationPriority')).toMatchObject({
    attributes: [{ value: '0' }],
    state: 'restart',
  })
  expect((await set(c.id, 'SmartChargingCtrlr.Enabled', 'false')).body.data).toEqual({
    state: 'Rejected',
    text: 'The charge point refused the value: NotNow, A session runs',
  })
  expect(await variable(c.id, 'SmartChargingCtrlr.Enabled')).toMatchObject({
    attributes: [{ value: 'true' }],
    refused: { value: 'false', outcome: 'Rejected' },
  })
  // After the restart the station is asked whether it holds.
  c.values.set('NetworkConfigurationPriority', '1').set('HeartbeatInterval', '300')
  await c.call('BootNotification', BOOT_201)
  await vi.waitFor(
    async () =>
      expect(await variable(c.id, 'OCPPCommCtrlr.NetworkConfigurationPriority')).toMatchObject({
        attributes: [{ value: '1' }],
        state: 'same',
      }),
    10_000,
  )
  expect(await variable(c.id, 'OCPPCommCtrlr.HeartbeatInterval')).toMatchObject({ state: 'differs' })
  const audited = await sql<{ after: object }>`select after from audit_entry
    where action = 'set-variable' and record_id = ${String(c.pk)} order by id limit 1`.execute(t.db)
  expect(audited.rows[0]?.after).toMatchObject({ value: '120' })
  await c.close()
})

test('what is not to be sent is not sent', async () => {
  const c = await station()
  const refused = async (name: string, value: string, more: object = {}, person: Person = 'operator') => {
    const { status, body } = await set(c.id, name, value, more, person)
    return [status, body.message]
  }
  expect(await refused('OCPPCommCtrlr.HeartbeatInterval', 'soon')).toEqual([422, 'Should be a whole number'])
  expect(await refused('OCPPCommCtrlr.HeartbeatInterval', '9', { attribute: 'MaxSet' })).toEqual([
    422,
    'The charge point does not let this variable be changed',
  ])
  expect((await refused('EVSE.Power', '1', { evseId: 1 }))[0]).toBe(422)
  expect(await refused('EVSE.Power', '1', { evseId: 9 })).toEqual([
    422,
    'The charge point has not told of this variable',
  ])
  expect(await refused('OCPPCommCtrlr.NetworkConfigurationPriority', '1')).toEqual([403, 'Not Authorized'])
  expect(await refused('SecurityCtrlr.BasicAuthPassword', 'another-password-1', {}, 'admin')).toEqual([
    409,
    'The password of the charge point is changed by New key on its Settings tab',
  ])
  expect(c.sets).toEqual([])
  await c.close()
  await vi.waitFor(
    async () =>
      expect(await refused('OCPPCommCtrlr.HeartbeatInterval', '60')).toEqual([409, 'Charge point is not connected']),
    10_000,
  )
  expect((await send(c.id, '/report', { method: 'POST', person: 'operator' })).status).toBe(409)
})

test('a value that may only be written is sent, and is in no answer, table or log', async () => {
  const c = await station()
  for (const value of ['7788', 'a-long-pin-of-nobody'])
    expect((await set(c.id, 'Vendor.Pin', value)).body.data).toMatchObject({ state: 'Accepted' })
  expect(c.sets).toMatchObject([{ attributeValue: '7788' }, { attributeValue: 'a-long-pin-of-nobody' }])
  expect(await variable(c.id, 'Vendor.Pin')).toMatchObject({
    isHidden: true,
    attributes: [{ value: null }],
    wanted: { value: null },
  })
  const log = await vi.waitFor(async () => {
    const r = await t.app.inject({
      url: `/cms/v1/team/${t.world.one.teamId}/charger/${c.id}/log?limit=100`,
      headers: await t.as('viewer'),
    })
    // One more sets the meter interval after the boot.
    expect(r.body.match(/SetVariables/g)).toHaveLength(3)
    return r.body
  })
  expect(log).toContain('***')
  // Short values as values: numbers of messages and times may have the same digits.
  expect(log).not.toMatch(/"(7788|1234)\\*"|of-nobody|hush-hush/)
  const { rows } = await sql<{ text: string }>`
    select v::text as text from device_variable v where chargepoint_pk = ${c.pk}
    union all select v::text from charger_config v where chargepoint_pk = ${c.pk}
    union all select v::text from charger_config_wish v where chargepoint_pk = ${c.pk}
    union all select concat(before::text, after::text) from audit_entry where record_id = ${String(c.pk)}`.execute(t.db)
  expect(rows.map(r => r.text).join()).not.toMatch(/"(7788|1234)\\*"|of-nobody|hush-hush/)
  await c.close()
})

test('a key of 1.6 in a template is the variable that means the same; other keys of 1.6 ask nothing of a station', async () => {
  const c = await station()
  const { rows } = await sql<{ id: number }>`insert into settings_template (company_id, team_id, name)
    values (${t.world.one.companyId}, ${t.world.one.companyId}, 'Any') returning template_id as id`.execute(t.db)
  const id = rows[0]?.id
  await sql`insert into settings_template_key values (${id}, 'heartbeatinterval', 1, 'HeartbeatInterval', 'Required', '60'),
    (${id}, 'acmelightmode', 2, 'AcmeLightMode', 'Required', '7')`.execute(t.db)
  await sql`insert into settings_assignment values (${id}, null, ${c.pk})`.execute(t.db)
  const drift = async () =>
    (
      await sql<{ spelling: string; told: string }>`select spelling, told from settings_drift
        where chargepoint_pk = ${c.pk} and template_id = ${id}`.execute(t.db)
    ).rows
  await set(c.id, 'OCPPCommCtrlr.HeartbeatInterval', '120')
  expect(await drift()).toEqual([{ spelling: 'OCPPCommCtrlr.HeartbeatInterval', told: '120' }])
  await set(c.id, 'OCPPCommCtrlr.HeartbeatInterval', '60')
  expect(await drift()).toEqual([])
  await sql`delete from settings_template where template_id = ${id}`.execute(t.db)
  await c.close()
})

test('a template sets a variable by its key, and is told where it differs', async () => {
  const c = await station()
  const { rows } = await sql<{ id: number }>`insert into settings_template (company_id, team_id, name, vendor, model)
    values (${t.world.one.companyId}, ${t.world.one.companyId}, 'Two', 'Maker', 'Two') returning template_id as id`.execute(
    t.db,
  )
  await sql`insert into settings_template_key values (${rows[0]?.id}, 'ocppcommctrlr.heartbeatinterval', 1, 'OCPPCommCtrlr.HeartbeatInterval', 'Required', '60')`.execute(
    t.db,
  )
  await sql`insert into settings_assignment select template_id, null, ${c.pk} from settings_template`.execute(t.db)
  const drift = async () =>
    (
      await sql<{ told: string }>`select told from settings_drift where chargepoint_pk = ${c.pk}
      and key = 'ocppcommctrlr.heartbeatinterval'`.execute(t.db)
    ).rows
  await set(c.id, 'OCPPCommCtrlr.HeartbeatInterval', '120')
  expect(await drift()).toEqual([{ told: '120' }])
  await set(c.id, 'OCPPCommCtrlr.HeartbeatInterval', '60')
  expect(await drift()).toEqual([])
  await c.close()
})
