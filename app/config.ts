// The configuration of the product: environment and arguments, read once, checked, with the defaults of a first start.
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { isGstin } from '@wattdesk/base/identifiers'
import { MODES, type Mode } from '@wattdesk/base/mode'
import { isRupees, paiseFromRupees } from '@wattdesk/base/money'
import { stateOfGstin } from '@wattdesk/base/states'
import { z } from 'zod'
import { hasAllRoles, ROLES, type Roles, rolesOf } from '#office/installation/node.rules.ts'
import type { Services } from '#office/installation/services.ts'
import type { Supplier } from '#office/installation/supplier.contract.ts'
import type { S3Place } from '#platform/files/s3-client.ts'
import type { Limits } from '#platform/http/limits.ts'
import type { TraceTarget } from '#platform/telemetry/start-traces.ts'
import { isSeries, SERVICES } from '#settlement/invoices/invoice.rules.ts'

const MEGABYTE = 1024 * 1024
/** Where there are several nodes, the others take a node's chargers over by and by. */
const DRAIN_S = 20
const database = () =>
  z
    .string()
    .regex(
      /^(postgres(ql)?:\/\/.+)?$/,
      'must be the address of a database, as postgres://user:password@host:5432/wattdesk',
    )
const web = () => z.url({ protocol: /^https?$/, error: 'must be an address of the web, as https://portal.example' })
const PROXIES = ['loopback', 'linklocal', 'uniquelocal']
/** An address, a network as 10.0.0.0/8, or a name of such networks. */
function isProxy(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const kind = isIP(address)
  const isMask = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128))
  return PROXIES.includes(text) || (kind > 0 && isMask && more.length === 0)
}
const partsOf = (text: string): string[] => text.split(',').flatMap(part => part.trim() || [])

