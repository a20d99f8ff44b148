// The settings of an installation: each variable of the environment with its form and its default.
import { isIP } from 'node:net'
import { isGstin } from '@wattdesk/base/identifiers'
import { MODES } from '@wattdesk/base/mode'
import { isRupees } from '@wattdesk/base/money'
import { stateOfGstin } from '@wattdesk/base/states'
import { z } from 'zod'
import { ROLES, rolesOf } from '#office/installation/node.rules.ts'
import { isSeries, SERVICES } from '#settlement/invoices/invoice.rules.ts'

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
/** The parts of a setting that are split by commas. */
export const partsOf = (text: string): string[] => text.split(',').flatMap(part => part.trim() || [])

const Port = z.coerce.number().int().min(0).max(65_535)
export const Settings = z.object({
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
  /**
   * A gateway for text messages: `https://sms.example/send?to={phone}&text={text}` is asked by GET, an address without
   * {text} is sent JSON by POST; without it they stay in the outbox.
   */
  WATTDESK_SMS_URL: z.url({ protocol: /^https?$/, error: 'must be the address of an SMS gateway' }).optional(),
  /** Sent as a bearer token with each text message. */
  WATTDESK_SMS_TOKEN: z.string().min(1).optional(),
  /** Webhooks and providers of single sign-on may lead to addresses of private networks. */
  WATTDESK_PRIVATE_WEBHOOKS: z.enum(['on', 'off']).default('off'),
  WATTDESK_FCM_ACCOUNT: z.string().min(1).optional(),
  WATTDESK_FCM_URL: z.url().default('https://fcm.googleapis.com'),
  WATTDESK_RAZORPAY_URL: z.url().default('https://api.razorpay.com/v1'),
  /** The invoice registration portal, as https://einvoice1.gst.gov.in, with its public keys: files in PEM, keys or certificates. */
  WATTDESK_IRP_URL: web().optional(),
  /** The key that logins are sealed for. */
  WATTDESK_IRP_LOGIN_KEY: z.string().min(1).optional(),
  /** The keys that the portal signs with, split by commas: it changes them now and then. */
  WATTDESK_IRP_SIGN_KEYS: z.string().min(1).optional(),
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
  /** The demo network begins anew each night, as by `--demo-resets`. */
  WATTDESK_DEMO_RESETS: z.enum(['on', 'off']).default('off'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  NODE_ENV: z.string().optional(),
})
export type Settings = z.infer<typeof Settings>

/** Variables that Kubernetes sets for each service: `WATTDESK_API_SERVICE_HOST`, `WATTDESK_PORT_8080_TCP`. */
const OF_SERVICES = /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT(_\d+_(TCP|UDP)(_\w+)?)?$/
/** Variables of programs beside the product: the administrator's commands, Compose, and the tests. */
const ELSEWHERE = /^WATTDESK_(PASSWORD|VERSION|LISTEN|PLAIN|RELEASE|STEP|ENDINGS|FUZZ|FUZZ_SEED|E2E_FILLED)$/

/** Variables that look like settings and are none: a misspelt setting would silently not count. */
export const unknownSettings = (env: NodeJS.ProcessEnv): string[] =>
  Object.keys(env).filter(
    name =>
      name.startsWith('WATTDESK_') &&
      !Object.hasOwn(Settings.shape, name) &&
      !ELSEWHERE.test(name) &&
      !OF_SERVICES.test(name),
  )
