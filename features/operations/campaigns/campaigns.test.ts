// Campaigns from end to end on one charger or two: rights first, bad input, then waves, windows, stops and what people do
// (CAMP-02 to CAMP-05, CAMP-08). Two hundred chargers with every fault are in campaign-fleet.test.ts.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { campaignBody } from '#operations/firmware/test-firmware.ts'
import * as sites from '#power/charging-sites/charging-site.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import type { Campaign, CampaignCount, CampaignProgress } from './campaign.contract.ts'
import type { CampaignCharger } from './campaign-charger.contract.ts'
import { stepCampaigns } from './campaign-step.commands.ts'

let t: TestApp
let ws: string
/** The clock stands until a test moves it on. */
let now = new Date('2026-03-04T20:00:00Z')
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
const headers = {} as Record<Person, { authorization: string }>
const open: TestCharger[] = []
let firmwareId = 0
beforeAll(async () => {
  t = await startApp({ now: () => now })
  ws = (await t.listen()).ws
  for (const who of ['root', 'admin', 'operator', 'finance', 'viewer', 'nobody', 'stranger'] as const)
    headers[who] = await t.as(who)
})
afterAll(async () => {
  for (const c of open) c.ws.close()
  await t.close()
})
beforeEach(async () => {
  for (const c of open.splice(0)) await c.close()
  await sql`delete from firmware_link`.execute(t.db)
  await sql`delete from firmware_campaign`.execute(t.db)
  await sql`delete from firmware`.execute(t.db)
  await sql`delete from transaction`.execute(t.db)
  await sql`delete from transfer_state`.execute(t.db)
  await sql`delete from task`.execute(t.db)
  await sql`update charger_state set fw_version = '1.0.0', vendor = 'Maker', model = 'One'`.execute(t.db)
  later(60)
  firmwareId = await newFile('2.0.0')
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const ask = async (who: Person, method: Method, path: string, payload?: object) => {
  const r = await t.app.inject({ method, url: `/cms/v1/${path}`, headers: headers[who], ...(payload && { payload }) })
  return { status: r.statusCode, ...r.json() }
}
const team = () => `team/${t.world.one.teamId}`
async function newFile(version: string, more: object = {}): Promise<number> {
  const sha256 = createHash('sha256').update(version).digest('hex')
  const file = {
    version,
    vendor: 'Maker',
    model: 'One',
    source: 'Address',
    location: `https://f.example/${version}`,
    sha256,
    ...more,
  }
  const r = await ask('operator', 'POST', `${team()}/firmware`, file)
  expect([r.status, r.errors]).toEqual([201, undefined])
  return r.data.firmware_id
}
const body = (more: object = {}) => campaignBody(firmwareId, more)
const create = async (more: object = {}): Promise<number> => {
  const r = await ask('operator', 'POST', `${team()}/campaigns`, body(more))
  expect([r.status, r.errors]).toEqual([201, undefined])
  return r.data.campaign_id
}
const deed = (what: string, id: number, payload?: object, who: Person = 'operator') =>
  ask(who, 'POST', `campaigns/${id}/${what}`, payload)
const start = async (more: object = {}, confirmed = 2): Promise<number> => {
  const id = await create(more)
  const r = await deed('start', id, { confirmed })
  expect([r.status, r.message]).toEqual([200, 'Campaign started'])
  return id
}
const step = () => stepCampaigns(t.services, { onEnded: () => undefined })
const campaign = async (id: number): Promise<Campaign> => (await ask('viewer', 'GET', `campaigns/${id}`)).data
const progress = async (id: number): Promise<CampaignProgress> =>
  (await ask('viewer', 'GET', `campaigns/${id}/progress`)).data
const chargers = async (id: number, query = ''): Promise<CampaignCharger[]> =>
  (await ask('viewer', 'GET', `campaigns/${id}/chargers${query}`)).data
const stateOf = async (id: number, charger: 'ac' | 'dc' = 'ac') => {
  const row = (await chargers(id)).find(c => c.chargepoint_pk === t.world.chargers[charger].pk)
  return [row?.state, row?.reason ?? null]
}

/** A charger that takes whatever comes; its first boot is done. */
async function connect(which: 'ac' | 'dc', version = '1.0.0'): Promise<TestCharger> {
  const c = await TestCharger.open(ws, t.world.chargers[which].id)
  c.onCall = action => (/UpdateFirmware|GetConfig/.test(action) ? {} : { status: 'Accepted' })
  open.push(c)
  await boot(c, version)
  return c
}
const boot = async (c: TestCharger, firmwareVersion: string) => {
  later(1 / 60)
  await c.call('BootNotification', { chargePointVendor: 'Maker', chargePointModel: 'One', firmwareVersion })
}
const tell = async (c: TestCharger, ...statuses: string[]) => {
  for (const status of statuses) {
    later(1 / 60)
    await c.call('FirmwareStatusNotification', { status })
  }
}
/** The charger was sent the update, and its task has ended. */
const sent = async (c: TestCharger) => {
  const [, , , request] = await c.nextCall('UpdateFirmware')
  const isOver = async () => (await sql`select from task where ended_at is null`.execute(t.db)).rows.length === 0
  while (!(await isOver())) await new Promise(setImmediate)
  return request as { location: string }
}
const session = (pk: number) =>
  sql`insert into transaction (company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type, connector_id, id_tag,
      started_at, meter_start_wh, tolerance_watt)
    select company_id, team_id, chargepoint_pk, chargepoint_id, '', 'AC', 1, 'T', ${now}, 0, 0 from charger where chargepoint_pk = ${pk}`.execute(
    t.db,
  )
const endSessions = () => sql`update transaction set stopped_at = ${now}`.execute(t.db)

describe('who may', () => {
  test('staff of the platform choose chargers of the campaign’s company alone, for its file is for these', async () => {
    const platform = `team/1`
    const file = {
      version: '9.0',
      vendor: 'Maker',
      model: 'One',
      source: 'Address',
      location: 'https://f.example/9',
      sha256: 'ab'.repeat(32),
    }
    const { data } = await ask('root', 'POST', `${platform}/firmware`, file)
    const r = await ask('root', 'POST', `${platform}/campaigns/count`, { firmware_id: data.firmware_id, choice: {} })
    expect([r.status, r.data.count, r.data.otherModel]).toEqual([200, 0, 0])
  })
  test('each call asks for its flag, and campaigns of another company are not there', async () => {
    const id = await create()
    const one = `campaigns/${id}`
    const counted = { firmware_id: firmwareId, choice: {} }
    const cases: [Person, Method, string, object | undefined, number][] = [
      ['viewer', 'GET', `${team()}/campaigns`, undefined, 200],
      ['finance', 'GET', `${team()}/campaigns`, undefined, 403],
      ['stranger', 'GET', `${team()}/campaigns`, undefined, 404],
      ['viewer', 'POST', `${team()}/campaigns`, body(), 403],
      ['stranger', 'POST', `${team()}/campaigns`, body(), 404],
      ['viewer', 'POST', `${team()}/campaigns/count`, counted, 200],
      ['finance', 'POST', `${team()}/campaigns/count`, counted, 403],
      ['viewer', 'GET', `${team()}/firmware-versions`, undefined, 200],
      ['stranger', 'GET', `${team()}/firmware-versions`, undefined, 404],
      ...['', '/progress', '/chargers', `/chargers/${t.world.chargers.ac.pk}`].map(
        (path): [Person, Method, string, undefined, number] => ['stranger', 'GET', `${one}${path}`, undefined, 404],
      ),
      ['viewer', 'PUT', one, body(), 403],
      ['stranger', 'PUT', one, body(), 404],
      ...['start', 'pause', 'resume', 'cancel', 'roll-back'].flatMap(
        (what): [Person, Method, string, object, number][] => [
          ['viewer', 'POST', `${one}/${what}`, { confirmed: 2 }, 403],
          ['stranger', 'POST', `${one}/${what}`, { confirmed: 2 }, 404],
        ],
      ),
      ['operator', 'DELETE', one, undefined, 403],
      ['stranger', 'DELETE', one, undefined, 404],
    ]
    for (const [who, method, path, payload, status] of cases)
      expect([who, method, path, (await ask(who, method, path, payload)).status]).toEqual([who, method, path, status])
    expect((await ask('admin', 'DELETE', one)).status).toBe(200)
  })
})

describe('bad input', () => {
  test('is named at its field', async () => {
    const foreign = await ask('stranger', 'POST', `team/${t.world.two.companyId}/firmware`, {
      version: '9',
      vendor: 'Maker',
      model: 'One',
      source: 'Address',
      location: 'https://f.example/9',
      sha256: 'ab'.repeat(32),
    })
    const cases: [object, string, string | RegExp][] = [
      [{ window: { from: '01:00', to: '01:00' } }, 'window.to', 'The window has no length'],
      [{ window: { from: '25:00', to: '01:00' } }, 'window.from', /time of day/],
      [{ stop_percent: 101 }, 'stop_percent', /100 or less/],
      [{ wave_percent: 101 }, 'wave_percent', /100 or less/],
      [{ wave_percent: 0 }, 'wave_percent', /1 or more/],
      [{ at_once: 0 }, 'at_once', /1 or more/],
      [{ retries: 11 }, 'retries', /10 or less/],
      [{ waves: [{ count: 101, unit: '%' }] }, 'waves.0.count', 'At most 100 %'],
      [{ waves: [{ count: 0, unit: 'chargers' }] }, 'waves.0.count', 'At least 1'],
      [{ firmware_id: 4711 }, 'firmware_id', 'Firmware file not found'],
      [{ firmware_id: foreign.data.firmware_id }, 'firmware_id', 'Firmware file not found'],
      [{ choice: { chargers: [] } }, 'choice.chargers', 'Choose at least one charge point, or all'],
      [
        { choice: { chargers: [t.world.chargers.other.pk] } },
        'choice.chargers',
        'Some of these charge points are not of the team',
      ],
      [{ choice: { sites: [4711] } }, 'choice.sites', 'Some of these sites are not of the team'],
      [{ choice: { teamId: t.world.two.teamId } }, 'choice.teamId', /not below the team/],
      [{ choice: { versions: ['7.7'] } }, 'choice', 'This choice holds no charge point'],
      [{ choice: { matching: { q: 'nothing of the kind' } } }, 'choice', 'This choice holds no charge point'],
      [{ name: '' }, 'name', /required/],
    ]
    for (const [more, field, text] of cases) {
      const r = await ask('operator', 'POST', `${team()}/campaigns`, body(more))
      expect([r.status, field, r.errors?.[field]]).toEqual([
        422,
        field,
        typeof text === 'string' ? text : expect.stringMatching(text),
      ])
    }
    await sql`update charger_state set fw_version = '2.0.0'`.execute(t.db)
    const same = await ask('operator', 'POST', `${team()}/campaigns`, body())
    expect([same.status, same.errors]).toEqual([
      422,
      { choice: 'All charge points of this choice have the version already' },
    ])
    await sql`update charger_state set model = 'Two'`.execute(t.db)
    const other = await ask('operator', 'POST', `${team()}/campaigns`, body())
    expect(other.errors).toEqual({ choice: 'No charge point of this choice is of the model of the file' })
  })

  test('a choice is counted before it is saved, and must hold at the start what was shown', async () => {
    await sql`update charger_state set fw_version = '2.0.0' where chargepoint_pk = ${t.world.chargers.dc.pk}`.execute(
      t.db,
    )
    const counted: { data: CampaignCount } = await ask('viewer', 'POST', `${team()}/campaigns/count`, {
      firmware_id: firmwareId,
      choice: {},
    })
    expect(counted.data).toEqual({
      count: 1,
      offline: 1,
      charging: 0,
      sameVersion: 1,
      otherModel: 0,
      taken: 0,
      first: ['AC-1'],
    })
    const id = await create()
    const r = await deed('start', id, { confirmed: 2 })
    expect([r.status, r.message]).toEqual([
      409,
      'The choice holds 1 charge points now, not 2. Please look again and start it then',
    ])
    expect((await ask('viewer', 'GET', `${team()}/firmware-versions`)).data).toEqual([
      { vendor: 'Maker', model: 'One', version: '1.0.0', chargers: 1 },
      { vendor: 'Maker', model: 'One', version: '2.0.0', chargers: 1 },
    ])
  })

  test('a charger in another campaign that has not ended is refused, also of two that start at once', async () => {
    const [first, second] = [await create(), await create({ name: 'Other' })]
    const both = await Promise.all([first, second].map(id => deed('start', id, { confirmed: 2 })))
    expect(both.map(r => r.status).sort()).toEqual([200, 409])
    const third = await create({ name: 'Third' })
    const r = await deed('start', third, { confirmed: 2 })
    expect([r.status, r.message]).toEqual([409, 'AC-1 and 1 more are in another campaign that has not ended'])
  })

  test('two people at one campaign: a change on an older state is refused, a second deed says what the first did', async () => {
    const id = await create()
    const read = await t.app.inject({ method: 'GET', url: `/cms/v1/campaigns/${id}`, headers: headers.operator })
    const put = (tag: string, name: string) =>
      t.app.inject({
        method: 'PUT',
        url: `/cms/v1/campaigns/${id}`,
        headers: { ...headers.operator, 'if-match': tag },
        payload: body({ name }),
      })
    const tag = String(read.headers.etag)
    expect([(await put(tag, 'One')).statusCode, (await put(tag, 'Two')).statusCode]).toEqual([200, 409])
    const both = await Promise.all([deed('start', id, { confirmed: 2 }), deed('start', id, { confirmed: 2 })])
    expect(both.map(r => r.status).sort()).toEqual([200, 409])
    expect(both.find(r => r.status === 409)?.message).toBe('The campaign is Running and cannot start')
    expect((await deed('resume', id, {})).message).toBe('The campaign is Running and cannot go on')
    const late = await ask('operator', 'PUT', `campaigns/${id}`, body({ name: 'Late' }))
    expect([late.status, late.message]).toEqual([
      409,
      'The campaign has begun: it can be paused, cancelled or rolled back, but not changed',
    ])
    expect((await ask('admin', 'DELETE', `campaigns/${id}`)).status).toBe(409)
  })

  test('a file that a campaign uses is not deleted, and stays as it is', async () => {
    await start()
    expect((await ask('admin', 'DELETE', `firmware/${firmwareId}`)).status).toBe(409)
    const { data } = await ask('operator', 'GET', `firmware/${firmwareId}`)
    const changed = await ask('operator', 'PUT', `firmware/${firmwareId}`, { ...data, version: '2.0.1' })
    expect([changed.status, changed.errors?.version]).toEqual([409, expect.stringMatching(/only its notes/)])
    expect((await ask('operator', 'PUT', `firmware/${firmwareId}`, { ...data, notes: 'Read me' })).status).toBe(200)
  })
})

describe('a charger', () => {
  test('goes from queued to verified, with a line for each state', async () => {
    const c = await connect('ac')
    const id = await start()
    await step()
    expect((await sent(c)).location).toBe('https://f.example/2.0.0')
    expect(await stateOf(id)).toEqual(['Sent', null])
    expect(await stateOf(id, 'dc')).toEqual(['Queued', null])
    const words: (string | undefined | null)[] = []
    for (const status of ['Downloading', 'Downloaded', 'Installing']) {
      await tell(c, status)
      await step()
      words.push((await stateOf(id))[0])
    }
    expect(words).toEqual(['Downloading', 'Downloaded', 'Installing'])
    await boot(c, '2.0.0')
    await step()
    expect(await stateOf(id)).toEqual(['Verified', null])
    await tell(c, 'Installed')
    await step()
    expect(await stateOf(id)).toEqual(['Verified', null])
    const one = await ask('viewer', 'GET', `campaigns/${id}/chargers/${t.world.chargers.ac.pk}`)
    expect(one.data.events.map((e: { what: string }) => e.what)).toEqual([
      'Sent',
      'Downloading',
      'Downloaded',
      'Installing',
      'Verified',
    ])
    expect(one.data).toMatchObject({ version_before: '1.0.0', version_now: '2.0.0', attempt: 1 })
  })

  test('is not sent during a session, and is sent once after it', async () => {
    const c = await connect('ac')
    await session(t.world.chargers.ac.pk)
    const id = await start()
    await step()
    expect(await stateOf(id)).toEqual(['Waiting for session', 'A session is running'])
    await endSessions()
    await step()
    await sent(c)
    await step()
    expect(c.frames.filter(f => f[2] === 'UpdateFirmware')).toEqual([])
    expect(await stateOf(id)).toEqual(['Sent', null])
  })

  test('whose session begins between the claim and the sending is not sent', async () => {
    const c = await connect('ac')
    const id = await start()
    // The claim is committed; then, before the message goes out, a session begins.
    await sql`create function begin_session() returns trigger language plpgsql as $$ begin
        insert into transaction (company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type, connector_id, id_tag,
          started_at, meter_start_wh, tolerance_watt)
        values (new.company_id, new.team_id, new.chargepoint_pk, new.chargepoint_id, '', 'AC', 1, 'T', now(), 0, 0);
        return null; end $$`.execute(t.db)
    await sql`create trigger begin_session after insert on task for each row execute function begin_session()`.execute(
      t.db,
    )
    await step()
    await sql`drop trigger begin_session on task`.execute(t.db)
    const isOver = async () => (await sql`select from task where ended_at is null`.execute(t.db)).rows.length === 0
    while (!(await isOver())) await new Promise(setImmediate)
    await step()
    expect(await stateOf(id)).toEqual(['Waiting for session', 'A session has begun'])
    expect(c.frames.filter(f => f[2] === 'UpdateFirmware')).toEqual([])
    expect((await chargers(id)).find(x => x.chargepoint_pk === t.world.chargers.ac.pk)?.attempt).toBe(0)
  })

  test('in a session fails where the campaign does not wait', async () => {
    await connect('ac')
    await session(t.world.chargers.ac.pk)
    const id = await start({ waits_for_sessions: false, retries: 1, stop_percent: 100 })
    await step()
    expect(await stateOf(id)).toEqual(['Failed', 'A session was running'])
    later(6)
    await step()
    expect(await stateOf(id)).toEqual(['Given up', 'A session was running'])
  })

  test('that refuses is tried again as often as allowed, not sooner than after a while', async () => {
    const c = await connect('ac')
    const id = await start({ retries: 1, stop_percent: 100 })
    c.onCall = undefined
    for (const expected of ['Failed', 'Given up']) {
      await step()
      const [, callId] = await c.nextCall('UpdateFirmware')
      c.send(JSON.stringify([4, callId, 'SecurityError', 'Not now', {}]))
      const isOver = async () => (await sql`select from task where ended_at is null`.execute(t.db)).rows.length === 0
      while (!(await isOver())) await new Promise(setImmediate)
      await step()
      expect(await stateOf(id)).toEqual([expected, 'Refused: Not now'])
      await step()
      later(6)
    }
    await step()
    expect(c.frames.filter(f => f[2] === 'UpdateFirmware')).toEqual([])
  })

  test('that answers with an error which leaves open what it does is asked at once, and its error is told', async () => {
    const c = await connect('ac')
    const id = await start({ stop_percent: 100 })
    c.onCall = undefined
    await step()
    const [, callId] = await c.nextCall('UpdateFirmware')
    c.send(JSON.stringify([4, callId, 'InternalError', 'UpdateFirmware is refused', {}]))
    const isOver = async () => (await sql`select from task where ended_at is null`.execute(t.db)).rows.length === 0
    while (!(await isOver())) await new Promise(setImmediate)
    c.onCall = () => ({ status: 'Accepted' })
    await step()
    expect((await c.nextCall('TriggerMessage'))[3]).toEqual({ requestedMessage: 'FirmwareStatusNotification' })
    await tell(c, 'Idle')
    await step()
    expect(await stateOf(id)).toEqual([
      'Given up',
      'Answered with the error InternalError (UpdateFirmware is refused), and says that no update is going on',
    ])
  })

  test('that starts with the version before has failed; that starts late with the new one is verified after all', async () => {
    const c = await connect('ac')
    const id = await start({ stop_percent: 100 })
    await step()
    await sent(c)
    await tell(c, 'Downloading', 'Downloaded', 'Installing')
    await boot(c, '1.0.0')
    await step()
    expect(await stateOf(id)).toEqual(['Given up', 'Started with version 1.0.0, not with 2.0.0'])
    await boot(c, '2.0.0')
    await step()
    expect(await stateOf(id)).toEqual(['Verified', null])
  })

  test('that downloads for ever is asked, given up, and not sent again', async () => {
    const c = await connect('ac')
    const id = await start({ retries: 3, stop_percent: 100 })
    await step()
    await sent(c)
    await tell(c, 'Downloading')
    await step()
    later(61)
    await step()
    await c.nextCall('TriggerMessage')
    expect((await stateOf(id))[0]).toBe('Downloading')
    later(6)
    await step()
    expect(await stateOf(id)).toEqual(['Given up', expect.stringMatching(/^Still downloading after 6\d minutes$/)])
    later(60)
    await step()
    expect(c.frames.filter(f => f[2] === 'UpdateFirmware')).toEqual([])
  })

  test('that has lost its power says that nothing is going on, and is sent again', async () => {
    const c = await connect('ac')
    const id = await start({ retries: 1, stop_percent: 100 })
    await step()
    await sent(c)
    await tell(c, 'Downloading')
    await boot(c, '1.0.0')
    await step()
    await c.next(
      f =>
        f[2] === 'TriggerMessage' &&
        (f[3] as { requestedMessage: string }).requestedMessage === 'FirmwareStatusNotification',
    )
    expect((await stateOf(id))[0]).toBe('Downloading')
    await tell(c, 'Idle')
    await step()
    expect(await stateOf(id)).toEqual(['Failed', 'Restarted during the update and gave it up'])
    later(6)
    await step()
    await sent(c)
    expect(await stateOf(id)).toEqual(['Sent', null])
  })

  test('whose answer is lost is not sent again while it may be at it', async () => {
    const c = await connect('ac')
    const id = await start({ retries: 3, stop_percent: 100 })
    c.onCall = undefined
    await step()
    await c.nextCall('UpdateFirmware')
    await c.close()
    const isOver = async () => (await sql`select from task where ended_at is null`.execute(t.db)).rows.length === 0
    while (!(await isOver())) await new Promise(setImmediate)
    const again = await connect('ac')
    for (let n = 0; n < 3; n++) {
      await step()
      later(10)
    }
    expect((await stateOf(id))[0]).toBe('Sent')
    expect(again.frames.filter(f => f[2] === 'UpdateFirmware')).toEqual([])
    await boot(again, '2.0.0')
    await step()
    expect((await stateOf(id))[0]).toBe('Verified')
  })

  test('that is not reached in time is given up, with the reason', async () => {
    const id = await start({ give_up_hours: 1, stop_percent: 100 })
    await step()
    expect(await stateOf(id)).toEqual(['Queued', null])
    later(61)
    await step()
    expect(await stateOf(id)).toEqual(['Given up', 'Not connected when it was to be sent, for 1 hour'])
    expect((await campaign(id)).state).toBe('Done')
  })

  test('that has the version before its turn is verified without being sent', async () => {
    const c = await connect('ac')
    const id = await start()
    await boot(c, '2.0.0')
    await step()
    expect(await stateOf(id)).toEqual(['Verified', 'Had the version already'])
    expect(c.frames.filter(f => f[2] === 'UpdateFirmware')).toEqual([])
  })

  test('that leaves the team is no longer sent', async () => {
    await connect('ac')
    const id = await start()
    await sql`update charger set team_id = ${t.world.one.siblingId} where chargepoint_pk = ${t.world.chargers.ac.pk}`.execute(
      t.db,
    )
    await step()
    expect(await stateOf(id)).toEqual(['Given up', 'No longer a charge point of the team'])
    await sql`update charger set team_id = ${t.world.one.teamId} where chargepoint_pk = ${t.world.chargers.ac.pk}`.execute(
      t.db,
    )
  })

  test('with a signed file is sent SignedUpdateFirmware', async () => {
    await sql`update firmware set signature = 'AAAA', certificate = 'PEM' where firmware_id = ${firmwareId}`.execute(
      t.db,
    )
    await connect('ac')
    const id = await start()
    await step()
    // The certificate is none: nothing is sent, and the charger is told so with the reason.
    expect(await stateOf(id)).toEqual(['Given up', 'This certificate cannot be read: paste the whole PEM text'])
  })
})

describe('a campaign', () => {
  test('begins its next wave once the one before is verified to its share', async () => {
    const [ac, dc] = [await connect('ac'), await connect('dc')]
    const id = await start({ waves: [{ count: 1, unit: 'chargers' }] })
    await step()
    await sent(ac)
    expect([await stateOf(id), await stateOf(id, 'dc')]).toEqual([
      ['Sent', null],
      ['Queued', null],
    ])
    await tell(ac, 'Downloading', 'Downloaded', 'Installing')
    await boot(ac, '2.0.0')
    await step()
    await sent(dc)
    expect((await campaign(id)).wave).toBe(2)
    await boot(dc, '2.0.0')
    await step()
    expect(await campaign(id)).toMatchObject({ state: 'Done', verified: 2, chargers: 2, given_up: 0 })
    expect((await progress(id)).events.map(e => e.what)).toEqual(['Done', 'Wave 2', 'Started'])
  })

  test('sends no more at once than allowed, and nothing outside of its window', async () => {
    const [ac, dc] = [await connect('ac'), await connect('dc')]
    // 20:00 UTC and some is 01:30 in India and some.
    now = new Date(`${new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10)}T20:00:00Z`)
    const id = await start({ at_once: 1, window: { from: '02:00', to: '03:00' } })
    await step()
    expect((await progress(id)).isInWindow).toBe(false)
    expect([await stateOf(id), await stateOf(id, 'dc')].map(s => s[0])).toEqual(['Queued', 'Queued'])
    later(45)
    await step()
    await sent(ac)
    expect([await stateOf(id), await stateOf(id, 'dc')].map(s => s[0])).toEqual(['Sent', 'Queued'])
    // The window ends: who was sent goes on, and nobody else is sent.
    later(60)
    await tell(ac, 'Downloading', 'Downloaded', 'Installing')
    await boot(ac, '2.0.0')
    await step()
    expect([await stateOf(id), await stateOf(id, 'dc')].map(s => s[0])).toEqual(['Verified', 'Queued'])
    later(24 * 60 - 60)
    await step()
    await sent(dc)
  })

  test('keeps to its window by the clock of the site at which each charger stands', async () => {
    const [ac, dc] = [await connect('ac'), await connect('dc')]
    const { teamId } = t.world.one
    const zoneId = await sites.create(t.db, { teamId, zoneName: 'Abroad', timeZone: 'Asia/Dubai' })
    await sql`update charger set zone_id = ${zoneId} where chargepoint_pk = ${t.world.chargers.dc.pk}`.execute(t.db)
    // 21:00 UTC is 02:30 in India and 01:00 in Dubai.
    now = new Date(`${new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10)}T21:00:00Z`)
    const id = await start({ window: { from: '02:00', to: '03:00' } })
    await step()
    await sent(ac)
    expect([await stateOf(id), await stateOf(id, 'dc')].map(s => s[0])).toEqual(['Sent', 'Queued'])
    // The window has ended in India, where nothing waits any more, and goes on in Dubai.
    later(80)
    expect((await progress(id)).isInWindow).toBe(true)
    await step()
    await sent(dc)
    later(60)
    expect((await progress(id)).isInWindow).toBe(false)
    await sql`update charger set zone_id = null where chargepoint_pk = ${t.world.chargers.dc.pk}`.execute(t.db)
  })

  test('stops at its share of failures, says why, opens an alert, and goes on when a person lets it', async () => {
    const [ac, dc] = [await connect('ac'), await connect('dc')]
    const id = await start({ waves: [{ count: 1, unit: 'chargers' }], stop_percent: 0 })
    await step()
    await sent(ac)
    await tell(ac, 'Downloading', 'DownloadFailed')
    await step()
    expect(await campaign(id)).toMatchObject({
      state: 'Stopped',
      stopped_why: '1 charge point of wave 1 failed: more than 0 %',
    })
    await step()
    expect(dc.frames.filter(f => f[2] === 'UpdateFirmware')).toEqual([])
    const { sweepAlerts } = await import('#operations/alerts/alert-look.commands.ts')
    await ask('operator', 'POST', `${team()}/alert-rules`, {
      name: 'Campaigns',
      kind: 'campaign-stopped',
      severity: 'Major',
      is_active: true,
    })
    await sweepAlerts(t.services)
    const alerts = (await ask('viewer', 'GET', `${team()}/alerts`)).data.filter(
      (a: { rule_name: string }) => a.rule_name === 'Campaigns',
    )
    expect(alerts).toMatchObject([
      { state: 'Open', text: 'Campaign Spring has stopped: 1 charge point of wave 1 failed: more than 0 %' },
    ])

    // It goes on and stops anew before a look: another occurrence, with a reason of its own.
    now = new Date(now.getTime() + 20_000)
    await sql`update firmware_campaign set stopped_at = ${now}, stopped_why = 'Another reason' where campaign_id = ${id}`.execute(
      t.db,
    )
    await sweepAlerts(t.services)
    const again = (await ask('viewer', 'GET', `alerts/${alerts[0].alert_id}`)).data
    expect([again.occurrences, again.text]).toEqual([2, 'Campaign Spring has stopped: Another reason'])
    expect(again.events.map((e: { what: string; note: string }) => [e.what, e.note])).toEqual([
      ['opened', '1 charge point of wave 1 failed: more than 0 %'],
      ['again', 'Another reason'],
    ])

    expect((await deed('resume', id, {})).data).toMatchObject({ state: 'Running', stopped_why: null, wave: 2 })
    await step()
    await sent(dc)
    await boot(dc, '2.0.0')
    await step()
    expect(await campaign(id)).toMatchObject({ state: 'Done', verified: 1, given_up: 1 })
    await sweepAlerts(t.services)
    const closed = (await ask('viewer', 'GET', `${team()}/alerts`)).data.find(
      (a: { rule_name: string }) => a.rule_name === 'Campaigns',
    )
    expect(closed).toMatchObject({ state: 'Closed', closedWhy: 'The campaign went on, and is done' })
  })

  test('tells the user who started it, in the bell, when it stops, is done, or was cancelled by another', async () => {
    const bell = async (who: Person) =>
      ((await ask(who, 'GET', 'bell')).data.entries as { text: string; to: string; severity: string | null }[])
        .filter(e => e.severity === null)
        .map(e => [e.text, e.to])
    const [ac, dc] = [await connect('ac'), await connect('dc')]
    const id = await start({ waves: [{ count: 1, unit: 'chargers' }], stop_percent: 0 })
    await step()
    await sent(ac)
    await tell(ac, 'Downloading', 'DownloadFailed')
    const before = await bell('admin')
    await step()
    const page = `/campaigns/${id}`
    const why = '1 charge point of wave 1 failed: more than 0 %'
    expect((await bell('operator')).filter(([, to]) => to === page)).toEqual([
      [`Campaign Spring has stopped (${why}): 0 of 2 charge points verified, 1 given up`, page],
    ])
    await deed('resume', id, {})
    await step()
    await sent(dc)
    await boot(dc, '2.0.0')
    await step()
    await step()
    // The last news alone stands there, once, and for nobody else.
    expect((await bell('operator')).filter(([, to]) => to === page)).toEqual([
      ['Campaign Spring is done: 1 of 2 charge points verified, 1 given up', page],
    ])
    firmwareId = await newFile('3.0.0')
    const [other, own] = [await start(), await create()]
    await deed('cancel', other, undefined, 'admin')
    await deed('start', own, { confirmed: 2 })
    await deed('cancel', own)
    const told = (await bell('operator')).filter(([, to]) => [other, own].some(n => to === `/campaigns/${n}`))
    expect(told).toEqual([
      [
        expect.stringMatching(/^Campaign Spring was cancelled by .+: 0 of 2 charge points verified, 2 not sent$/),
        `/campaigns/${other}`,
      ],
    ])
    expect(await bell('admin')).toEqual(before)
  })

  test('is not started as another one than the user was shown', async () => {
    const id = await create()
    const read = () => t.app.inject({ url: `/cms/v1/campaigns/${id}`, headers: headers.operator })
    const start = async (tag: string) =>
      (
        await t.app.inject({
          method: 'POST',
          url: `/cms/v1/campaigns/${id}/start`,
          headers: { ...headers.operator, 'if-match': tag },
          payload: { confirmed: 2 },
        })
      ).statusCode
    const { etag } = (await read()).headers
    const other = await newFile('2.1.0')
    expect((await ask('admin', 'PUT', `campaigns/${id}`, body({ firmware_id: other }))).status).toBe(200)
    expect([await start(String(etag)), (await campaign(id)).state]).toEqual([409, 'Draft'])
    expect([await start(String((await read()).headers.etag)), (await campaign(id)).state]).toEqual([200, 'Running'])
  })

  test('is paused, goes on with those given up, and is cancelled', async () => {
    const [ac, dc] = [await connect('ac'), await connect('dc')]
    const id = await start({ at_once: 1, stop_percent: 100 })
    await step()
    await sent(ac)
    expect((await deed('pause', id)).data.state).toBe('Paused')
    await tell(ac, 'DownloadFailed')
    await step()
    expect([await stateOf(id), await stateOf(id, 'dc')].map(s => s[0])).toEqual(['Given up', 'Queued'])
    await deed('resume', id, { again: true })
    await step()
    await sent(ac)
    await tell(ac, 'Downloading')
    await step()
    expect((await deed('cancel', id)).data.state).toBe('Cancelled')
    await step()
    expect([await stateOf(id), await stateOf(id, 'dc')]).toEqual([
      ['Downloading', null],
      ['Not sent', 'The campaign was cancelled'],
    ])
    // The end of what was sent is still told.
    await boot(ac, '2.0.0')
    await step()
    expect((await stateOf(id))[0]).toBe('Verified')
    expect(dc.frames.filter(f => f[2] === 'UpdateFirmware')).toEqual([])
  })

  test('that was cancelled sends nobody again, and is over once nobody is at it', async () => {
    const [ac, dc] = [await connect('ac'), await connect('dc')]
    const id = await start({ retries: 3, stop_percent: 100 })
    await step()
    for (const c of [ac, dc]) await sent(c)
    await deed('cancel', id)
    await tell(ac, 'Downloading', 'DownloadFailed')
    await boot(dc, '2.0.0')
    await step()
    expect([(await stateOf(id))[0], (await stateOf(id, 'dc'))[0]]).toEqual(['Given up', 'Verified'])
    expect(await step()).toBe(0)
  })

  test('is rolled back to the files of before', async () => {
    const [ac, dc] = [await connect('ac'), await connect('dc', '1.5.0')]
    const id = await start()
    await step()
    for (const c of [ac, dc]) {
      await sent(c)
      await boot(c, '2.0.0')
    }
    await step()
    const missing = await deed('roll-back', id)
    expect([missing.status, missing.message]).toEqual([
      409,
      'There is no file of version 1.0.0, 1.5.0. Please add it, then roll back',
    ])
    await newFile('1.0.0')
    const back = await deed('roll-back', id)
    expect([back.status, back.data]).toEqual([200, { campaigns: [expect.any(Number)], chargers: 1, leftOut: 1 }])
    const [other] = back.data.campaigns
    expect(await campaign(other)).toMatchObject({
      state: 'Running',
      name: 'Back to 1.0.0: Spring',
      rolls_back: id,
      chargers: 1,
    })
    // What was taken back is not taken back again, by none of the ways that a campaign of before has.
    expect(await campaign(id)).toMatchObject({ state: 'Done', rolled_back: true })
    const twice = await deed('roll-back', id)
    expect([twice.status, twice.message]).toEqual([409, 'The campaign was rolled back already'])
    expect((await ask('viewer', 'GET', `${team()}/campaigns`)).data).toHaveLength(2)
    await step()
    expect((await sent(ac)).location).toBe('https://f.example/1.0.0')
    await boot(ac, '1.0.0')
    await step()
    expect((await campaign(other)).state).toBe('Done')
  })

  test('takes each deed once of two people who press at once, and none that its state does not allow', async () => {
    const [ac, dc] = [await connect('ac'), await connect('dc')]
    await newFile('1.0.0')
    const DONE = ['start', 'pause', 'resume', 'cancel', 'roll-back'] as const
    type Done = (typeof DONE)[number]
    const body = (what: Done) => ({ start: { confirmed: 2 }, resume: {} })[what as 'start']
    const to = async (state: string): Promise<number> => {
      if (state === 'Draft') return create()
      const id = await start()
      if (state === 'Paused') await deed('pause', id)
      if (state === 'Cancelled') await deed('cancel', id)
      if (state === 'Stopped')
        await sql`update firmware_campaign set state = 'Stopped' where campaign_id = ${id}`.execute(t.db)
      if (state !== 'Done') return id
      for (const c of [ac, dc]) await boot(c, '2.0.0')
      await step()
      for (const c of [ac, dc]) await boot(c, '1.0.0')
      return id
    }
    const ALLOWED: Record<string, Done[]> = {
      Draft: ['start'],
      Running: ['pause', 'cancel', 'roll-back'],
      Paused: ['resume', 'cancel', 'roll-back'],
      Stopped: ['resume', 'cancel', 'roll-back'],
      Done: ['roll-back'],
      Cancelled: ['roll-back'],
    }
    const found: Record<string, Done[]> = {}
    for (const [state] of Object.entries(ALLOWED)) {
      const may: Done[] = []
      for (const what of DONE) {
        const id = await to(state)
        expect((await campaign(id)).state).toBe(state)
        if (what === 'roll-back')
          await sql`with i as (update firmware_campaign_charger set attempt = 1 where campaign_id = ${id} returning chargepoint_pk)
            update charger_state s set fw_version = '2.0.0' from i where s.chargepoint_pk = i.chargepoint_pk`.execute(
            t.db,
          )
        const answers = await Promise.all(
          [deed(what, id, body(what)), deed(what, id, body(what), 'admin')].map(async r => (await r).status),
        )
        expect([`${state} ${what}`, answers.sort()]).toEqual([
          `${state} ${what}`,
          ALLOWED[state]?.includes(what) ? [200, 409] : [409, 409],
        ])
        if (answers.includes(200)) may.push(what)
        await sql`delete from firmware_campaign`.execute(t.db)
        await sql`update charger_state set fw_version = '1.0.0'`.execute(t.db)
      }
      found[state] = may
    }
    expect(found).toEqual(ALLOWED)
  }, 60_000)

  test('stops where the user who started it may change charge points no more', async () => {
    await connect('ac')
    const id = await start()
    await sql`update app_user set is_active = false where id = ${t.world.userIds.operator}`.execute(t.db)
    await step()
    await sql`update app_user set is_active = true where id = ${t.world.userIds.operator}`.execute(t.db)
    expect(await campaign(id)).toMatchObject({
      state: 'Stopped',
      stopped_why: 'The user who started it may not change charge points any more',
    })
  })

  test('is exported with its chargers, filtered and sorted by the server', async () => {
    await connect('ac')
    const id = await start()
    await step()
    const filters = JSON.stringify({ conditions: [{ field: 'state', operator: 'equals', value: 'Sent' }] })
    const found = await chargers(id, `?filters=${encodeURIComponent(filters)}`)
    expect(found.map(c => c.chargepoint_id)).toEqual(['AC-1'])
    expect((await chargers(id, '?sort=-chargepoint_id')).map(c => c.chargepoint_id)).toEqual(['DC-1', 'AC-1'])
    expect((await chargers(id, '?export=true')).length).toBe(2)
  })

  test('leaves its entries in the audit log, with what was before', async () => {
    const { ac, dc } = t.world.chargers
    const id = await start({ choice: { chargers: [ac.pk, dc.pk] } })
    await deed('pause', id)
    await deed('cancel', id)
    const { rows } = await sql<{
      action: string
      was: string | null
      is: string
      chosen: string[]
    }>`select action, before->>'state' as was, after->>'state' as is, after->'choice'->'charge_points' as chosen
      from audit_entry where feature = 'Campaign' and record_id = ${String(id)} order by id`.execute(t.db)
    expect(rows.map(r => [r.action, r.was, r.is])).toEqual([
      ['create', null, 'Draft'],
      ['update', 'Draft', 'Running'],
      ['update', 'Running', 'Paused'],
      ['update', 'Paused', 'Cancelled'],
    ])
    expect(rows[0]?.chosen, 'charge points by their names').toEqual(['AC-1', 'DC-1'])
  })
})
