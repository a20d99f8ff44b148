// Reports that are large, odd or many at once: what fits is kept, what does not is told so, and a neighbour is served meanwhile.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import type { TestCharger } from '#testing/charger.ts'
import { bootedStation } from '#testing/station201.ts'
import { askBaseReport } from './base-report.commands.ts'
import { attributesOf } from './device-model.rules.ts'
import { MOST_GAPS, MOST_KEPT, type ReportPart, saveParts } from './device-report.store.ts'
import { rowOf, tellParts } from './test-report.ts'

let t: TestApp
let ws: string
beforeAll(async () => {
  t = await startApp()
  ws = (await t.listen()).ws
})
afterAll(() => t.close())

async function asked(pk: number): Promise<number> {
  let requestId = 0
  await askBaseReport(t.services, pk, async (_, p) => {
    requestId = p.requestId
    return { kind: 'result', payload: { status: 'Accepted' }, raw: '' }
  })
  return requestId
}
const valuesOf = async (pk: number) => {
  const { rows } = await sql<{ name: string; value: string }>`select component || '.' || variable as name, value
    from device_variable where chargepoint_pk = ${pk} order by 1`.execute(t.db)
  return rows.map(r => `${r.name}=${r.value}`)
}
const reportOf = async (pk: number, requestId: number) =>
  (
    await sql<{ told: number; leftOut: number; ended: boolean; seen: string }>`select told, left_out,
      ended_at is not null as ended, seen::text as seen from device_report
      where chargepoint_pk = ${pk} and request_id = ${requestId}`.execute(t.db)
  ).rows[0]

test('10,000 variables with values of 2,500 characters in parts of 100: all are kept, and a neighbour is served', async () => {
  const [c, neighbour] = [await bootedStation(t, ws), await bootedStation(t, ws)]
  const requestId = await asked(c.pk)
  const value = 'v'.repeat(2500)
  const parts = Array.from({ length: 100 }, (_, part) =>
    Array.from({ length: 100 }, (_, n) => rowOf(`C${part}`, `V${n}`, value, { mutability: 'ReadOnly' })),
  )
  const told = tellParts(c, requestId, parts)
  for (let beat = 0; beat < 20; beat++) expect(await neighbour.call('Heartbeat', {})).toHaveProperty('currentTime')
  await told
  expect(await reportOf(c.pk, requestId)).toEqual({ told: 10_000, leftOut: 0, ended: true, seen: '{[0,100)}' })
  const { rows } = await sql<{ n: number; length: number }>`select count(*)::int as n, sum(length(value))::int as length
    from device_variable where chargepoint_pk = ${c.pk}`.execute(t.db)
  expect(rows).toEqual([{ n: 10_000, length: 25_000_000 }])
  await Promise.all([c.close(), neighbour.close()])
}, 120_000)

test('each part tells how many attributes are kept, so that none but the first of a connection has them counted', async () => {
  const c = await bootedStation(t, ws)
  const part = (seqNo: number, kept: number | null, variable = `V${seqNo}`): ReportPart => {
    const at = new Date()
    const told = attributesOf([rowOf('A', variable, 'x')] as Parameters<typeof attributesOf>[0])
    return { pk: c.pk, requestId: 7, seqNo, isLast: false, generatedAt: at, at, told, kept }
  }
  const save = async (p: ReportPart) => (await saveParts(t.db, [p]))[0]?.kept
  expect(await save(part(0, null))).toBe(1)
  expect(await save(part(1, 1))).toBe(2)
  // A variable that is there already, and a part that came before.
  expect(await save(part(2, 2, 'V0'))).toBe(2)
  expect(await save(part(1, 2))).toBe(2)
  expect(await save(part(3, null))).toBe(3)
  // What is told of the number holds: there is no room any more.
  expect(await save(part(4, MOST_KEPT))).toBe(MOST_KEPT)
  expect(await reportOf(c.pk, 7)).toMatchObject({ told: 4, leftOut: 1 })
  await c.close()
})

test('two whole reports at once: the one asked for last is right, in whatever order their parts come', async () => {
  const c = await bootedStation(t, ws)
  const model = (mark: string) => [0, 1, 2].map(n => [rowOf('A', `V${n}`, mark), rowOf(mark, `W${n}`, mark)])
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }), async order => {
      const ids = [await asked(c.pk), await asked(c.pk)]
      for (const n of order) await tellParts(c, ids[n % 2] ?? 0, model(n % 2 === 0 ? 'early' : 'late'), [n >> 1])
      expect(await valuesOf(c.pk)).toEqual(
        [0, 1, 2].flatMap(n => [`A.V${n}=late`, `late.W${n}=late`]).toSorted((a, b) => (a < b ? -1 : 1)),
      )
    }),
    { numRuns: 10 },
  )
  await c.close()
})

test('a report with a hole at every second part is told so; what was taken stays, and the next report is whole', async () => {
  const c = await bootedStation(t, ws)
  const requestId = await asked(c.pk)
  const tell = (seqNo: number) =>
    c.ask('NotifyReport', {
      requestId,
      seqNo,
      tbc: true,
      generatedAt: new Date().toISOString(),
      reportData: [rowOf('A', `V${seqNo}`, 'x')],
    })
  for (let n = 0; n < MOST_GAPS; n++) expect(await tell(2 * n)).toEqual({ result: {} })
  expect(await tell(2 * MOST_GAPS)).toEqual({
    error: {
      code: 'PropertyConstraintViolation',
      text: `seqNo: ${2 * MOST_GAPS} is too much, for parts are missing at ${MOST_GAPS} places before it`,
    },
  })
  // A part that was taken before, and one that closes a hole.
  expect(await tell(0)).toEqual({ result: {} })
  expect(await tell(1)).toEqual({ result: {} })
  expect(await tell(2 * MOST_GAPS)).toEqual({ result: {} })
  await tellParts(c, await asked(c.pk), [[rowOf('A', 'V', 'y')]])
  expect(await valuesOf(c.pk)).toEqual(['A.V=y'])
  await c.close()
}, 120_000)

const refusalOf = async (c: TestCharger, action: string, payload: object) => {
  const answer = await c.ask(action, payload)
  return 'error' in answer ? answer.error.code : 'taken'
}
test('components, EVSEs and connectors that do not exist: taken where they only tell, and nothing is lost', async () => {
  const c = await bootedStation(t, ws, { connectorCount: 1 })
  const requestId = await asked(c.pk)
  await tellParts(c, requestId, [
    [
      rowOf('NobodyKnowsThis', 'Whatever', '1'),
      rowOf('Connector', 'ConnectorType', 'cCCS2', { evse: { id: 2_147_483_647, connectorId: 2_147_483_647 } }),
      rowOf('EVSE', 'Power', '1', { evse: { id: 999 } }),
    ],
  ])
  expect(await valuesOf(c.pk)).toEqual(['Connector.ConnectorType=cCCS2', 'EVSE.Power=1', 'NobodyKnowsThis.Whatever=1'])
  const timestamp = new Date().toISOString()
  const status = (evseId: number, connectorId: number) =>
    refusalOf(c, 'StatusNotification', { timestamp, connectorStatus: 'Available', evseId, connectorId })
  expect(await status(999, 1)).toBe('taken')
  expect(await status(1, 2_147_483_647)).toBe('taken')
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from connector where chargepoint_pk = ${c.pk}
    and connector_id > 255`.execute(t.db)
  expect(rows).toEqual([{ n: 0 }])
  await c.close()
})
