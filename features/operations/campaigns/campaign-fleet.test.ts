// A campaign over 200 simulated chargers on real sockets that really fetch the file, with every fault; the engine is killed in
// the middle and another goes on with its tables. Each charger ends in the right state, none is updated twice, and none is sent
// during a session (CAMP-03, CAMP-05).
import { createHash } from 'node:crypto'
import { type Faults, SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { realTime } from '@wattdesk/ocpp/sim/clock'
import { simulatedFirmware } from '@wattdesk/ocpp/sim/firmware'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endAbandoned } from '#control/remote-operations/task.store.ts'
import * as writes from '#fleet/chargers/charger-write.store.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import type { CampaignCharger } from './campaign-charger.contract.ts'
import { stepCampaigns } from './campaign-step.commands.ts'

const CHARGERS = 200
/** Eight of each fault; the others do as they are told. */
const FAULTS = {
  refuses: { refuse: { UpdateFirmware: 'SecurityError' } },
  unable: { refuse: { UpdateFirmware: 'NotImplemented' } },
  hangs: { firmware: 'hangs' },
  'cannot fetch': { firmware: 'DownloadFailed' },
  'cannot install': { firmware: 'InstallationFailed' },
  'old version': { firmware: 'old version' },
  'power loss': { firmware: 'power loss' },
  silent: { silentOn: ['UpdateFirmware'] },
  'in session': {},
  offline: {},
} as const satisfies Record<string, Faults>
type Kind = keyof typeof FAULTS | 'good'
const OF_EACH = 8

let t: TestApp
let http: string
/** The clock of the product runs with the real one, and is moved on by the test. */
let ahead = 0
const now = () => new Date(Date.now() + ahead)
const later = (minutes: number) => {
  ahead += minutes * 60_000
}
const clock = { now: () => now().getTime(), after: realTime.after }
type Known = {
  pk: number
  kind: Kind
  charger: SimulatedCharger
  sent: number
  installed: number
  sentInSession: number
}
const fleet: Known[] = []
let headers: { authorization: string }

beforeAll(async () => {
  t = await startApp({ now })
  const at = await t.listen()
  http = at.http
  t.services.publicUrl = http
  headers = await t.as('operator')
  const kinds = Object.keys(FAULTS) as (keyof typeof FAULTS)[]
  for (let n = 0; n < CHARGERS; n++) {
    const kind: Kind = kinds[Math.floor(n / OF_EACH)] ?? 'good'
    // Spread over the order of the campaign, so that every wave has some of each.
    const identity = `SIM-${String((n * 77) % CHARGERS).padStart(3, '0')}`
    const pk = await writes.create(t.db, {
      teamId: t.world.one.teamId,
      chargepointId: identity,
      chargepointName: identity,
      chargerType: 'DC',
      registrationStatus: 'Accepted',
      state: 'Karnataka',
      city: 'Bengaluru',
      street: '1 Test Road',
      latitude: 12.9716,
      longitude: 77.5946,
      connectors: [{ connectorId: 1, connectorType: 'CCS Type 2', kw: 60, priceGroupId: t.world.priceGroupId }],
    })
    const charger = new SimulatedCharger({
      url: `${at.ws}/ocpp`,
      identity,
      rebootSeconds: 0,
      stepSeconds: 0,
      clock,
      boot: { chargePointVendor: 'Maker', chargePointModel: 'One', firmwareVersion: '1.0.0' },
      faults: kind === 'good' ? {} : FAULTS[kind],
    })
    const known = { pk, kind, charger, sent: 0, installed: 0, sentInSession: 0 }
    charger.on('call', ({ action }) => {
      if (action !== 'UpdateFirmware') return
      known.sent++
      if (charger.transactionId(1) !== undefined) known.sentInSession++
    })
    charger.on('installed', ({ isCharging }) => {
      known.installed++
      if (isCharging) known.sentInSession++
    })
    fleet.push(known)
  }
  // A few at a time, as chargers come.
  for (let n = 0; n < fleet.length; n += 20) await Promise.all(fleet.slice(n, n + 20).map(f => f.charger.startUp()))
  await Promise.all(of('in session').map(f => f.charger.start(1, t.world.tag)))
  await Promise.all(of('offline').map(f => f.charger.goOffline()))
}, 120_000)
afterAll(async () => {
  await Promise.all(fleet.map(f => f.charger.close()))
  await t.close()
})
const of = (kind: Kind) => fleet.filter(f => f.kind === kind)

