// The services that every product on this platform shares. The product adds its own settings to them.
import type { AnyEndpoint } from '@wattdesk/wire/endpoint'
import type { FastifyBaseLogger } from 'fastify'
import type { Scope, Who } from '#platform/access/scope.ts'
import type { Seal } from '#platform/access/seal.ts'
import type { Tokens } from '#platform/access/token.ts'
import type { Archive } from '#platform/archive/archive.ts'
import type { By } from '#platform/audit/audit-log.ts'
import type { Bus } from '#platform/bus/bus.ts'
import type { Db } from '#platform/db/db.ts'
import type { Documents } from '#platform/documents/documents.ts'
import type { Files } from '#platform/files/files.ts'
import type { Geo } from '#platform/geo/geo.ts'
import type { Check } from '#platform/http/checks.ts'
import type { Limits } from '#platform/http/limits.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'

export type PlatformServices = {
  db: Db
  bus: Bus
  tokens: Tokens
  /** Seals what is kept for others, as the credentials of a company at its payment provider. */
  seal: Seal
  log: FastifyBaseLogger
  /** The present instant; tests move it. */
  now: () => Date
  timeZone: string
  node: string
  metricsToken: string | undefined
  /** Durable work, handed over in the transaction that causes it. */
  jobs: Jobs
  files: Files
  /** Papers and files of lists, made on the server. */
  documents: Documents
  /** Old data in files of an object store. */
  archive: Archive
  geo: Geo
  /** Address under which people reach the portal, for links in mails; without a slash at its end. */
  publicUrl: string
  /** Origin of a portal served elsewhere, `*` for any; undefined: only this host's own. */
  portalOrigin: string | undefined
  /** How much one user, address or company may ask for. */
  limits: Limits
  /** Shows the outbox at /dev/outbox. */
  isDevelopment: boolean
  /** The checks that decide whether the product is ready. */
  checks: readonly Check[]
}

/**
 * The same services over other connections to the database.
 *
 * @param db the pool or transaction that takes the place of the services' own
 */
export const over = <S extends PlatformServices>(db: Db, services: S): S =>
  Object.create(services, { db: { value: db, enumerable: true } })

declare module 'fastify' {
  interface FastifyInstance {
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
