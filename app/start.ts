// The product from configuration to listening, and its orderly end; main.ts and the commands stand on it.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type FastifyInstance, LogController } from 'fastify'
import type pg from 'pg'
import pino from 'pino'
import { ensureFigures } from '#charging/billing/usage.store.ts'
import { authorityCertificate } from '#control/charger-certificates/authority.store.ts'
import { endLeftOver } from '#control/remote-operations/task.store.ts'
import { demoState, seedDemo } from '#demo/network.ts'
import { startDemoChargers } from '#demo/start.ts'
import { fcmPusher, outboxPusher, ServiceAccount, workPush } from '#drivers/messages/push.jobs.ts'
import { closeLeftOver } from '#fleet/stations/charger-connection.store.ts'
import { ensureUptime } from '#fleet/uptime/uptime.commands.ts'
import { ocppSide } from '#gateway/gateway.ts'
import { tlsOptions } from '#gateway/tls.ts'
import { isSandboxNeeded } from '#money/payment-provider/provider-account.store.ts'
import { workRefunds } from '#money/refunds/refund.jobs.ts'
import { DEMO_IN_LIVE } from '#office/installation/installation.rules.ts'
import { claimMode, modeCheck } from '#office/installation/installation.store.ts'
import { noFollowers, type Services } from '#office/installation/services.ts'
import { outboxMailer, smtpMailer, workMail } from '#office/mail/mail.jobs.ts'
import * as users from '#people/users/user.store.ts'
import { makeSeal } from '#platform/access/seal.ts'
import { makeTokens } from '#platform/access/token.ts'
import { type Bus, localBus } from '#platform/bus/bus.ts'
import { natsBus } from '#platform/bus/nats.ts'
import { BusAway } from '#platform/bus/nats-link.ts'
import { alone, connectionOf, openPools, reach } from '#platform/db/db.ts'
import { type Embedded, type Supervision, startPostgres } from '#platform/db/embedded.ts'
import { migrate } from '#platform/db/migrations.ts'
import { tokenSecret } from '#platform/db/secret.ts'
import { watchSilence } from '#platform/db/silence.ts'
import { catchAll, noteFault } from '#platform/faults.ts'
import { folderFiles } from '#platform/files/files.ts'
import { demandStore, s3Files } from '#platform/files/s3-files.ts'
import { nominatimGeo, shippedGeo } from '#platform/geo/geo.ts'
import { busCheck, databaseCheck, diskCheck } from '#platform/http/checks.ts'
import { openJobs } from '#platform/jobs/jobs.ts'
import { over } from '#platform/services.ts'
import { tally } from '#platform/tally.ts'
import { startLoop } from '#power/load-balancing/load-loop.jobs.ts'
import { workWebhooks } from '#settlement/payments/payment.jobs.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { buildPortal, isPortalStale } from './portal.ts'
import { startUpkeep } from './upkeep.ts'

export type Running = {
  app: FastifyInstance
  address: string
  isDemo: boolean
  hasUsers: boolean
  stop: () => Promise<void>
}
type Say = (text: string) => void

