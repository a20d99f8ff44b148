// The configuration of the product: environment and arguments, read once, checked, with the defaults of a first start.
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import type { Mode } from '@wattdesk/base/mode'
import { paiseFromRupees } from '@wattdesk/base/money'
import type { z } from 'zod'
import { hasAllRoles, type Roles, rolesOf } from '#office/installation/node.rules.ts'
import type { Services } from '#office/installation/services.ts'
import type { Supplier } from '#office/installation/supplier.contract.ts'
import type { S3Place } from '#platform/files/s3-client.ts'
import type { Limits } from '#platform/http/limits.ts'
import type { TraceTarget } from '#platform/telemetry/start-traces.ts'
import { partsOf, Settings, unknownSettings } from './settings.ts'
import { ARGUMENTS } from './usage.ts'

const MEGABYTE = 1024 * 1024
/** Where there are several nodes, the others take a node's chargers over by and by. */
const DRAIN_S = 20

export type Config = {
  port: number
  host: string
  dataFolder: string
  /** The bucket of uploaded files; undefined: they lie in the data folder. */
  filesBucket: S3Place | undefined
  databaseUrl: string | undefined
  /** A replica of it. */
  databaseReadUrl: string | undefined
  /** The archive of the embedded database's log of changes: a folder or a bucket, and the public keys it is sealed for. */
  walArchive: { at: string | S3Place; recipients: readonly string[] } | undefined
  natsUrl: string | undefined
  mode: Mode
  secret: string | undefined
  timeZone: string
  leastBalancePaise: number
  invoices: Services['invoices']
  platform: Supplier | undefined
  node: string
  roles: Roles
  /** How long a node that stops takes to hand its chargers over. */
  drainMs: number
  acceptsPerSecond: number
  ocppSecurity: 0 | 1 | 2 | 3
  ocppRegister: { status: 'Pending' | 'Accepted'; teamId: number } | undefined
  tls: { cert: string; key: string; clientCa: string | undefined } | undefined
  trustProxy: string | undefined
  metricsToken: string | undefined
  traces: TraceTarget | undefined
  upiStatusKey: string | undefined
  publicUrl: string | undefined
  chargerFilesUrl: string | undefined
  portalOrigin: string | undefined
  smtpUrl: string | undefined
  smsUrl: string | undefined
  smsToken: string | undefined
  mayCallPrivate: boolean
  mailFrom: string
  /** Base address of the payment provider; no slash at its end. */
  razorpayUrl: string
  /** The invoice registration portal: its address and the files of its public keys. */
  irp: { url: string; loginKey: string; signKeys: readonly string[] } | undefined
  /** File of the service account that messages to devices are sent with. */
  fcmAccount: string | undefined
  fcmUrl: string
  geocoderUrl: string | undefined
  tiles: { url: string; attribution: string | null } | undefined
  mayRegister: boolean
  limits: Limits
  isDevelopment: boolean
  logLevel: string
  demo: 'always' | 'when-embedded-and-empty' | 'never'
  /** The demo begins anew each night. */
  demoResets: boolean
}

/** Returns one line that names a setting and what is wrong with it. Some messages of zod begin with the name already, in words. */
function textOf({ path, message }: z.core.$ZodIssue): string {
  const name = path.join('.')
  const words = `${name.replaceAll('_', ' ')} `
  return message.startsWith(words) ? `${name} ${message.slice(words.length)}` : `${name}: ${message}`
}

