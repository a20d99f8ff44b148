// Reports of device models over a real socket: in any order, with parts twice, never ended, of another station, too long and too
// many; what a pending station may say; and that no secret is kept.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { newCharger } from '#testing/ocpp.ts'
import { BOOT_201, bootedStation, openStation } from '#testing/station201.ts'
import { askBaseReport } from './base-report.commands.ts'
import { componentKey, gapText, variableKey } from './device-model.rules.ts'
import { MOST_KEPT } from './device-report.store.ts'
import { rowOf, tellParts } from './test-report.ts'

let t: TestApp
/** Asks stations right after their boot, without the half minute of grace. */
let prompt: TestApp
let ws: string
let promptWs: string
beforeAll(async () => {
  t = await startApp()
  prompt = await startApp({}, { config: { afterMs: 0, everyMs: 5 } })
  ws = (await t.listen()).ws
  promptWs = (await prompt.listen()).ws
})
afterAll(() => Promise.all([t.close(), prompt.close()]))

type Row = { key: string; attribute: string; value: string | null }
const rowsOf = async (pk: number): Promise<Row[]> => {
  const { rows } =
    await sql<Row>`select component || coalesce('#' || nullif(evse_id, 0), '') || '.' || variable as key, attribute, value
    from device_variable where chargepoint_pk = ${pk} order by 1, 2`.execute(t.db)
  return rows
}
const reportsOf = async (pk: number, { db } = t) =>
  (
    await sql<{ isWhole: boolean; told: number; leftOut: number; ended: boolean; refusal: string | null }>`
      select is_whole, told, left_out, ended_at is not null as ended, refusal from device_report
      where chargepoint_pk = ${pk} order by device_report_id`.execute(db)
  ).rows
/** A number under which this station was asked for its whole model. */
async function asked(pk: number): Promise<number> {
  let requestId = 0
  await askBaseReport(t.services, pk, async (_, p) => {
    requestId = p.requestId
    return { kind: 'result', payload: { status: 'Accepted' }, raw: '' }
  })
  return requestId
}

test('a station is asked once after its first accepted boot, and again with another firmware', async () => {
  const known = await newCharger(prompt)
  const c = await openStation(promptWs, known.id)
  const questions: number[] = []
  c.onCall = (action, payload) => {
    if (action === 'GetBaseReport') {
      expect(payload.reportBase).toBe('FullInventory')
      questions.push(payload.requestId as number)
    }
    return { status: 'Accepted' }
  }
  await c.call('BootNotification', BOOT_201)
  await vi.waitFor(() => expect(questions).toHaveLength(1), 10_000)
  await tellParts(c, questions[0] ?? 0, [[rowOf('EVSE', 'Power', '60000', { evse: { id: 1 } })]])
  const read = await sql<{ error: string | null; readAt: Date | null }>`select error, read_at from charger_config_read
    where chargepoint_pk = ${known.pk}`.execute(prompt.db)
  expect(read.rows[0]).toMatchObject({ error: null, readAt: expect.any(Date) })
  await c.call('BootNotification', BOOT_201)
  await c.call('BootNotification', {
    ...BOOT_201,
    chargingStation: { ...BOOT_201.chargingStation, firmwareVersion: '2' },
  })
  await vi.waitFor(() => expect(questions).toHaveLength(2), 10_000)
  expect(new Set(questions).size).toBe(2)
  await c.close()
})

test('a station that refuses: the reason is kept', async () => {
  const known = await newCharger(prompt)
  const c = await openStation(promptWs, known.id)
  c.onCall = action =>
    action === 'GetBaseReport'
      ? { status: 'NotSupported', statusInfo: { reasonCode: 'NoModel' } }
      : { status: 'Accepted' }
  await c.call('BootNotification', BOOT_201)
  await vi.waitFor(
    async () =>
      expect(await reportsOf(known.pk, prompt)).toMatchObject([
        { refusal: 'The charge point answered NotSupported (NoModel)', ended: false },
      ]),
    10_000,
  )
  await c.close()
})