/** The database of DATABASE_URL, or the embedded one in the data folder: reached and brought up to date. */
export async function openStore(
  config: Pick<Config, 'databaseUrl' | 'dataFolder'>,
  { say, ...supervision }: Supervision & { say?: Say } = {},
): Promise<{ embedded: Embedded | undefined; connection: pg.PoolConfig }> {
  const embedded = config.databaseUrl
    ? undefined
    : await startPostgres(join(config.dataFolder, 'db'), [], { ...supervision })
  try {
    const connection = embedded?.config ?? connectionOf(config.databaseUrl ?? '')
    await reach(connection, { say })
    await migrate(connection)
    return { embedded, connection }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

/** Something that the product cannot go on without is gone, so it ends. */
type Die = (error: Error) => void

/** Starts the product. Rejects with a text for people when something outside is in the way. */
export async function start(config: Config, say: Say, die: Die): Promise<Running> {
  await demandPort(config)
  const account = readAccount(config)
  const log = pino({ level: config.logLevel })
  if (config.filesBucket)
    await demandStore(config.filesBucket, err => log.error({ err }, 'Files cannot be stored or read at the moment'))
  const closers: (() => unknown)[] = [catchAll(log)]
  /** Everything is closed, in turn, whatever becomes of the others. */
  const stop = async () => {
    for (const close of closers.splice(0).reverse())
      try {
        await close()
      } catch (error) {
        log.error({ err: error }, 'A part of the product did not end well')
      }
  }
  try {
    // The build needs a core of its own for some seconds; the database starts meanwhile.
    // A portal that is served elsewhere is built elsewhere too.
    const isStale = config.portalOrigin === undefined && isPortalStale()
    if (isStale) say('building the portal …')
    const building = isStale ? buildPortal() : Promise.resolve()
    building.catch(() => undefined)
    const { embedded, connection } = await openStore(config, { say, log, onGone: die })
    closers.push(() => embedded?.stop())
    const disk = diskCheck(embedded?.folder)
    const lostConnections = tally(log, 'Connections to the database were lost')
    closers.push(() => lostConnections.close())
    const noAnswer = tally(log, 'The database does not answer')
    closers.push(() => noAnswer.close())
    const silence = watchSilence(connection, {
      onChange: isSilent =>
        isSilent
          ? log.error('The database is silent: calls are refused until it answers again')
          : log.warn('The database answers again'),
    })
    closers.push(() => silence.close())
    const pools = openPools(silence.config, { onError: lostConnections.add, onFailure: disk.saw })
    closers.push(() => pools.destroy())
    const busError = (error: unknown) =>
      error instanceof BusAway ? log.warn({ err: error }, 'Bus') : noteFault(log, 'event', error, 'Bus')
    const bus: Bus = config.natsUrl ? await natsBus(config.natsUrl, config.node, busError) : localBus(busError)
    closers.push(() => bus.close())
    const jobs = openJobs(silence.config, error => log.error({ err: error }, 'Jobs'))
    closers.push(() => jobs.close())
    const db = pools.portal
    if (config.mode === 'live' && (await demoState(db))) throw new Error(DEMO_IN_LIVE)
    await claimMode(db, config.mode)
    const secret = config.secret ?? (await tokenSecret(db))
    const seal = makeSeal(secret)
    let connected = () => 0
    const services: Omit<Services, 'log' | 'sandboxUrl' | 'followers'> = {
      db,
      mode: config.mode,
      bus,
      tokens: makeTokens(secret),
      seal,
      upiStatusKey: config.upiStatusKey ?? seal.derive('public lookup of payments'),
      razorpayUrl: config.razorpayUrl,
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
      files: config.filesBucket ? s3Files(config.filesBucket) : folderFiles(join(config.dataFolder, 'files')),
      geo: config.geocoderUrl
        ? nominatimGeo(config.geocoderUrl, { tiles: config.tiles, onError: e => log.warn({ err: e }, 'Geocoder') })
        : shippedGeo(config.tiles),
      publicUrl: config.publicUrl ?? addressOf(config, config.port),
      chargerFilesUrl: config.chargerFilesUrl,
      portalOrigin: config.portalOrigin,
      mayRegister: config.mayRegister,
      limits: config.limits,
      isDevelopment: config.isDevelopment,
      checks: [
        databaseCheck([pools.portal, pools.chargers], error =>
          log.warn({ err: error }, 'The database does not answer'),
        ),
        disk.check,
        busCheck(bus),
        modeCheck(db, config.mode),
      ],
      connectedChargers: () => connected(),
    }
    // If several nodes start at once, one fills and tidies after the other.
    await alone(connection, async () => {
      if (await ensureFigures(pools.upkeep, config.timeZone))
        say(`figures are cut by the hours of ${config.timeZone} now`)
      await ensureUptime({ db: pools.upkeep, now: services.now, timeZone: config.timeZone })
      await closeLeftOver(pools.upkeep, config.node)
      await endLeftOver(pools.upkeep, new Date())
      const isEmpty = (await users.count(db)) === 0
      // A filling that broke off is cleared and begun anew.
      if (wantsDemo(config) && (isEmpty || (await demoState(db))?.state === 'filling')) {
        say('filling the demo network …')
        const sandboxUrl = () => Promise.reject(new Error('Nothing is asked of a payment provider yet'))
        await seedDemo({ ...services, db: pools.upkeep, log, sandboxUrl, followers: noFollowers() })
      }
    })
    await building
    const app = await buildApp(services, {
      loggerInstance: log,
      // A line for every call would be the loudest part of the log; refusals and failures have theirs.
      logController: new LogController({ disableRequestLogging: true }),
      ...listenerOf(config, config.tls && (await authorityCertificate(db, services.now()))),
    })
    closers.push(() => app.close())
    const stopUpkeep = await alone(connection, () => startUpkeep(over(pools.upkeep, app.services)))
    const loop = startLoop(over(pools.upkeep, app.services))
    closers.push(() => loop.close())
    const ocpp = ocppSide(over(pools.chargers, app.services), { trustProxy: config.trustProxy, onNews: loop.news })
    const closeSockets = () => ocpp.close()
    closers.push(closeSockets)
    connected = () => ocpp.stations.size
    ocpp.attach(app.server)
    // Fastify tells at info what the ready line tells.
    const { level } = log
    if (level === 'info') log.level = 'warn'
    await app.listen({ port: config.port, host: config.host })
    log.level = level
    const at = app.server.address()
    const port = typeof at === 'object' && at ? at.port : config.port
    if (!config.publicUrl) app.services.publicUrl = addressOf(config, port)
    const mailer = config.smtpUrl ? smtpMailer(config.smtpUrl, config.mailFrom) : outboxMailer(log)
    closers.push(() => mailer.close())
    await workMail(app.services, mailer)
    await workRefunds(app.services)
    // Beside what people wait for: a webhook is answered already when it is worked off.
    await workWebhooks(over(pools.upkeep, app.services))
    await workPush(app.services, account ? fcmPusher(account, config.fcmUrl, app.services) : outboxPusher(log))
    if (config.mode === 'test' && (await isSandboxNeeded(db))) await app.sandbox()
    const filled = await demoState(db)
    const isDemo = filled?.state === 'ready'
    if (isDemo && config.demo !== 'never') {
      const { dataFolder, timeZone } = config
      const url = `${addressOf(config, port).replace(/^http/, 'ws')}/ocpp`
      const demo = startDemoChargers(url, log, { dataFolder, timeZone, registers: filled.registers })
      // After the sockets: the server ends, so the chargers must not seem to hang up.
      closers.splice(closers.indexOf(closeSockets), 0, () => demo.stop())
    }
    const hasUsers = (await users.count(db)) > 0
    // The first of all: what chargers do not hear because their sockets close would read as failed.
    closers.push(stopUpkeep)
    return { app, address: addressOf(config, port), isDemo, hasUsers, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The service account of the push service; throws a text for people where the file is none. */
function readAccount({ fcmAccount: file }: Config): ServiceAccount | undefined {
  if (!file) return undefined
  try {
    return ServiceAccount.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new Error(`WATTDESK_FCM_ACCOUNT: ${file} cannot be read as the key file of a service account.`)
  }
}

const wantsDemo = (c: Config) => c.demo === 'always' || (c.demo === 'when-embedded-and-empty' && !c.databaseUrl)

/** Where the product listens, as an address of the web. */
const addressOf = ({ tls, host }: Config, port: number): string =>
  `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`

/**
 * TLS of our own when certificate files are configured; certificates of chargers are asked for and judged per charger. Those
 * that the installation's own authority has issued are known beside those of the authority that is configured.
 */
const listenerOf = ({ tls, trustProxy }: Config, authority: string | undefined): object => ({
  ...(trustProxy && { trustProxy }),
  ...(tls && {
    https: tlsOptions({
      cert: readFileSync(tls.cert),
      key: readFileSync(tls.key),
      clientCa: [...(tls.clientCa ? [readFileSync(tls.clientCa)] : []), ...(authority ? [authority] : [])],
    }),
  }),
})

/** Says at once that the port is taken, before a database is started or filled. */
function demandPort({ port, host }: Config): Promise<void> {
  if (port === 0) return Promise.resolve()
  return new Promise((ok, no) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') no(new Error(`Port ${port} on ${host} is taken. Set PORT to another one.`))
      else if (error.code === 'EACCES')
        no(new Error(`Port ${port} may not be used by this user. Set PORT to one above 1023.`))
      else no(new Error(`${host}:${port} cannot be listened on: ${error.message}`))
    })
    probe.listen(port, host, () => probe.close(() => ok()))
  })
}
