// A running product for tests, with the world of testing/world.ts on a database of its own.
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { inject } from 'vitest'
import { buildApp } from '#app/app.ts'
import type { OcppOptions } from '#gateway/gate.ts'
import { type OcppSide, ocppSide } from '#gateway/gateway.ts'
import type { Services } from '#office/installation/services.ts'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { busCheck, databaseCheck } from '#platform/http/checks.ts'
import { freshDatabase } from './db.ts'
import { testServices } from './parts.ts'
import { makeWorld, PASSWORD, type Person, type World } from './world.ts'

export type TestApp = {
  app: FastifyInstance
  services: Services
  db: Db
  ocpp: OcppSide
  world: World
  /** Signs in as `person`; the header of its calls. */
  as: (person: Person) => Promise<{ authorization: string }>
  /** Listens on a free port of the local machine; the base of its addresses, without a slash. */
  listen: () => Promise<{ http: string; ws: string }>
  /** Ends the server as a crash would, without saying goodbye to anybody, and starts a new one on the same database. */
  restart: () => Promise<void>
  /** A second node on the same database; to be closed before this one. */
  another: (options: Partial<Services>) => Promise<TestApp>
  /** Takes the database away, and gives it back. */
  away: () => Promise<void>
  back: () => Promise<void>
  close: () => Promise<void>
}

export { makeWorld, PASSWORD, type Person, type World }

/**
 * Starts a product for one test file. `options` override what the services are made of (its clock, its security), `side`
 * those of the OCPP side.
 */
export async function startApp(options: Partial<Services> = {}, side: OcppOptions = {}): Promise<TestApp> {
  const database = await freshDatabase(inject('pgSocket'))
  const first = openDb(database.config)
  const world = await makeWorld(first)
  const t = await nodeOn(database.config, first, world, options, side)
  const end = t.close
  t.away = database.away
  t.back = async () => {
    await database.back()
    // Who failed to connect a moment ago waits a little before the next attempt.
    const isBack = () =>
      sql`select 1`.execute(t.db).then(
        () => true,
        () => false,
      )
    while (!(await isBack())) await new Promise(setImmediate)
  }
  t.close = async () => {
    await end()
    await database.drop()
  }
  return t
}

/** One node: an app with its OCPP side on an open database. */
async function nodeOn(
  config: pg.PoolConfig,
  first: Db,
  world: World,
  options: Partial<Services>,
  ocpp: OcppOptions = {},
): Promise<TestApp> {
  const build = async (db: Db) => {
    let side: OcppSide | undefined
    const parts = { ...testServices(db, config), ...options }
    const app = await buildApp(
      {
        ...parts,
        checks: options.checks ?? [
          databaseCheck([db], () => undefined),
          busCheck(parts.bus, 'The bus is not reachable.'),
        ],
        connectedChargers: options.connectedChargers ?? (() => side?.stations.size ?? 0),
      },
      { logger: false, forceCloseConnections: true },
    )
    side = ocppSide(app.services, ocpp)
    side.attach(app.server)
    return { app, side }
  }

  const t = {} as TestApp
  const start = async (db: Db) => {
    const { app, side } = await build(db)
    Object.assign(t, { app, db, services: app.services, ocpp: side })
    await app.ready()
  }
  await start(first)
  let port = 0
  t.world = world
  t.as = async person => {
    const r = await t.app.inject({
      method: 'POST',
      url: '/auth/login',
      payload: { username: person, password: encodePassword(PASSWORD) },
    })
    return { authorization: `Bearer ${r.json().data.access_token}` }
  }
  t.listen = async () => {
    await t.app.listen({ host: '127.0.0.1', port })
    port = (t.app.server.address() as AddressInfo).port
    return { http: `http://127.0.0.1:${port}`, ws: `ws://127.0.0.1:${port}` }
  }
  t.restart = async () => {
    await stop(t)
    await start(openDb(config))
    if (port > 0) await t.listen()
  }
  t.another = more => nodeOn(config, openDb(config), world, more)
  t.close = () => stop(t)
  return t
}

async function stop(t: TestApp): Promise<void> {
  await t.ocpp.close()
  await t.app.close()
  await t.services.jobs.close()
  await t.services.documents.close()
  await t.db.destroy()
}
