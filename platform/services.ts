// What every part of the running product shares. Made in main.ts, or by a test around its own database.

import type { Mode } from '@wattdesk/base/mode'
import type { Supplier } from '@wattdesk/base/supplier'
import type { AnyEndpoint } from '@wattdesk/wire/endpoint'
import type { FastifyBaseLogger } from 'fastify'
import type { Scope, Who } from '#platform/access/scope.ts'
import type { Seal } from '#platform/access/seal.ts'
import type { Tokens } from '#platform/access/token.ts'
import type { By } from '#platform/audit/audit-log.ts'
import type { Bus } from '#platform/bus/bus.ts'
import type { Db } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import type { Geo } from '#platform/geo/geo.ts'
import type { Check } from '#platform/http/checks.ts'
import type { Limits } from '#platform/http/limits.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'

export type Services = {
  db: Db
  /** test: the sandbox handles payments and no money moves; live: there is no sandbox (D-PAY-7). */
  mode: Mode
  bus: Bus
  tokens: Tokens
  /** Seals what is kept for others, as the credentials of a company at its payment provider. */
  seal: Seal
  log: FastifyBaseLogger
  /** The present instant; tests move it. */
  now: () => Date
  timeZone: string
  /** No session begins from a wallet or prepaid card with less than this, in paise (D-WAL-4). */
  leastBalancePaise: number
  /** Series of the numbers of invoices, and the service code with its usual rate from each day on (M-6). */
  invoices: { series: string; services: readonly { from: string; sac: string; ratePpm: number }[] }
  /** The platform company, which supplies where no team has a GST number; undefined where the installation names none. */
  platform: Supplier | undefined
  node: string
  ocppSecurity: 0 | 1 | 2 | 3
  ocppRegister: { status: 'Pending' | 'Accepted'; teamId: number } | undefined
  metricsToken: string | undefined
  /** What the public lookup of payments is asked with (D-UPI-1). */
  upiStatusKey: string
  /** Base address of the payment provider, without a slash at its end. */
  razorpayUrl: string
  /** Base address of the sandbox, which begins when it is first asked for. Rejects in live mode. */
  sandboxUrl: () => Promise<string>
  /** Durable work, handed over in the transaction that causes it. */
  jobs: Jobs
  files: Files
  geo: Geo
  /** Address under which people reach the portal, for links in mails; without a slash at its end. */
  publicUrl: string
  /** Address under which charge points reach the product to leave files, where it is another one; no slash at its end. */
  chargerFilesUrl?: string | undefined
  /** Origin of a portal served elsewhere, `*` for any; undefined: only this host's own. */
  portalOrigin: string | undefined
  /** Sign-up by /auth/register is open (D-AUTH-8). */
  mayRegister: boolean
  /** How much one user, address or company may ask for. */
  limits: Limits
  /** Shows the outbox at /dev/outbox. */
  isDevelopment: boolean
  /** The checks that decide whether the product is ready. */
  checks: readonly Check[]
  /** Open sockets of chargers on this node. */
  connectedChargers: () => number
}

/** The same services over other connections to the database. */
export const over = (db: Db, services: Services): Services =>
  Object.create(services, { db: { value: db, enumerable: true } })

declare module 'fastify' {
  interface FastifyInstance {
    services: Services
    /** Every endpoint that is served. */
    endpoints: AnyEndpoint[]
  }
}
declare module '@wattdesk/wire/route' {
  interface Context {
    /** The signed-in user; of a call that anyone may make, nobody. */
    who: Who
    /** The caller in the form that the audit log takes. */
    by: By
    /** The teams whose records the call may touch; nothing for calls without a team. */
    scope: Scope
  }
}