const ask = async (method: 'GET' | 'POST', path: string, payload?: object) => {
  const r = await t.app.inject({ method, url: `/cms/v1/${path}`, headers, ...(payload && { payload }) })
  expect([path, r.statusCode, r.json().errors ?? null]).toEqual([path, r.statusCode < 300 ? r.statusCode : 200, null])
  return r.json()
}
const upload = async (bytes: Uint8Array) => {
  const r = await fetch(`${http}/cms/v1/team/${t.world.one.teamId}/firmware-uploads?name=fw.bin`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
  return ((await r.json()) as { data: { contentId: number } }).data.contentId
}
const rows = async (id: number): Promise<CampaignCharger[]> =>
  (await ask('GET', `campaigns/${id}/chargers?export=true`)).data
const open = async (id: number): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*) as n from firmware_campaign_charger where campaign_id = ${id}
      and state in ('Sent', 'Downloading', 'Downloaded', 'Installing', 'Installed')`.execute(t.db)
  ).rows[0]?.n ?? 0

/** Everything that was sent has been answered, and no charger is at an update that goes on by itself. */
async function quiet(): Promise<void> {
  const mute = [...orphans, ...of('silent').map(f => f.pk)]
  const isUnanswered = async () =>
    (
      await sql`select from task where ended_at is null and not chargepoint_pk = any(${sql.val(mute)}::int[]) limit 1`.execute(
        t.db,
      )
    ).rows.length > 0
  const isAtIt = () => fleet.some(f => f.kind !== 'hangs' && f.charger.station.updating !== undefined)
  while (isAtIt() || (await isUnanswered())) await new Promise(setImmediate)
}
/** The chargers that an engine had claimed when it was killed. */
let orphans: number[] = []

test('every charger ends in the right state; none is updated twice, and none during a session', async () => {
  const file = simulatedFirmware('2.0.0', Buffer.alloc(200_000, 'wattdesk'))
  const contentId = await upload(file)
  const sha256 = createHash('sha256').update(file).digest('hex')
  const team = `team/${t.world.one.teamId}`
  const made = await ask('POST', `${team}/firmware`, {
    version: '2.0.0',
    vendor: 'Maker',
    model: 'One',
    source: 'Upload',
    contentId,
    sha256,
  })
  const campaign = await ask('POST', `${team}/campaigns`, {
    name: 'Fleet',
    firmware_id: made.data.firmware_id,
    choice: {},
    waves: [{ count: 10, unit: '%' }],
    window: null,
    at_once: 40,
    wave_percent: 30,
    stop_percent: 100,
    waits_for_sessions: true,
    retries: 1,
    step_minutes: 30,
    give_up_hours: 6,
  })
  const id = campaign.data.campaign_id as number
  await ask('POST', `campaigns/${id}/start`, { confirmed: CHARGERS })

  // The first engine dies with what it has claimed: the transaction is committed, the messages never go out.
  const dead = { ...t.services, bus: { ...t.services.bus, command: () => new Promise<never>(() => undefined) } }
  await stepCampaigns(dead, { onEnded: () => undefined })
  orphans = (await rows(id)).filter(r => r.state === 'Sent').map(r => r.chargepoint_pk)
  expect(orphans.length).toBeGreaterThan(10)

  const seen = { most: 0 }
  const round = async () => {
    await stepCampaigns(t.services, { onEnded: () => undefined })
    seen.most = Math.max(seen.most, await open(id))
    await quiet()
  }
  // Two engines at once: their steps take turns.
  const both = async () => {
    await Promise.all([stepCampaigns(t.services, { onEnded: () => undefined }), round()])
    await quiet()
  }
  await both()
  // What the dead engine had claimed is not sent again while nobody knows: a charger may have it.
  for (const f of fleet.filter(x => orphans.includes(x.pk))) expect([f.kind, f.sent]).toEqual([f.kind, 0])
  // Time goes on: those are asked, say that nothing is going on, and are sent then.
  for (let n = 0; n < 60; n++) {
    const { data } = await ask('GET', `campaigns/${id}`)
    if (data.state === 'Done') break
    expect([n, data.state, data.stopped_why]).toEqual([n, 'Running', null])
    await both()
    later(4)
    await endAbandoned(t.db, now())
    if (n === 0) orphans = []
    // The sessions end once the others are through.
    if (n === 25) {
      for (const f of of('in session')) expect([f.kind, f.sent]).toEqual([f.kind, 0])
      await Promise.all(of('in session').map(f => f.charger.stop(1)))
    }
    if (n > 40) later(20)
  }
  const states = new Map((await rows(id)).map(r => [r.chargepoint_pk, r]))
  const ends = new Map<string, number>()
  for (const f of fleet) {
    const r = states.get(f.pk)
    const key = `${f.kind}: ${r?.state}`
    ends.set(key, (ends.get(key) ?? 0) + 1)
  }
  expect(Object.fromEntries([...ends].sort())).toEqual({
    'cannot fetch: Given up': OF_EACH,
    'cannot install: Given up': OF_EACH,
    'good: Verified': CHARGERS - 10 * OF_EACH,
    'hangs: Given up': OF_EACH,
    'in session: Verified': OF_EACH,
    'offline: Given up': OF_EACH,
    'old version: Given up': OF_EACH,
    'power loss: Given up': OF_EACH,
    'refuses: Given up': OF_EACH,
    'silent: Given up': OF_EACH,
    'unable: Given up': OF_EACH,
  })
  // By what each charger did: the version it has, how often it was sent, how often it installed.
  for (const f of fleet) {
    const isNew = f.charger.station.firmwareVersion === '2.0.0'
    expect([f.kind, states.get(f.pk)?.state === 'Verified', f.sentInSession]).toEqual([f.kind, isNew, 0])
    if (isNew) expect([f.kind, f.installed]).toEqual([f.kind, 1])
    if (f.kind === 'good' || f.kind === 'in session') expect([f.kind, f.sent]).toEqual([f.kind, 1])
    if (f.kind === 'hangs') expect([f.kind, f.sent]).toEqual([f.kind, 1])
    if (f.kind === 'offline') expect([f.kind, f.sent]).toEqual([f.kind, 0])
    expect(f.sent).toBeLessThanOrEqual(2)
  }
  expect(seen.most).toBeLessThanOrEqual(40)
  const { data } = await ask('GET', `campaigns/${id}`)
  expect(data).toMatchObject({ state: 'Done', verified: CHARGERS - 9 * OF_EACH, given_up: 9 * OF_EACH, wave: 2 })
  // Nothing is reported twice.
  const twice = await sql<{
    n: number
  }>`select count(*) as n from (select chargepoint_pk, attempt, what from firmware_campaign_event
    where campaign_id = ${id} and what in ('Verified', 'Given up') and chargepoint_pk is not null
    group by 1, 2, 3 having count(*) > 1) x`.execute(t.db)
  expect(twice.rows[0]?.n).toBe(0)
}, 120_000)