/** Reads environment and arguments. Throws with a text that names what is wrong. */
export function readConfig(env: NodeJS.ProcessEnv, args: readonly string[]): Config {
  const parsed = Settings.safeParse(env)
  if (!parsed.success) throw new Error(parsed.error.issues.map(textOf).join('\n'))
  const e = parsed.data
  const [misspelt] = unknownSettings(env)
  if (misspelt !== undefined)
    throw new Error(`${misspelt} is no setting of Wattdesk: see the list in docs/operating.md, or leave it out.`)
  const unknown = args.find(a => !Object.hasOwn(ARGUMENTS, a))
  if (unknown) throw new Error(`Unknown argument ${unknown}; known are ${Object.keys(ARGUMENTS).join(', ')}.`)
  if (e.WATTDESK_OCPP_REGISTER !== 'off' && e.WATTDESK_OCPP_REGISTER_TEAM === undefined)
    throw new Error('WATTDESK_OCPP_REGISTER needs WATTDESK_OCPP_REGISTER_TEAM, the team that unknown chargers join.')
  if (e.DATABASE_READ_URL && !e.DATABASE_URL)
    throw new Error('DATABASE_READ_URL is a replica of DATABASE_URL, which is not set.')
  if (!e.WATTDESK_TLS_CERT !== !e.WATTDESK_TLS_KEY)
    throw new Error('WATTDESK_TLS_CERT and WATTDESK_TLS_KEY belong together.')
  if (e.WATTDESK_WAL_ARCHIVE && e.DATABASE_URL)
    throw new Error(
      'WATTDESK_WAL_ARCHIVE is for the embedded database; the server of DATABASE_URL archives by settings of its own.',
    )
  if (e.WATTDESK_WAL_RECIPIENTS && !e.WATTDESK_WAL_ARCHIVE)
    throw new Error('WATTDESK_WAL_RECIPIENTS seals the archive of WATTDESK_WAL_ARCHIVE, which is not set.')
  try {
    Intl.DateTimeFormat('en', { timeZone: e.WATTDESK_TIME_ZONE })
  } catch {
    throw new Error(`WATTDESK_TIME_ZONE: ${e.WATTDESK_TIME_ZONE} is no time zone.`)
  }
  const mode = e.WATTDESK_MODE ?? (e.NODE_ENV === 'production' ? 'live' : 'test')
  if (mode === 'live' && args.includes('--demo'))
    throw new Error(
      '--demo fills in play money, which live mode does not take. Set WATTDESK_MODE=test for the demo network.',
    )
  const roles = rolesOf(e.WATTDESK_ROLES) ?? new Set()
  if (!hasAllRoles(roles)) demandShared(e, args)
  const demoResets = e.WATTDESK_DEMO_RESETS === 'on' || args.includes('--demo-resets')
  if (demoResets) demandResettable(e, mode, args)
  const isWithoutDemo = mode === 'live' || !hasAllRoles(roles) || args.includes('--no-demo')
  const demo = isWithoutDemo ? 'never' : demoResets || args.includes('--demo') ? 'always' : 'when-embedded-and-empty'
  return {
    port: e.PORT,
    host: e.HOST,
    dataFolder: resolve(e.WATTDESK_DATA),
    filesBucket: e.WATTDESK_FILES ? bucketNamed(e.WATTDESK_FILES, e) : undefined,
    databaseUrl: e.DATABASE_URL,
    databaseReadUrl: e.DATABASE_READ_URL,
    walArchive: walArchiveOf(e),
    natsUrl: e.NATS_URL,
    mode,
    secret: e.WATTDESK_SECRET,
    timeZone: e.WATTDESK_TIME_ZONE,
    leastBalancePaise: Number(paiseFromRupees(e.WATTDESK_LEAST_BALANCE)),
    invoices: { series: e.WATTDESK_INVOICE_SERIES, services: servicesOf(e.WATTDESK_CHARGING_SERVICES) },
    platform: platformOf(e),
    node: e.WATTDESK_NODE ?? (e.NATS_URL ? `${hostname().slice(0, 48)}-${process.pid}` : 'node-1'),
    roles,
    drainMs: (e.WATTDESK_DRAIN_S ?? (e.NATS_URL ? DRAIN_S : 0)) * 1000,
    acceptsPerSecond: e.WATTDESK_ACCEPTS_PER_SECOND,
    ocppSecurity: (e.WATTDESK_OCPP_SECURITY ?? (e.NODE_ENV === 'production' ? 1 : 0)) as 0 | 1 | 2 | 3,
    ocppRegister:
      e.WATTDESK_OCPP_REGISTER === 'off'
        ? undefined
        : {
            status: e.WATTDESK_OCPP_REGISTER === 'accepted' ? 'Accepted' : 'Pending',
            teamId: e.WATTDESK_OCPP_REGISTER_TEAM ?? 0,
          },
    tls:
      e.WATTDESK_TLS_CERT && e.WATTDESK_TLS_KEY
        ? { cert: e.WATTDESK_TLS_CERT, key: e.WATTDESK_TLS_KEY, clientCa: e.WATTDESK_TLS_CLIENT_CA }
        : undefined,
    trustProxy: e.WATTDESK_TRUST_PROXY,
    metricsToken: e.WATTDESK_METRICS_TOKEN,
    traces: e.WATTDESK_TRACES_URL ? { url: e.WATTDESK_TRACES_URL, share: e.WATTDESK_TRACES_SHARE } : undefined,
    upiStatusKey: e.UPI_STATUS_API_KEY,
    publicUrl: e.WATTDESK_PUBLIC_URL?.replace(/\/+$/, ''),
    chargerFilesUrl: e.WATTDESK_CHARGER_FILES_URL?.replace(/\/+$/, ''),
    portalOrigin: e.WATTDESK_PORTAL_ORIGIN,
    smtpUrl: e.WATTDESK_SMTP_URL,
    smsUrl: e.WATTDESK_SMS_URL,
    smsToken: e.WATTDESK_SMS_TOKEN,
    mayCallPrivate: e.WATTDESK_PRIVATE_WEBHOOKS === 'on',
    mailFrom: e.WATTDESK_MAIL_FROM,
    razorpayUrl: e.WATTDESK_RAZORPAY_URL.replace(/\/+$/, ''),
    irp: irpOf(e),
    fcmAccount: e.WATTDESK_FCM_ACCOUNT,
    fcmUrl: e.WATTDESK_FCM_URL.replace(/\/+$/, ''),
    geocoderUrl: e.WATTDESK_GEOCODER_URL,
    tiles: e.WATTDESK_TILES_URL
      ? { url: e.WATTDESK_TILES_URL, attribution: e.WATTDESK_TILES_ATTRIBUTION ?? null }
      : undefined,
    mayRegister: e.WATTDESK_REGISTER === 'on',
    limits: {
      callsPerUser: e.WATTDESK_CALLS_PER_USER,
      callsPerAddress: e.WATTDESK_CALLS_PER_ADDRESS,
      exportsPerUser: e.WATTDESK_EXPORTS_PER_USER,
      uploadBytesPerCompany: e.WATTDESK_UPLOADS_PER_COMPANY_MB * MEGABYTE,
      uploadBytesPerUserADay: e.WATTDESK_UPLOADS_PER_USER_MB * MEGABYTE,
    },
    isDevelopment: e.NODE_ENV !== 'production',
    logLevel: e.LOG_LEVEL,
    demo,
    demoResets,
  }
}

