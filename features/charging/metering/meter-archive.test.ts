// Meter values in the archive: screens show what they showed before, from few requests to the store; a store that is away or
// damaged is told and never shown as no readings; whatever breaks off, each value is stored and found once.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Archive, openArchive } from '#platform/archive/archive.ts'
import { checkedRows, namedFiles } from '#platform/archive/archived.ts'
import type { Files } from '#platform/files/files.ts'
import { s3Files } from '#platform/files/s3-files.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { at, bootedCharger, energy, newTag, start, stop } from '#testing/ocpp.ts'
import { STORE_KEY, type Store, startStore } from '#testing/s3-store.ts'
import { archiveMeters, bringMetersBack, type MovedMeters } from './meter-archive.store.ts'
import { sealMeters } from './meter-block.store.ts'

const DAY_MS = 86_400_000
let t: TestApp
let ws: string
let store: Store
let files: Files
let archive: Archive
let aheadMs = 0
const now = () => new Date(Date.now() + aheadMs)
/** The archive as a product finds it that has just started: it remembers no footers. */
const fresh = () => openArchive(() => files)

beforeAll(async () => {
  store = await startStore()
  const place = { bucket: 'files', prefix: 'one/', region: 'x', endpoint: store.endpoint, sessionToken: undefined }
  files = s3Files({ ...place, ...STORE_KEY })
  // Always a fresh one, as the services hold it for good.
  archive = { storeOf: () => files, read: groups => fresh().read(groups) }
  t = await startApp({ now, archive })
  ws = (await t.listen()).ws
  await sql`do $$ begin for day in 3..30 loop
    execute format('create table %I partition of meter_value for values from (%L) to (%L)',
      'meter_value_' || to_char(now() at time zone 'UTC' + day * interval '1 day', 'YYYYMMDD'),
      date_trunc('day', now(), 'UTC') + day * interval '1 day', date_trunc('day', now(), 'UTC') + (day + 1) * interval '1 day');
  end loop; end $$`.execute(t.db)
})
afterEach(() => {
  store.faults.length = 0
  store.asked.length = 0
})
afterAll(async () => {
  await t.close()
  await store.close()
})

const call = async (path: string) => {
  const url = `/cms/v1/team/${t.world.one.teamId}/transaction/${path}`
  return t.app.inject({ url, headers: await t.as('viewer') })
}
const readings = (id: number) => call(`${id}/meter_value/1`)
const shown = async (id: number) => (await readings(id)).json().data as object[]
const detail = async (id: number) => (await call(String(id))).json().data as object
const blocks = async () =>
  (await sql<{ block: string }>`select row(b.*)::text as block from meter_block b order by 1`.execute(t.db)).rows.map(
    r => r.block,
  )
/** A session of some readings that has ended, unless told otherwise. */
async function session({ isEnded = true } = {}): Promise<{ id: number; pk: number }> {
  const c = await bootedCharger(t, ws)
  const { transactionId } = await start(c, await newTag(t))
  const meterValue = Array.from({ length: 5 }, (_, i) =>
    energy(at(i + 1), 2000 + i * 100, { value: '48000', measurand: 'Power.Active.Import', unit: 'W' }),
  )
  await c.call('MeterValues', { connectorId: 1, transactionId, meterValue })
  await c.call('MeterValues', { connectorId: 2, meterValue: [energy(at(3), 77)] })
  if (isEnded) await stop(c, transactionId, { meterStop: 3000, timestamp: at(6) })
  await c.close()
  return { id: transactionId, pk: c.pk }
}
async function seal(): Promise<void> {
  aheadMs += 3 * DAY_MS
  await sealMeters(t.db, now())
}
async function move(target: Archive | 'dry run' = archive): Promise<MovedMeters[]> {
  const moved: MovedMeters[] = []
  await archiveMeters(t.db, target === 'dry run' ? undefined : target, { before: now(), place: '' }, m => moved.push(m))
  return moved
}
async function bringAllBack(): Promise<void> {
  for (const file of await namedFiles(t.db)) await bringMetersBack(t.db, archive, file)
}

test('what was shown is shown from the archive, from two requests, and comes back to the letter', async () => {
  const { id } = await session()
  const running = await session({ isEnded: false })
  const reviewed = await session()
  await sql`update transaction set in_review = true where transaction_id = ${reviewed.id}`.execute(t.db)
  await seal()
  const [values, figures, before] = [await shown(id), await detail(id), await blocks()]
  expect(values.length).toBe(10)

  const dry = await move('dry run')
  expect(dry).toEqual([
    expect.objectContaining({ companyId: t.world.one.companyId, n: 5, blocks: 1 }),
    expect.objectContaining({ companyId: null, n: 3, blocks: 3 }),
  ])
  expect([await blocks(), store.objects.size]).toEqual([before, 0])

  const moved = await move()
  expect(moved).toEqual(dry.map(d => expect.objectContaining(d)))
  expect([...store.objects.keys()].toSorted()).toEqual(moved.map(m => `one/${m.name}`).toSorted())
  // The running session and the one under review have stayed.
  expect(await blocks()).toHaveLength(2)
  store.asked.length = 0
  expect(await shown(id)).toEqual(values)
  expect(store.asked).toEqual(Array(2).fill(`GET one/${moved[0]?.name}`))
  expect(await detail(id)).toEqual(figures)
  store.asked.length = 0
  expect((await shown(running.id)).length).toBe(10)
  expect((await shown(reviewed.id)).length).toBe(10)
  expect([store.asked, await move()]).toEqual([[], []])

  await bringAllBack()
  expect([await blocks(), await namedFiles(t.db)]).toEqual([before, []])
  expect(await shown(id)).toEqual(values)
  // The same rows are the same file.
  expect((await move()).map(m => m.name)).toEqual(moved.map(m => m.name))
  await bringAllBack()
})