test('parts in any order and any number of times are the same rows, and a whole report takes what it lacks', async () => {
  const c = await bootedStation(t, ws)
  const model = [0, 1, 2, 3, 4].map(part =>
    [0, 1, 2].map(n =>
      rowOf('OCPPCommCtrlr', `V${part}${n}`, `${part}-${n}`, { mutability: n === 0 ? 'ReadOnly' : 'ReadWrite' }),
    ),
  )
  // The same variable in two parts: the later part is right, whichever comes last.
  model[1]?.push(rowOf('OCPPCommCtrlr', 'Twice', 'early'))
  model[3]?.push(rowOf('OCPPCommCtrlr', 'Twice', 'late'))
  const wanted = model.flat().filter(r => r.variableAttribute[0]?.value !== 'early')
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
      fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 6 }),
      async (order, again) => {
        // What an older report told, of which this one says nothing.
        await tellParts(c, 900_000, [[rowOf('Old', 'Gone', '1')]])
        const requestId = await asked(c.pk)
        // Repetitions before the end and behind it.
        const seqNos = [...again.slice(0, 3).filter(n => order.indexOf(n) < 3), ...order, ...again.slice(3)]
        for (const seqNo of seqNos) await tellParts(c, requestId, model, [seqNo])
        const rows = await rowsOf(c.pk)
        expect(rows.map(r => `${r.key}=${r.value}`)).toEqual(
          wanted.map(r => `${r.component.name}.${r.variable.name}=${r.variableAttribute[0]?.value}`).sort(),
        )
        expect((await reportsOf(c.pk)).at(-1)).toMatchObject({ isWhole: true, ended: true, told: 17, leftOut: 0 })
      },
    ),
    { numRuns: 12 },
  )
  // What may be set stands as the configuration, too.
  const { rows } = await sql<{ spelling: string }>`select spelling from charger_config where chargepoint_pk = ${c.pk}
    and key like 'ocppcommctrlr.v4%' order by 1`.execute(t.db)
  expect(rows.map(r => r.spelling)).toEqual(['OCPPCommCtrlr.V41', 'OCPPCommCtrlr.V42'])
  await c.close()
})

test('a report that never ends leaves the old rows standing; a late part of an older report changes nothing', async () => {
  const c = await bootedStation(t, ws)
  const first = await asked(c.pk)
  const old = [[rowOf('A', 'One', '1')], [rowOf('A', 'Two', '2')], [rowOf('A', 'Three', '3')]]
  await tellParts(c, first, old)
  const second = await asked(c.pk)
  const next = [[rowOf('A', 'One', 'new')], [rowOf('A', 'Four', '4')]]
  await tellParts(c, second, next, [0])
  expect((await rowsOf(c.pk)).map(r => [r.key, r.value])).toEqual([
    ['A.One', 'new'],
    ['A.Three', '3'],
    ['A.Two', '2'],
  ])
  await tellParts(c, second, next, [1])
  await tellParts(c, first, old, [2])
  expect((await rowsOf(c.pk)).map(r => r.key)).toEqual(['A.Four', 'A.One'])
  await c.close()
})

test('a report that nobody asked for adds, and takes nothing away', async () => {
  const c = await bootedStation(t, ws)
  await tellParts(c, await asked(c.pk), [[rowOf('A', 'One', '1')]])
  await tellParts(c, 77, [[rowOf('A', 'Two', '2')]])
  expect((await rowsOf(c.pk)).map(r => r.key)).toEqual(['A.One', 'A.Two'])
  await c.close()
})