const Port = z.coerce.number().int().min(0).max(65_535)
const Environment = z.object({
  PORT: Port.default(8080),
  HOST: z.string().default('127.0.0.1'),
  WATTDESK_DATA: z.string().default('./data'),
  /** A bucket for uploaded files in place of a folder of WATTDESK_DATA: `s3://bucket/prefix?region=…&endpoint=…`. */
  WATTDESK_FILES: z.string().optional(),
  AWS_REGION: z.string().optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  DATABASE_URL: database().optional(),
  /** A replica of the database, for what the portal and the API read. */
  DATABASE_READ_URL: database().optional(),
  /** A folder or bucket that the log of changes of the embedded database is archived into. */
  WATTDESK_WAL_ARCHIVE: z.string().optional(),
  /** The public keys of age that this archive is sealed for, split by commas. */
  WATTDESK_WAL_RECIPIENTS: z
    .string()
    .refine(t => partsOf(t).every(k => /^age1[0-9a-z]{10,}$/.test(k)), 'must be public keys of age, split by commas')
    .optional(),
  NATS_URL: z
    .string()
    .regex(/^((nats|tls):\/\/[^/].*)?$/, 'must be the address of a NATS server, as nats://127.0.0.1:4222')
    .optional(),
  /** test: the sandbox handles payments; live: companies need credentials. Without it live in production, else test (D-PAY-7). */
  WATTDESK_MODE: z.enum(MODES, 'must be test or live').optional(),
  /** Signs the tokens. Without it one is made and kept in the database. */
  WATTDESK_SECRET: z.string().min(32, 'WATTDESK_SECRET needs at least 32 characters').optional(),
  WATTDESK_TIME_ZONE: z.string().default('Asia/Kolkata'),
  /** Rupees that a wallet or prepaid card must have for a session to begin. */
  WATTDESK_LEAST_BALANCE: z
    .string()
    .refine(isRupees, 'is no amount in rupees with at most two decimals')
    .default('10.00'),
  /** Two capitals or digits that numbers of invoices begin with (M-6). */
  WATTDESK_INVOICE_SERIES: z.string().refine(isSeries, 'must be two capitals or digits').default('CM'),
  /** Service code of charging and its tax rate in percent, from each day on: `2017-07-01 998714 18`, joined by commas. */
  WATTDESK_CHARGING_SERVICES: z
    .string()
    .default(SERVICES.map(s => `${s.from} ${s.sac} ${s.ratePpm / 10_000}`).join(', ')),
  /** The platform company as a supplier: it bills where no team has a GST number. */
  WATTDESK_PLATFORM_NAME: z.string().trim().max(200).optional(),
  WATTDESK_PLATFORM_ADDRESS: z.string().trim().max(500).optional(),
  WATTDESK_PLATFORM_GSTIN: z
    .string()
    .trim()
    .refine(t => t === '' || (isGstin(t) && stateOfGstin(t) !== undefined), 'is no GST number')
    .optional(),
  /** Name of this node; by default, where NATS joins several, one of its own for each process. */
  WATTDESK_NODE: z.string().min(1).max(60).optional(),
  /** The roles of this node, `api`, `ocpp`, `jobs`, joined by commas. */
  WATTDESK_ROLES: z
    .string()
    .refine(t => rolesOf(t) !== undefined, `must be some of ${ROLES.join(', ')}, joined by commas`)
    .default(ROLES.join(',')),
  /** Seconds over which a node that stops hands its chargers over. */
  WATTDESK_DRAIN_S: z.coerce.number().int().min(0).max(3600).optional(),
  /** Handshakes of chargers that a node takes in a second. */
  WATTDESK_ACCEPTS_PER_SECOND: z.coerce.number().int().min(1).default(2000),
  /** Default security profile of chargers that name none: 1, in development and demo 0 (D-OCPP-9). */
  WATTDESK_OCPP_SECURITY: z.coerce.number().int().min(0).max(3).optional(),
  WATTDESK_OCPP_REGISTER: z.enum(['off', 'pending', 'accepted']).default('off'),
  WATTDESK_OCPP_REGISTER_TEAM: z.coerce.number().int().optional(),
  /** Certificate, key and client authority for TLS served by the product itself (profiles 2 and 3). */
  WATTDESK_TLS_CERT: z.string().optional(),
  WATTDESK_TLS_KEY: z.string().optional(),
  WATTDESK_TLS_CLIENT_CA: z.string().optional(),
  /** Addresses of proxies in front, whose forwarded headers are believed. */
  WATTDESK_TRUST_PROXY: z
    .string()
    .refine(
      t => partsOf(t).every(isProxy),
      `must be addresses, networks as 10.0.0.0/8, or ${PROXIES.join(', ')}, split by commas`,
    )
    .optional(),
  WATTDESK_METRICS_TOKEN: z.string().optional(),
  /** A collector of traces (OTLP over HTTP); without it there are none. */
  WATTDESK_TRACES_URL: z
    .literal('')
    .or(z.url({ protocol: /^https?$/ }))
    .optional(),
  WATTDESK_TRACES_SHARE: z.coerce.number().min(0).max(1).default(0.1),
  /** The key that callers of the public payment lookup present (D-UPI-1). */
  UPI_STATUS_API_KEY: z.string().min(1).max(200).optional(),
  /** Where people reach the portal, for links in mails; default: the address it listens on. */
  WATTDESK_PUBLIC_URL: web().optional(),
  WATTDESK_CHARGER_FILES_URL: web().optional(),
  /** Origin of a portal that is served elsewhere and calls this API; `*` lets any. */
  WATTDESK_PORTAL_ORIGIN: z
    .string()
    .refine(
      t => t === '' || t === '*' || URL.parse(t)?.origin === t,
      'must be an origin, as https://portal.example, or *',
    )
    .optional(),
  /** `smtp://user:password@host:587`; without it mail stays in the outbox. */
  WATTDESK_SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be the address of a mail server, as smtp://user:password@host:587' })
    .optional(),
  WATTDESK_FCM_ACCOUNT: z.string().min(1).optional(),
  WATTDESK_FCM_URL: z.url().default('https://fcm.googleapis.com'),
  WATTDESK_RAZORPAY_URL: z.url().default('https://api.razorpay.com/v1'),
  WATTDESK_MAIL_FROM: z
    .string()
    .regex(/^[^@]+@[^@\s]+$/, 'must be a mail address, as Wattdesk <no-reply@host.example>')
    .default('Wattdesk <no-reply@wattdesk.example>'),
  /** A geocoder that answers as Nominatim does; without it the places shipped with the product. */
  WATTDESK_GEOCODER_URL: z.url().optional(),
  /** Pictures of the map, `https://tiles.example/{z}/{x}/{y}.png`; without it country outlines. */
  WATTDESK_TILES_URL: z
    .url()
    .refine(u => ['{z}', '{x}', '{y}'].every(p => u.includes(p)), 'needs {z}, {x} and {y}')
    .optional(),
  /** The attribution that the tile source asks for. */
  WATTDESK_TILES_ATTRIBUTION: z.string().max(200).optional(),
  /** Calls in a minute, by a user and by an address. */
  WATTDESK_CALLS_PER_USER: z.coerce.number().int().min(1).default(600),
  WATTDESK_CALLS_PER_ADDRESS: z.coerce.number().int().min(1).default(3000),
  /** Exports of one user at a time. */
  WATTDESK_EXPORTS_PER_USER: z.coerce.number().int().min(1).default(2),
  /** Megabytes: all uploads of a company, and those of a user in 24 hours. */
  WATTDESK_UPLOADS_PER_COMPANY_MB: z.coerce.number().int().min(1).default(2048),
  WATTDESK_UPLOADS_PER_USER_MB: z.coerce.number().int().min(1).default(200),
  /** Sign-up by /auth/register. */
  WATTDESK_REGISTER: z.enum(['on', 'off']).default('on'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  NODE_ENV: z.string().optional(),
})

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
  mailFrom: string
  /** Base address of the payment provider; no slash at its end. */
  razorpayUrl: string
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
}

