// The product from configuration to listening, and its orderly end; main.ts and the commands stand on it.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import pino, { type Logger } from 'pino'
import { ensureFigures } from '#charging/billing/usage.store.ts'
import { authorityCertificate } from '#control/charger-certificates/authority.store.ts'
import { endLeftOver } from '#control/remote-operations/task.store.ts'
import { demandDemo, demoState } from '#demo/demo-state.ts'
import type { Registers } from '#demo/history.ts'
import { seedDemo } from '#demo/network.ts'
import { startDemoChargers } from '#demo/start.ts'
import { workImports } from '#desk/network-import/import-work.commands.ts'
import { workReportTests } from '#desk/scheduled-reports/scheduled-report.jobs.ts'
import { fcmPusher, outboxPusher, ServiceAccount, workPush } from '#drivers/messages/push.jobs.ts'
import { closeNode } from '#fleet/stations/lost-node.commands.ts'
import { ensureUptime } from '#fleet/uptime/uptime.commands.ts'
import { type OcppSide, ocppSide, refuseChargers } from '#gateway/gateway.ts'
import { nodeDuties } from '#gateway/node-duties.ts'
import { tlsOptions } from '#gateway/tls.ts'
import { isSandboxNeeded } from '#money/payment-provider/provider-account.store.ts'
import { workRefunds } from '#money/refunds/refund.jobs.ts'
import { type NodeOptions, NodeSignature } from '#office/installation/node.memory.ts'
import { noFollowers, type Services } from '#office/installation/services.ts'
import { outboxMailer, smtpMailer, workMail } from '#office/mail/mail.jobs.ts'
import { gatewaySender, outboxSender, workSms } from '#office/mail/sms.jobs.ts'
import { alertWatch } from '#operations/alerts/alert-look.commands.ts'
import { campaignEngine } from '#operations/campaigns/campaign-engine.memory.ts'
import { pushKeys } from '#operations/telling/push-key.commands.ts'
import { workAlertMessages } from '#operations/telling/telling.jobs.ts'
import * as users from '#people/users/user.store.ts'
import { sendInThread } from '#people/webhooks/webhook-thread.jobs.ts'
import { alone, connectionOf, reach } from '#platform/db/db.ts'
import { type Embedded, type Supervision, startPostgres } from '#platform/db/embedded.ts'
import { migrate, migrationsOf } from '#platform/db/migrations.ts'
import { spoolIn } from '#platform/db/wal-archive.ts'
import { catchAll } from '#platform/faults.ts'
import { demandStore } from '#platform/files/s3-files.ts'
import { freeBytes } from '#platform/http/checks.ts'
import { requestLog } from '#platform/http/request-log.ts'
import { over } from '#platform/services.ts'
import { tally } from '#platform/tally.ts'
import { logOptions } from '#platform/telemetry/log.ts'
import { startTraces } from '#platform/telemetry/start-traces.ts'
import { startLoop } from '#power/load-balancing/load-loop.jobs.ts'
import { workWebhooks } from '#settlement/payments/payment.jobs.ts'
import { addressOf } from './address.ts'
import { type AppServices, buildApp } from './app.ts'
import { Closers } from './closers.ts'
import type { Config } from './config.ts'
import { logOutput } from './log-output.ts'
import { openServices } from './open-services.ts'
import { buildDocumentsCode, buildPortal, isDocumentsCodeStale, isPortalStale } from './portal.ts'
import { logArchive } from './stores.ts'
import { readTls, type TlsFiles } from './tls-files.ts'
import { startUpkeep } from './upkeep.ts'

export type Running = {
  app: FastifyInstance
  address: string
  isDemo: boolean
  /** When the demo network was filled; undefined where there is none. */
  demoSince: Date | undefined
  hasUsers: boolean
  /** How long its end takes to hand chargers over. */
  drainMs: number
  stop: () => Promise<void>
}
type Say = (text: string) => void

