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

/** One of each protocol, with four connectors. */
const ASKED = ['AMB-BLR-05', 'BLU-BOM-03']
test('the live chargers connect; two start when asked; what ran at their end is stopped with PowerLoss at the next beginning', async () => {
  expect(demoChargers.filter(c => ASKED.includes(c.id)).map(c => c.protocol)).toEqual(['ocpp1.6', 'ocpp2.0.1'])
  const pks = (
    await db.selectFrom('charger').select('chargepointPk as pk').where('chargepointId', 'in', ASKED).execute()
  ).map(c => c.pk)
  const seen = new Set<number>()
  const allThere = next(e => {
    if (e.type === 'connector' && e.connectorId === 1 && e.status === 'Available') seen.add(e.chargepoint_pk)
    return seen.size === demoChargers.filter(c => c.isLive).length
  })
  const areFree = pks.map(pk =>
    next(e => e.type === 'connector' && e.chargepoint_pk === pk && e.connectorId === 4 && e.status === 'Available'),
  )
  const first = start()
  const begun = await Promise.all(
    pks.map(async (pk, n) => {
      await areFree[n]
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
      return event.transactionId
    }),
  )
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
  const running = () =>
    db.selectFrom('transaction').selectAll().where('transactionId', 'in', begun).orderBy('chargepointId').execute()
  const isRunning = { idTag: ROOT_CARD, idTagStatus: 'Accepted', stoppedAt: null, isSimulated: false }
  expect(await running()).toMatchObject([isRunning, isRunning])
  await first.stop()

  const stopped = begun.map(id =>
    next(e => e.type === 'transaction' && e.transactionId === id && e.change === 'stopped'),
  )
  const second = start()
  await Promise.all(stopped)
  await second.stop()
  const isStopped = { stopReason: 'PowerLoss', inReview: false }
  expect(await running()).toMatchObject([isStopped, isStopped])
}, 60_000)
