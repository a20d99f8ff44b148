// Finds the portal for a GST number (TAX-09): the real one with the credentials of the company, or of the platform; in test mode
// the stand-in where there are none, and nothing in live mode.
import { portalClient } from '@wattdesk/irp/client'
import type { Portal, PortalCredentials } from '@wattdesk/irp/portal'
import type { Services } from '#office/installation/services.ts'
import type { Seal } from '#platform/access/seal.ts'
import * as accounts from './irp-account.store.ts'

export type Needed = Pick<Services, 'db' | 'mode' | 'seal' | 'now' | 'log' | 'irp' | 'irpStandIn' | 'timeZone'>

/** A secret opens only for the use that it was sealed for. */
export const USES = {
  clientSecret: (companyId: number, gstin: string) => `portal client secret of ${gstin}, company ${companyId}`,
  password: (companyId: number, gstin: string) => `portal password of ${gstin}, company ${companyId}`,
} as const

/** What the stand-in knows a GST number by: always the same. */
export const standInCredentials = (seal: Seal, gstin: string): PortalCredentials => ({
  gstin,
  clientId: 'stand-in',
  clientSecret: seal.derive(`stand-in of the portal, client secret of ${gstin}`),
  userName: gstin,
  password: seal.derive(`stand-in of the portal, password of ${gstin}`).slice(0, 30),
})

export const NO_PORTAL = 'This installation names no invoice registration portal (WATTDESK_IRP_URL)'
const SEALED_ELSE = 'The credentials were sealed with another secret of the installation: please type them again'
const noAccount = (gstin: string) => `There are no credentials of the portal for ${gstin}: nothing is registered`

export type Found =
  | { portal: Portal; account?: accounts.Account }
  /** Why nobody can be asked. */
  | { why: string }

/** Sessions with the portal, by the place and the credentials, for as long as the node runs. */
const clients = new WeakMap<Needed['db'], Map<string, Portal>>()
function keptClient(db: Needed['db'], key: string, make: () => Portal): Portal {
  const kept = clients.get(db) ?? new Map<string, Portal>()
  clients.set(db, kept)
  const known = kept.get(key) ?? make()
  kept.set(key, known)
  return known
}

export function credentialsIn(seal: Seal, a: accounts.Account): PortalCredentials | undefined {
  const clientSecret = seal.open(a.clientSecret, USES.clientSecret(a.companyId, a.gstin))
  const password = seal.open(a.password, USES.password(a.companyId, a.gstin))
  if (clientSecret === undefined || password === undefined) return undefined
  return { gstin: a.gstin, clientId: a.clientId, userName: a.userName, clientSecret, password }
}

/** `companyId` null: for a document of the platform itself. */
export async function portalOf(services: Needed, companyId: number | null, gstin: string): Promise<Found> {
  const { db, mode, seal, now, irp, irpStandIn } = services
  const account = await accounts.accountFor(db, companyId, gstin)
  if (!account) {
    if (mode === 'live') return { why: noAccount(gstin) }
    const place = await irpStandIn()
    const credentials = standInCredentials(seal, gstin)
    return { portal: keptClient(db, `${place.url} ${gstin}`, () => portalClient({ ...place, credentials, now })) }
  }
  if (!irp) return { why: NO_PORTAL }
  const credentials = credentialsIn(seal, account)
  if (!credentials) return { why: SEALED_ELSE }
  const key = `${irp.url} ${account.companyId} ${gstin} ${account.changedAt.getTime()}`
  return { portal: keptClient(db, key, () => portalClient({ ...irp, credentials, now })), account }
}