/** Returns one line that names a setting and what is wrong with it. Some messages of zod begin with the name already, in words. */
function textOf({ path, message }: z.core.$ZodIssue): string {
  const name = path.join('.')
  const words = `${name.replaceAll('_', ' ')} `
  return message.startsWith(words) ? `${name} ${message.slice(words.length)}` : `${name}: ${message}`
}

/** Reads environment and arguments (`--demo`, `--no-demo`). Throws with a text that names what is wrong. */
export function readConfig(env: NodeJS.ProcessEnv, args: readonly string[]): Config {
  const parsed = Environment.safeParse(env)
  if (!parsed.success) throw new Error(parsed.error.issues.map(textOf).join('\n'))
  const e = parsed.data
  const unknown = args.find(a => a !== '--demo' && a !== '--no-demo')
  if (unknown) throw new Error(`Unknown argument ${unknown}; known are --demo and --no-demo.`)
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
  const isWithoutDemo = mode === 'live' || !hasAllRoles(roles) || args.includes('--no-demo')
  const demo = isWithoutDemo ? 'never' : args.includes('--demo') ? 'always' : 'when-embedded-and-empty'
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
    mailFrom: e.WATTDESK_MAIL_FROM,
    razorpayUrl: e.WATTDESK_RAZORPAY_URL.replace(/\/+$/, ''),
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
  }
}

/** Nodes with roles apart share a database and a bus. The demo network runs in one process. */
function demandShared(e: z.infer<typeof Environment>, args: readonly string[]): void {
  if (!e.DATABASE_URL || !e.NATS_URL)
    throw new Error(
      'WATTDESK_ROLES: nodes with roles apart need DATABASE_URL and NATS_URL, which they share. Without them one process has all roles.',
    )
  if (args.includes('--demo'))
    throw new Error('--demo needs all roles in one process: leave WATTDESK_ROLES out for the demo network.')
}

type S3Key = 'AWS_REGION' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY' | 'AWS_SESSION_TOKEN'
function walArchiveOf(e: z.infer<typeof Environment>): Config['walArchive'] {
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
function platformOf(e: z.infer<typeof Environment>): Supplier | undefined {
  const { WATTDESK_PLATFORM_NAME: name, WATTDESK_PLATFORM_ADDRESS: address, WATTDESK_PLATFORM_GSTIN: gstin } = e
  if (!name && !address && !gstin) return undefined
  if (!name || !address || !gstin)
    throw new Error('WATTDESK_PLATFORM_NAME, WATTDESK_PLATFORM_ADDRESS and WATTDESK_PLATFORM_GSTIN belong together.')
  return { name, address, gstin }
}