test('a reading that comes again after the archive took it is shown once, a new one is added', async () => {
  const { id, pk } = await session()
  await seal()
  const values = await shown(id)
  await move()
  const again = async (wh: number, minute: number) =>
    sql`insert into meter_value (transaction_id, chargepoint_pk, connector_id, at, received_at, samples) values
      (${id}, ${pk}, 1, ${at(minute)}, ${now()}, ${JSON.stringify(energy(at(minute), wh, { value: '48000', measurand: 'Power.Active.Import', unit: 'W' }).sampledValue)}::json)`.execute(
      t.db,
    )
  await again(2000, 1)
  expect(await shown(id)).toEqual(values)
  await again(2900, 5)
  expect(await shown(id)).toHaveLength(12)
  // Sealed later, it goes into a second file.
  await seal()
  expect(await move()).toContainEqual(expect.objectContaining({ n: 2, blocks: 1 }))
  expect(await shown(id)).toHaveLength(12)
  await bringAllBack()
})

describe('an archive that', () => {
  let id: number
  let name: string
  beforeAll(async () => {
    id = (await session()).id
    await seal()
    const moved = await move()
    name = moved.find(m => m.companyId !== null)?.name ?? ''
  })
  const kept = () => store.objects.get(`one/${name}`) as Buffer
  const refused = async () => {
    const reply = await readings(id)
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5'])
    expect(reply.json()).toEqual({
      success: false,
      message: 'Old data cannot be read from the archive at the moment. Please try again.',
    })
    // The session with its bill is shown all the same, and says what is not known.
    const detail = await call(String(id))
    expect([detail.statusCode, detail.json().data]).toEqual([
      200,
      expect.objectContaining({ transactionId: id, samples: null, droppedSamples: null }),
    ])
  }
  test('refuses is told', async () => {
    store.faults.push([403, 'AccessDenied'], [403, 'AccessDenied'])
    await refused()
    expect(await shown(id)).toHaveLength(10)
  })
  test('lacks the file is told', async () => {
    const content = kept()
    store.objects.delete(`one/${name}`)
    await refused()
    store.objects.set(`one/${name}`, content)
    expect(await shown(id)).toHaveLength(10)
  })
  test('has another byte anywhere is told by the check of files, and shows no other value', async () => {
    const content = kept()
    const [file] = (await namedFiles(t.db)).filter(f => f.name === name)
    if (!file) throw new Error('The file has no name')
    const values = await shown(id)
    for (let place = 0; place < content.length; place += 41) {
      const damaged = Buffer.from(content)
      damaged[place] = (damaged[place] ?? 0) ^ 0x15
      store.objects.set(`one/${name}`, damaged)
      await expect(checkedRows(archive, file)).rejects.toThrow('is not as it was written')
      const reply = await readings(id)
      if (reply.statusCode === 200) expect(reply.json().data).toEqual(values)
      else expect(reply.statusCode).toBe(503)
    }
    store.objects.set(`one/${name}`, content)
  })
  test('is cut short is told', async () => {
    const content = kept()
    store.objects.set(`one/${name}`, content.subarray(0, content.length - 9))
    await refused()
    store.objects.set(`one/${name}`, content)
    await bringAllBack()
  })
})

test('a file that the store does not give back as it was written takes no rows', async () => {
  const { id } = await session()
  await seal()
  const [before, values] = [await blocks(), await shown(id)]
  const spoilt: Archive = {
    ...archive,
    storeOf: () => ({ ...files, put: (name, bytes) => files.put(name, Buffer.from(bytes).fill(7, 20, 21)) }),
  }
  await expect(move(spoilt)).rejects.toThrow('is not as it was written')
  const away: Archive = { ...archive, storeOf: () => ({ ...files, put: () => Promise.reject(new Error('away')) }) }
  await expect(move(away)).rejects.toThrow('away')
  expect([await blocks(), await namedFiles(t.db), await shown(id)]).toEqual([before, [], values])
  await move()
  expect(await shown(id)).toEqual(values)
  await bringAllBack()
  expect(await blocks()).toEqual(before)
})

test('whoever reads while values move away and back finds each once', async () => {
  const ids = [(await session()).id, (await session()).id]
  await seal()
  const before = JSON.stringify(await Promise.all(ids.map(shown)))
  const state = { isOver: false }
  const work = (async () => {
    for (let i = 0; i < 3; i++) {
      await move()
      await bringAllBack()
    }
  })().finally(() => {
    state.isOver = true
  })
  for (let i = 0; !state.isOver || i === 0; i++)
    expect(JSON.stringify(await Promise.all(ids.map(shown))) === before).toBe(true)
  await work
})
