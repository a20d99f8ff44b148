// The services of the running product, from its configuration: connections to the database, the bus, jobs, keys and
// adapters.
import type pg from 'pg'
import type { Logger } from 'pino'
import { demoState } from '#demo/demo-state.ts'
import { DEMO_IN_LIVE } from '#office/installation/installation.rules.ts'
import { claimMode, modeCheck } from '#office/installation/installation.store.ts'
import { makeSeal } from '#platform/access/seal.ts'
import { makeTokens } from '#platform/access/token.ts'
import { openArchive } from '#platform/archive/archive.ts'
import { type Bus, localBus } from '#platform/bus/bus.ts'
import { natsBus } from '#platform/bus/nats.ts'
import { BusAway } from '#platform/bus/nats-link.ts'
import { connectionOf, openPools } from '#platform/db/db.ts'
import type { ReplicaOptions } from '#platform/db/dialect-pg.ts'
import { tokenSecret } from '#platform/db/secret.ts'
import { watchSilence } from '#platform/db/silence.ts'
import { openDocuments } from '#platform/documents/documents.ts'
import { noteFault } from '#platform/faults.ts'
import { nominatimGeo, shippedGeo } from '#platform/geo/geo.ts'
import { busCheck, databaseCheck, diskCheck, stoppingCheck } from '#platform/http/checks.ts'
import { openJobs } from '#platform/jobs/jobs.ts'
import { tally } from '#platform/tally.ts'
import { addressOf } from './address.ts'
import type { AppServices } from './app.ts'
import type { Closers } from './closers.ts'
import type { Config } from './config.ts'
import { readPortal } from './irp-files.ts'
import { DOCUMENTS_CODE } from './portal.ts'
import { QUEUES } from './queues.ts'
import { archiveStore, ownFiles } from './stores.ts'

export type OpenOptions = {
  log: Logger
  /** How the database is reached, and its folder where the product runs it. */
  connection: pg.PoolConfig
  folder: string | undefined
  closers: Closers
  connectedChargers: () => number
  isStopping: () => boolean
}

const NODES_APART =
  'The bus to the other nodes (NATS) is not reachable: their chargers cannot be commanded from here, and what happens there is not seen here.'

export async function openServices(config: Config, options: OpenOptions) {
  const { log, closers } = options
  const { pools, disk, connection } = openDatabase(config, options)
  const bus = await openBus(config, log)
  closers.add(() => bus.close())
  const jobs = openJobs(connection, QUEUES, error => log.error({ err: error }, 'Jobs'))
  closers.add(() => jobs.close())
  const db = pools.portal
  if (config.mode === 'live' && (await demoState(db))) throw new Error(DEMO_IN_LIVE)
  await claimMode(db, config.mode)
  const secret = config.secret ?? (await tokenSecret(db))
  const seal = makeSeal(secret)
  const files = ownFiles(config)
  const documents = openDocuments({ code: () => DOCUMENTS_CODE, timeZone: config.timeZone, log })
  closers.add(() => documents.close())
  const services: AppServices = {
    db,
    mode: config.mode,
    bus,
    tokens: makeTokens(secret),
    seal,
    upiStatusKey: config.upiStatusKey ?? seal.derive('public lookup of payments'),
    razorpayUrl: config.razorpayUrl,
    irp: config.irp && readPortal(config.irp),
    now: () => new Date(),
    timeZone: config.timeZone,
    leastBalancePaise: config.leastBalancePaise,
    invoices: config.invoices,
    platform: config.platform,
    node: config.node,
    ocppSecurity: config.ocppSecurity,
    ocppRegister: config.ocppRegister,
    metricsToken: config.metricsToken,
    jobs,
    files,
    documents,
    archive: openArchive(place => archiveStore(config, place)),
    geo: config.geocoderUrl
      ? nominatimGeo(config.geocoderUrl, { tiles: config.tiles, onError: e => log.warn({ err: e }, 'Geocoder') })
      : shippedGeo(config.tiles),
    publicUrl: config.publicUrl ?? addressOf(config, config.port),
    chargerFilesUrl: config.chargerFilesUrl,
    portalOrigin: config.portalOrigin,
    keepsMails: config.smtpUrl === undefined,
    mayRegister: config.mayRegister,
    mayCallPrivate: config.mayCallPrivate,
    limits: config.limits,
    isDevelopment: config.isDevelopment,
    checks: [
      databaseCheck([pools.portal, pools.chargers], error => log.warn({ err: error }, 'The database does not answer')),
      disk.check,
      busCheck(bus, NODES_APART),
      modeCheck(db, config.mode),
      stoppingCheck(options.isStopping),
    ],
    connectedChargers: options.connectedChargers,
    roles: config.roles,
  }
  return { services, pools }
}

/** Opens the pools of connections. `connection` in the result refuses calls at once while the database is silent. */
function openDatabase({ databaseReadUrl }: Config, { log, connection, folder, closers }: OpenOptions) {
  const disk = diskCheck(folder)
  const lostConnections = tally(log, 'Connections to the database were lost')
  closers.add(() => lostConnections.close())
  const silence = watchSilence(connection, {
    onChange: isSilent =>
      isSilent
        ? log.error('The database is silent: calls are refused until it answers again')
        : log.warn('The database answers again'),
  })
  closers.add(() => silence.close())
  const pools = openPools(silence.config, {
    onError: lostConnections.add,
    onFailure: disk.saw,
    replica: databaseReadUrl === undefined ? undefined : replicaOf(databaseReadUrl, log, closers),
  })
  closers.add(() => pools.destroy())
  return { pools, disk, connection: silence.config }
}

/** A replica that is behind or away takes nothing away but the load that it would have carried. */
function replicaOf(url: string, log: Logger, closers: Closers): ReplicaOptions {
  const away = tally(log, 'The replica of the database does not answer: the primary serves what it was asked')
  const behind = tally(log, 'The replica of the database is behind: the primary serves what it was asked')
  closers.add(() => {
    away.close()
    behind.close()
  })
  return { config: connectionOf(url), onAway: away.add, onBehind: () => behind.add(undefined) }
}

async function openBus({ natsUrl, node }: Config, log: Logger): Promise<Bus> {
  const onError = (error: unknown) =>
    error instanceof BusAway ? log.warn({ err: error }, 'Bus') : noteFault(log, 'event', error, 'Bus')
  return natsUrl ? natsBus(natsUrl, node, onError) : localBus(onError)
}