/** The database of DATABASE_URL, or the embedded one in the data folder: reached and brought up to date. */
export async function openStore(
  config: Pick<Config, 'databaseUrl' | 'dataFolder'> & Partial<Pick<Config, 'walArchive'>>,
  { say, ...supervision }: Supervision & { say?: Say } = {},
): Promise<{ embedded: Embedded | undefined; connection: pg.PoolConfig }> {
  const embedded = config.databaseUrl
    ? undefined
    : await startPostgres(join(config.dataFolder, 'db'), [], {
        ...supervision,
        spool: config.walArchive && spoolIn(config.dataFolder),
      })
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

/** Takes the log of the embedded database into the archive, where there is one. Returns what ends it. */
async function beginArchiving({ walArchive, dataFolder }: Config, log: Logger): Promise<() => Promise<void>> {
  if (!walArchive) return async () => undefined
  const { WalShipper } = await import('#platform/backup/wal-shipper.ts')
  const shipper = new WalShipper({ spool: spoolIn(dataFolder), archive: logArchive(walArchive), log })
  return () => shipper.close()
}

/** Something that the product cannot go on without is gone, so it ends. */
type Die = (error: Error) => void

/** How long an api node that stops still takes calls, until the load balancer has noticed. */
const LEAVE_MS = 5000

/** Starts the product. Rejects with a text for people when something outside is in the way. */
export async function start(config: Config, say: Say, die: Die): Promise<Running> {
  await demandPort(config)
  const account = readAccount(config)
  const tls = config.tls && readTls(config.tls)
  const log = pino(logOptions(config.logLevel), logOutput())
  if (config.filesBucket)
    await demandStore(config.filesBucket, err => log.error({ err }, 'Files cannot be stored or read at the moment'))
  const { roles, drainMs } = config
  const closers = new Closers(log)
  closers.add(catchAll(log))
  const tracesLost = tally(log, 'Traces could not be sent')
  closers.add(() => tracesLost.close())
  closers.add(await startTraces(config.traces, { node: config.node, onError: tracesLost.add }))
  try {
    // The build needs a core of its own for some seconds; the database starts meanwhile.
    const building = beginBuild(config, say)
    // A failure is told to whoever waits for the build.
    building.catch(() => undefined)
    const { embedded, connection } = await openStore(config, { say, log, onGone: die })
    // The last of the log comes with the end of the database.
    closers.add(await beginArchiving(config, log))
    closers.add(() => embedded?.stop())
    let ocpp: OcppSide | undefined
    let isStopping = false
    const { services, pools } = await openServices(config, {
      log,
      connection,
      folder: embedded?.folder,
      closers,
      connectedChargers: () => ocpp?.stations.size ?? 0,
      isStopping: () => isStopping,
    })
    const { db } = services
    const signature = new NodeSignature({ db: pools.chargers, log }, nodeOf(config, embedded !== undefined))
    closers.add(() => signature.close())
    await signature.begin()
    // If several nodes start at once, one fills and tidies after the other.
    await alone(connection, () => prepareData(config, say, log, { ...services, db: pools.upkeep }))
    await building
    const app = await buildApp(services, {
      loggerInstance: log,
      ...requestLog(),
      ...(drainMs > 0 && { endPatienceMs: drainMs }),
      ...listenerOf(config, tls, tls && (await authorityCertificate(db, services.now()))),
    })
    closers.add(() => app.close())
    const aside = over(pools.upkeep, app.services)
    const stopUpkeep = roles.has('jobs') ? await alone(connection, () => startUpkeep(aside)) : undefined
    if (roles.has('jobs')) {
      startBalancing(aside, closers)
      startAlerts(aside, closers)
      startCampaigns(aside, closers)
    }
    // After the sockets: the server ends, so the chargers must not seem to hang up.
    let stopDemo = async () => {}
    closers.add(() => stopDemo())
    if (roles.has('ocpp')) {
      ocpp = openChargers(config, over(pools.chargers, app.services), app, closers)
    } else refuseChargers(app.server)
    signature.take(nodeDuties(aside, ocpp, die))
    const port = await listen(app, config, log)
    if (roles.has('jobs')) await beginJobs(config, app, { aside, connection, account, log, closers })
    if (config.mode === 'test' && roles.has('api') && (await isSandboxNeeded(db))) await app.sandbox()
    const filled = await demoState(db)
    const demo = filled?.state === 'ready' ? filled : undefined
    if (demo && config.demo !== 'never') {
      stopDemo = startDemo(config, port, log, demo.registers)
      if (roles.has('api')) closers.add(await startDemoSignIn(app.services, log, port))
    }
    const hasUsers = (await users.count(db)) > 0
    closers.add(async () => {
      isStopping = true
      await signature.stopping()
      // First of all: what chargers do not hear because their sockets close would read as failed.
      stopUpkeep?.()
      const leaving = roles.has('api') ? new Promise(ok => setTimeout(ok, Math.min(drainMs, LEAVE_MS))) : undefined
      await Promise.all([leaving, ocpp?.handOver(drainMs)])
    })
    return {
      app,
      address: addressOf(config, port),
      isDemo: demo !== undefined,
      demoSince: demo && new Date(demo.seededAt),
      hasUsers,
      drainMs,
      stop: () => closers.closeAll(),
    }
  } catch (error) {
    await closers.closeAll()
    throw error
  }
}

/** This node as it signs. Who works on an embedded database has the lock of its folder, so no other node can. */
const nodeOf = ({ node, roles, dataFolder }: Config, isAlone: boolean): NodeOptions => ({
  name: node,
  roles,
  version: migrationsOf().at(-1)?.name ?? '',
  isAlone,
  freeBytes: () => freeBytes(dataFolder),
})

/** Load balancing hears of the chargers of this node, and of those of nodes that do no jobs. */
function startBalancing(services: Services, closers: Closers): void {
  const loop = startLoop(services)
  const offNews = services.bus.onNews(loop.news)
  closers.add(() => loop.close())
  closers.add(offNews)
}

/** Alerts of chargers open and close soon after what has happened to them. */
function startAlerts(services: Services, closers: Closers): void {
  const watch = alertWatch(services)
  const offNews = services.bus.onNews(watch.news)
  closers.add(() => watch.close())
  closers.add(offNews)
}

/** Campaigns go on soon after something has happened to their chargers. */
function startCampaigns(services: Services, closers: Closers): void {
  const engine = campaignEngine(services)
  const offNews = services.bus.onNews(engine.news)
  closers.add(() => engine.close())
  closers.add(offNews)
}

function openChargers(config: Config, services: Services, app: FastifyInstance, closers: Closers): OcppSide {
  const { trustProxy, acceptsPerSecond } = config
  const onNews = (chargepointPk: number) => services.bus.news([chargepointPk])
  const ocpp = ocppSide(services, { trustProxy, acceptsPerSecond, onNews })
  closers.add(() => ocpp.close())
  ocpp.attach(app.server)
  return ocpp
}

/**
 * Builds what is older than its sources: the portal, and the code of the documents, which nodes of jobs need too. A portal that
 * is served elsewhere is built elsewhere.
 */
async function beginBuild({ portalOrigin, roles }: Config, say: Say): Promise<void> {
  const isPortal = portalOrigin === undefined && roles.has('api') && isPortalStale()
  const isDocuments = (roles.has('api') || roles.has('jobs')) && isDocumentsCodeStale()
  if (isPortal || isDocuments) say('building the portal …')
  await Promise.all([isPortal ? buildPortal() : undefined, isDocuments ? buildDocumentsCode() : undefined])
}

/** Brings what is stored up to the configuration, ends what an earlier run has left open, and fills the demo network. */
async function prepareData(config: Config, say: Say, log: Logger, services: AppServices): Promise<void> {
  const { db } = services
  if (config.demoResets) await demandDemo(db)
  if (await ensureFigures(db, config.timeZone)) say(`figures are cut by the hours of ${config.timeZone} now`)
  await ensureUptime({ db, now: services.now, timeZone: config.timeZone })
  await closeNode({ ...services, log }, config.node)
  // Made at the first start, so that reading them never writes.
  await pushKeys(services)
  await endLeftOver(db, new Date())
  const isEmpty = (await users.count(db)) === 0
  // A filling that broke off is cleared and begun anew.
  if (!wantsDemo(config) || !(isEmpty || (await demoState(db))?.state === 'filling')) return
  say('filling the demo network …')
  const sandboxUrl = () => Promise.reject(new Error('Nothing is asked of a payment provider yet'))
  const callInside = () => Promise.reject(new Error('Nothing is served yet'))
  const irpStandIn = () => Promise.reject(new Error('Nothing is asked of the invoice registration portal yet'))
  await seedDemo({ ...services, log, sandboxUrl, irpStandIn, followers: noFollowers(), callInside })
}

/** Listens, and returns the port, which the system chooses where the configuration says 0. */
async function listen(app: FastifyInstance, config: Config, log: Logger): Promise<number> {
  // Fastify tells at info what the ready line tells.
  const { level } = log
  if (level === 'info') log.level = 'warn'
  await app.listen({ port: config.port, host: config.host })
  log.level = level
  const at = app.server.address()
  const port = typeof at === 'object' && at ? at.port : config.port
  if (!config.publicUrl) app.services.publicUrl = addressOf(config, port)
  return port
}

type JobParts = {
  aside: Services
  connection: pg.PoolConfig
  account: ServiceAccount | undefined
  log: Logger
  closers: Closers
}
/** Begins the durable work: mails, text messages, messages about alerts, refunds, webhooks, push messages. */
async function beginJobs(
  config: Config,
  { services }: FastifyInstance,
  { aside, connection, account, log, closers }: JobParts,
): Promise<void> {
  const mailer = config.smtpUrl ? smtpMailer(config.smtpUrl, config.mailFrom) : outboxMailer(log)
  closers.add(() => mailer.close())
  await workMail(services, mailer)
  await workSms(services, config.smsUrl ? gatewaySender(config.smsUrl, config.smsToken) : outboxSender(log))
  await workAlertMessages(aside)
  const webhooks = sendInThread(aside, { connection, secret: config.secret })
  closers.add(() => webhooks.close())
  await workRefunds(services)
  await workImports(aside)
  await workReportTests(aside)
  // Beside what people wait for: a webhook is answered already when it is worked off.
  await workWebhooks(aside)
  await workPush(services, account ? fcmPusher(account, config.fcmUrl, services) : outboxPusher(log))
}

/** Starts the demo's chargers against this product; returns how they are stopped. */
function startDemo(config: Config, port: number, log: Logger, registers: Registers): () => Promise<void> {
  const { dataFolder, timeZone } = config
  const url = `${addressOf(config, port).replace(/^http/, 'ws')}/ocpp`
  return startDemoChargers(url, log, { dataFolder, timeZone, registers }).stop
}

/** Starts the demo's provider of single sign-on; without it people sign in with their passwords. */
async function startDemoSignIn(services: Services, log: Logger, port: number): Promise<() => Promise<void>> {
  try {
    const demo = await import('#demo/single-sign-on.ts')
    return await demo.startDemoSignIn(services, log, port)
  } catch (error) {
    log.warn({ err: error }, 'The demo has no single sign-on: its provider could not be started')
    return async () => undefined
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

/**
 * TLS of our own when certificate files are configured; certificates of chargers are asked for and judged per charger. Those
 * that the installation's own authority has issued are known beside those of the authority that is configured.
 */
const listenerOf = ({ trustProxy }: Config, tls: TlsFiles | undefined, authority: string | undefined): object => ({
  ...(trustProxy && { trustProxy }),
  ...(tls && {
    https: tlsOptions({
      ...tls,
      clientCa: [...(tls.clientCa ? [tls.clientCa] : []), ...(authority ? [authority] : [])],
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