test('of a station as many variables are kept as there is room for; the rest is counted', async () => {
  const c = await bootedStation(t, ws)
  const part = (n: number) => Array.from({ length: 500 }, (_, i) => rowOf('Many', `V${n}-${i}`, 'x'))
  const parts = Array.from({ length: MOST_KEPT / 500 + 1 }, (_, n) => part(n))
  await tellParts(c, await asked(c.pk), parts)
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from device_variable where chargepoint_pk = ${c.pk}`.execute(t.db)
  expect(rows[0]?.n).toBe(MOST_KEPT)
  expect((await reportsOf(c.pk)).at(-1)).toMatchObject({ told: MOST_KEPT, leftOut: 500, ended: true })
  await c.close()
}, 60_000)

test('values that are too long, and sequence numbers that are none, are refused by name; the others are kept', async () => {
  const c = await bootedStation(t, ws)
  const requestId = await asked(c.pk)
  const tell = (seqNo: number, value: string) =>
    c.ask('NotifyReport', {
      requestId,
      seqNo,
      tbc: true,
      generatedAt: new Date().toISOString(),
      reportData: [rowOf('A', `V${seqNo}`, value)],
    })
  expect(await tell(0, 'x'.repeat(2501))).toMatchObject({
    error: { code: 'PropertyConstraintViolation', text: expect.stringContaining('value') },
  })
  expect(await tell(-1, 'x')).toMatchObject({ error: { code: 'PropertyConstraintViolation' } })
  expect(await tell(1_000_000, 'x')).toMatchObject({ error: { code: 'PropertyConstraintViolation' } })
  expect(await tell(1, 'x'.repeat(2500))).toEqual({ result: {} })
  expect((await rowsOf(c.pk)).map(r => r.key)).toEqual(['A.V1'])
  await c.close()
})

test('secrets are kept nowhere: neither with the variables nor as configuration', async () => {
  const c = await bootedStation(t, ws)
  await tellParts(c, await asked(c.pk), [
    [
      rowOf('SecurityCtrlr', 'BasicAuthPassword', 'hush-hush-hush', { mutability: 'ReadWrite' }),
      rowOf('Vendor', 'Pin', 'also-quiet', { mutability: 'WriteOnly' }),
    ],
  ])
  expect((await rowsOf(c.pk)).map(r => r.value)).toEqual([null, null])
  const { rows } = await sql<{
    text: string
  }>`select c::text as text from charger_config c where chargepoint_pk = ${c.pk}`.execute(t.db)
  expect(rows.map(r => r.text).join()).not.toMatch(/hush|also-quiet/)
  await c.close()
})

test('connectors come from the report, each once, and keep their numbers', async () => {
  const c = await bootedStation(t, ws, { connectorCount: 1 })
  const connector = (id: number, connectorId: number) =>
    rowOf('Connector', 'ConnectorType', 'cCCS2', { evse: { id, connectorId } })
  const parts = [
    [connector(2, 1), connector(1, 1)],
    [connector(2, 2), rowOf('EVSE', 'Power', '1', { evse: { id: 3 } })],
  ]
  await tellParts(c, await asked(c.pk), parts)
  await tellParts(c, await asked(c.pk), parts)
  const { rows } =
    await sql`select connector_id, evse_id, evse_connector_id from connector where chargepoint_pk = ${c.pk}
    order by 1`.execute(t.db)
  expect(rows).toEqual([
    { connectorId: 1, evseId: 1, evseConnectorId: 1 },
    { connectorId: 2, evseId: 2, evseConnectorId: 1 },
    { connectorId: 3, evseId: 2, evseConnectorId: 2 },
  ])
  await c.close()
})

test('a pending station may report its model and what it is triggered to say, and nothing else', async () => {
  const known = await newCharger(t, { registrationStatus: 'Pending' })
  const c = await openStation(ws, known.id)
  expect(await c.call('BootNotification', BOOT_201)).toMatchObject({ status: 'Pending' })
  await tellParts(c, await asked(known.pk), [[rowOf('A', 'One', '1')]])
  expect((await rowsOf(known.pk)).map(r => r.key)).toEqual(['A.One'])
  const heartbeat = () => c.ask('Heartbeat', {})
  expect(await heartbeat()).toMatchObject({ error: { code: 'SecurityError' } })
  const command = (action: string, payload: object, more: object = {}) =>
    t.services.bus.command(t.services.node, {
      chargepointPk: known.pk,
      action,
      payload,
      family: 'ocpp2',
      taskId: undefined,
      timeoutMs: 5000,
      ...more,
    })
  expect(await command('TriggerMessage', { requestedMessage: 'Heartbeat' })).toMatchObject({ kind: 'result' })
  expect(await heartbeat()).toMatchObject({ result: { currentTime: expect.any(String) } })
  expect(await heartbeat()).toMatchObject({ error: { code: 'SecurityError' } })
  await command('TriggerMessage', { requestedMessage: 'TransactionEvent' })
  const event = {
    eventType: 'Started',
    timestamp: new Date().toISOString(),
    triggerReason: 'Authorized',
    seqNo: 0,
    transactionInfo: { transactionId: 'x' },
  }
  expect(await c.ask('TransactionEvent', event)).toMatchObject({ error: { code: 'SecurityError' } })
  expect(await command('RequestStartTransaction', {})).toMatchObject({ kind: 'error', code: 'SecurityError' })
  await c.close()
})

test('a call in the words of 2.0.1 does not go to a charger of 1.6', async () => {
  const known = await newCharger(t)
  const c = await TestCharger.open(ws, known.id)
  await c.boot()
  const outcome = await t.services.bus.command(t.services.node, {
    chargepointPk: known.pk,
    action: 'GetBaseReport',
    payload: { requestId: 1, reportBase: 'FullInventory' },
    family: 'ocpp2',
    taskId: undefined,
    timeoutMs: 5000,
  })
  expect(outcome).toMatchObject({ kind: 'error', code: 'NotSupported' })
  await c.close()
})

test('names are written as keys, gaps as parts', () => {
  const name = {
    component: 'Connector',
    componentInstance: 'left',
    evseId: 1,
    connectorId: 2,
    variable: 'State',
    variableInstance: 'x',
  }
  expect(variableKey(name)).toBe('Connector[left]#1.2.State[x]')
  expect(componentKey({ ...name, componentInstance: '', connectorId: 0 })).toBe('Connector#1')
  expect(gapText({ gaps: [] })).toBe('')
  expect(gapText({ gaps: [[2, 2]] })).toBe('Part 3')
  expect(
    gapText({
      gaps: [
        [2, 4],
        [8, 8],
      ],
    }),
  ).toBe('Parts 3 to 5 and 9')
})
