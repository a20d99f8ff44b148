// The services that every part of the running product shares: those of the platform, and the settings of the installation.
// The composition makes them once (app/start.ts); tests make them around a database of their own (testing/app.ts).
import type { Mode } from '@wattdesk/base/mode'
import type { PortalPlace } from '@wattdesk/irp/portal'
import type { PlatformServices } from '#platform/services.ts'
import type { Roles } from './node.rules.ts'
import type { Supplier } from './supplier.contract.ts'

/**
 * The events of money and sessions that other features follow, each with the type of its handlers. A feature declares its
 * events beside the code that calls the handlers.
 *
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add their events by declaration.
export interface Followed {}
/** Handlers by event, called where the event says: in its transaction, or after it. The composition fills them in (app/app.ts). */
export type Followers = { [E in keyof Followed]: Followed[E][] }
export const noFollowers = (): Followers => ({
  captured: [],
  sessionBegun: [],
  sessionEnded: [],
  billed: [],
  userLeaves: [],
  signsOut: [],
  webhookStopped: [],
})

export type Services = PlatformServices & {
  followers: Followers

  /** test: the sandbox handles payments and no money moves; live: there is no sandbox (D-PAY-7). */
  mode: Mode
  /** No session begins from a wallet or prepaid card with less than this, in paise (D-WAL-4). */
  leastBalancePaise: number
  /** Series of the numbers of invoices, and the service code with its usual rate from each day on (M-6). */
  invoices: { series: string; services: readonly { from: string; sac: string; ratePpm: number }[] }
  /** The platform company, which supplies where no team has a GST number; undefined where the installation names none. */
  platform: Supplier | undefined
  ocppSecurity: 0 | 1 | 2 | 3
  ocppRegister: { status: 'Pending' | 'Accepted'; teamId: number } | undefined
  /** The key of the public lookup of payments (D-UPI-1). */
  upiStatusKey: string
  /** Base address of the payment provider, without a slash at its end. */
  razorpayUrl: string
  /** The invoice registration portal; undefined where the installation names none. */
  irp: PortalPlace | undefined
  /** The stand-in of that portal, which begins when it is first asked for. Rejects in live mode. */
  irpStandIn: () => Promise<PortalPlace>
  /** Base address of the sandbox, which begins when it is first asked for. Rejects in live mode. */
  sandboxUrl: () => Promise<string>
  /** Address under which charge points reach the product to leave files, where it is another one; no slash at its end. */
  chargerFilesUrl?: string | undefined
  /**
   * A reading call of the product's own routes, made in this process: what a caller with these headers would get by HTTP. A
   * reply that breaks off makes its pieces throw.
   */
  callInside: (call: {
    url: string
    headers: Record<string, string>
  }) => Promise<{ status: number; pieces: AsyncIterable<Uint8Array> }>
  /** No mail server is set up: mails stay in the outbox. */
  keepsMails?: boolean
  /** Webhooks and providers of single sign-on may lead into the network that the product stands in. */
  mayCallPrivate?: boolean
  /** The provider of single sign-on that the demo brings along: it may be on this machine. */
  localIssuer?: string
  /** Looks up the TXT records of a name; missing: by the resolver of the machine. */
  textRecords?: (name: string) => Promise<readonly (readonly string[])[]>
  /** Sign-up by /auth/register is open (D-AUTH-8). */
  mayRegister: boolean
  /** Open sockets of chargers on this node. */
  connectedChargers: () => number
  /** The roles of this node; all roles where they are left out. */
  roles?: Roles
}

declare module 'fastify' {
  interface FastifyInstance {
    services: Services
  }
}