/** Throws where a demo cannot begin anew each night: in live mode, beside other nodes, or with files in a bucket. */
function demandResettable(e: Settings, mode: Mode, args: readonly string[]): void {
  const is = '--demo-resets begins the demo network anew each night'
  if (mode === 'live') throw new Error(`${is}, which live mode does not have. Set WATTDESK_MODE=test.`)
  if (args.includes('--no-demo')) throw new Error(`${is}, and --no-demo has none.`)
  if (e.NATS_URL || !hasAllRoles(rolesOf(e.WATTDESK_ROLES) ?? new Set()))
    throw new Error(`${is} and needs all roles in one process: leave NATS_URL and WATTDESK_ROLES out.`)
  if (e.WATTDESK_FILES)
    throw new Error(`${is} with the files of its data folder, not of a bucket: leave WATTDESK_FILES out.`)
}

/** Nodes with roles apart share a database and a bus. The demo network runs in one process. */
function demandShared(e: Settings, args: readonly string[]): void {
  if (!e.DATABASE_URL || !e.NATS_URL)
    throw new Error(
      'WATTDESK_ROLES: nodes with roles apart need DATABASE_URL and NATS_URL, which they share. Without them one process has all roles.',
    )
  if (args.includes('--demo'))
    throw new Error('--demo needs all roles in one process: leave WATTDESK_ROLES out for the demo network.')
}

