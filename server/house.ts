// What every part of the running product shares. Made in main.ts, or by a test around its own database.
import type { AnyEndpoint } from '@wattdesk/wire/endpoint'
import type { FastifyBaseLogger } from 'fastify'
import type { Bus } from './bus.ts'
import type { Db } from './db.ts'
import type { Scope, Who } from './scope.ts'
import type { Tokens } from './token.ts'

export type House = {
  db: Db
  bus: Bus
  tokens: Tokens
  log: FastifyBaseLogger
  /** The present instant; tests move it. */
  now: () => Date
  timeZone: string
  node: string
  ocppSecurity: 0 | 1 | 2 | 3
  ocppRegister: { status: 'Pending' | 'Accepted'; teamId: number } | undefined
  metricsToken: string | undefined
  /** Open sockets of chargers on this node. */
  connectedChargers: () => number
}

declare module 'fastify' {
  interface FastifyInstance {
    house: House
    /** Every endpoint that is served. */
    endpoints: AnyEndpoint[]
  }
}
declare module '@wattdesk/wire/route' {
  interface Context {
    /** The signed-in user; of a call that anyone may make, nobody. */
    who: Who
    /** The teams whose records the call may touch; nothing for calls without a team. */
    scope: Scope
  }
}
