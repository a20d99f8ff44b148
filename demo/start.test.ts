// The demo's chargers as a process beside a running product: they connect, do what the operator asks, and a session
// that ran when they ended is stopped properly by their next run.
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LiveEvent } from '@wattdesk/base/live-event'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { buildApp } from '#app/app.ts'
import { type OcppSide, ocppSide } from '#gateway/gateway.ts'
import { sweepAlerts } from '#operations/alerts/alert-look.commands.ts'
import { type Bus, localBus } from '#platform/bus/bus.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { freshDatabase } from '#testing/db.ts'
import { testServices } from '#testing/parts.ts'
import { ROOT_CARD } from './cards.ts'
import { seedDemo } from './network.ts'
import { demoChargers } from './places.ts'
import { startDemoChargers } from './start.ts'

let db: Db
let app: FastifyInstance
let side: OcppSide
let bus: Bus
let url: string
let drop: () => Promise<void>
const folder = mkdtempSync(join(tmpdir(), 'wattdesk-demo-'))

beforeAll(async () => {
  const database = await freshDatabase(inject('pgSocket'))
  drop = database.drop
  db = openDb(database.config)
  bus = localBus(error => console.error(error))
  app = await buildApp(
    { ...testServices(db, database.config), bus, connectedChargers: () => side.stations.size },
    { logger: false, forceCloseConnections: true },
  )
  await seedDemo(app.services, { days: 1 })
  side = ocppSide(app.services)
  side.attach(app.server)
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}/ocpp`
}, 60_000)
afterAll(async () => {
  await side.close()
  await app.close()
  await db.destroy()
  await drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Resolves with the next event that is wanted. */
const next = (wanted: (e: LiveEvent) => boolean): Promise<LiveEvent> =>
  new Promise(ok => {
    const end = bus.onEvent(({ event }) => {
      if (!wanted(event)) return
      end()
      ok(event)
    })
  })
const start = () => startDemoChargers(url, app.log, { dataFolder: folder })

test('the live chargers connect; one starts when asked; what ran at their end is stopped with PowerLoss at the next beginning', async () => {
  const { pk } = await db
    .selectFrom('charger')
    .select('chargepointPk as pk')
    .where('chargepointId', '=', 'AMB-BLR-05')
    .executeTakeFirstOrThrow()
  const seen = new Set<number>()
  const allThere = next(e => {
    if (e.type === 'connector' && e.connectorId === 1 && e.status === 'Available') seen.add(e.chargepoint_pk)
    return seen.size === demoChargers.filter(c => c.isLive).length
  })
  const isFree = next(
    e => e.type === 'connector' && e.chargepoint_pk === pk && e.connectorId === 4 && e.status === 'Available',
  )
  const first = start()
  await isFree
  const began = next(
    e => e.type === 'transaction' && e.chargepoint_pk === pk && e.connectorId === 4 && e.change === 'started',
  )
  const asked = await side.command({
    chargepointPk: pk,
    action: 'RemoteStartTransaction',
    payload: { connectorId: 4, idTag: ROOT_CARD },
    taskId: undefined,
    timeoutMs: undefined,
  })
  expect(asked).toMatchObject({ kind: 'result', payload: { status: 'Accepted' } })
  const event = await began
  if (event.type !== 'transaction') throw new Error('No transaction')
  await allThere
  const states = await db.selectFrom('chargerState').select('connected').execute()
  expect(states.filter(s => s.connected).length / states.length).toBeGreaterThanOrEqual(0.9)
  await sweepAlerts(app.services)
  const alerts = await db.selectFrom('alert').select(['kind', 'subjectName']).where('state', '=', 'Open').execute()
  expect(alerts).toEqual(
    expect.arrayContaining([
      { kind: 'charger-offline', subjectName: 'AMB-MYS-01' },
      { kind: 'connector-faulted', subjectName: 'BLU-DEL-02, connector 2' },
    ]),
  )
  const { transactionId } = event
  const running = () =>
    db.selectFrom('transaction').selectAll().where('transactionId', '=', transactionId).executeTakeFirstOrThrow()
  expect(await running()).toMatchObject({
    idTag: ROOT_CARD,
    idTagStatus: 'Accepted',
    stoppedAt: null,
    isSimulated: false,
  })
  await first.stop()

  const stopped = next(e => e.type === 'transaction' && e.transactionId === transactionId && e.change === 'stopped')
  const second = start()
  await stopped
  await second.stop()
  expect(await running()).toMatchObject({ stopReason: 'PowerLoss', inReview: false })
}, 60_000)