/** The portal with the files of its keys, which belong together. */
function irpOf(e: Settings): Config['irp'] {
  const { WATTDESK_IRP_URL: url, WATTDESK_IRP_LOGIN_KEY: loginKey, WATTDESK_IRP_SIGN_KEYS: signKeys } = e
  if (!url && !loginKey && !signKeys) return undefined
  if (!url || !loginKey || !signKeys)
    throw new Error('WATTDESK_IRP_URL, WATTDESK_IRP_LOGIN_KEY and WATTDESK_IRP_SIGN_KEYS belong together.')
  return { url: url.replace(/\/+$/, ''), loginKey, signKeys: partsOf(signKeys) }
}

type S3Key = 'AWS_REGION' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY' | 'AWS_SESSION_TOKEN'
function walArchiveOf(e: Settings): Config['walArchive'] {
  const { WATTDESK_WAL_ARCHIVE: at, WATTDESK_WAL_RECIPIENTS: keys = '' } = e
  if (!at) return undefined
  return {
    at: at.startsWith('s3:') ? bucketNamed(at, e, 'WATTDESK_WAL_ARCHIVE') : resolve(at),
    recipients: partsOf(keys),
  }
}

/** A bucket with its credentials, which have the variables that programs for Amazon's store know. */
export function bucketNamed(
  text: string,
  e: Partial<Record<S3Key, string | undefined>>,
  what = 'WATTDESK_FILES',
): S3Place {
  const url = URL.parse(text)
  // The characters allowed in a prefix need no encoding, neither in paths nor in signatures.
  const prefix = url?.pathname.replace(/^\/+|\/+$/g, '') ?? ''
  const isRight = url?.protocol === 's3:' && /^[a-z0-9][a-z0-9.-]{1,62}$/.test(url.host) && /^[\w./-]*$/.test(prefix)
  if (!url || !isRight) throw new Error(`${what} must be a bucket, as s3://bucket/prefix?region=ap-south-1`)
  const unknown = [...url.searchParams.keys()].find(k => k !== 'region' && k !== 'endpoint')
  if (unknown !== undefined) throw new Error(`${what}: ${unknown} is unknown; known are region and endpoint`)
  const endpoint = url.searchParams.get('endpoint')?.replace(/\/+$/, '') || undefined
  if (endpoint && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new Error(`${what}: endpoint must be an address of the web, as https://store.example:9000`)
  // Stores other than Amazon's mostly know this region alone.
  const region = url.searchParams.get('region') || e.AWS_REGION || (endpoint ? 'us-east-1' : undefined)
  if (!region) throw new Error(`${what} needs the region of the bucket: ?region=… or AWS_REGION`)
  if (!e.AWS_ACCESS_KEY_ID || !e.AWS_SECRET_ACCESS_KEY)
    throw new Error(`${what} needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`)
  return {
    bucket: url.host,
    prefix: prefix && `${prefix}/`,
    region,
    endpoint,
    accessKeyId: e.AWS_ACCESS_KEY_ID,
    secretAccessKey: e.AWS_SECRET_ACCESS_KEY,
    sessionToken: e.AWS_SESSION_TOKEN,
  }
}

/** Days in order, each with its code and rate. */
function servicesOf(text: string): Services['invoices']['services'] {
  const services = text.split(',').map(part => {
    const [, from = '', sac = '', percent = ''] =
      /^(\d{4}-\d\d-\d\d) (\d{4,8}) (\d{1,2}(?:\.\d{1,2})?)$/.exec(part.trim()) ?? []
    if (from === '' || Number.isNaN(Date.parse(from)))
      throw new Error('WATTDESK_CHARGING_SERVICES must be days with code and percent, as 2017-07-01 998714 18')
    return { from, sac, ratePpm: Math.round(Number(percent) * 10_000) }
  })
  return services.sort((a, b) => (a.from < b.from ? -1 : 1))
}

/** Name, address and GST number belong together: a bill carries all three. */
function platformOf(e: Settings): Supplier | undefined {
  const { WATTDESK_PLATFORM_NAME: name, WATTDESK_PLATFORM_ADDRESS: address, WATTDESK_PLATFORM_GSTIN: gstin } = e
  if (!name && !address && !gstin) return undefined
  if (!name || !address || !gstin)
    throw new Error('WATTDESK_PLATFORM_NAME, WATTDESK_PLATFORM_ADDRESS and WATTDESK_PLATFORM_GSTIN belong together.')
  return { name, address, gstin }
}
