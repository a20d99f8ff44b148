// SignCertificate: a charge point asks for a certificate. An acceptable request is answered Accepted, signed after the
// answer has gone, and delivered by CertificateSigned. Every other request is Rejected, with the reason among the
// security events (O-82, D-OCPP-9).
import type { Confirmation, Request } from '@wattdesk/ocpp/messages'
import { addSecurityEvent } from '#fleet/stations/charger-notice.store.ts'
import type { Station } from '#fleet/stations/station.memory.ts'
import type { Services } from '#office/installation/services.ts'
import { type CertificateAuthority, ownAuthority } from './authority.store.ts'
import * as store from './charger-certificate.store.ts'
import { type CertificateHolder, issueCertificate } from './issue-certificate.commands.ts'
import { type ReadRequest, readRequest } from './signing-request.crypto.ts'
import { MOST_A_DAY, nameFor } from './signing-request.rules.ts'

const DAY_MS = 86_400_000
const REFUSED = 'SigningRequestRefused'
type Answer = Confirmation<'SignCertificate'>

export function certificateHandlers(services: Services, authority: CertificateAuthority = ownAuthority(services.db)) {
  const { db, log } = services
  const issuing = new Set<Promise<void>>()

  /** Returns why the name is refused; undefined where the certificate may bear it. */
  async function refusalOf({ pk, companyId }: Station['charger'], name: string): Promise<string | undefined> {
    if (await store.isNameOfAnother(db, pk, companyId, name)) return `Another charge point goes by the name ${name}`
    const since = new Date(services.now().getTime() - DAY_MS)
    const count = await store.countSince(db, pk, since)
    return count < MOST_A_DAY ? undefined : `${MOST_A_DAY} certificates were issued within a day`
  }

  function issue(c: CertificateHolder, request: ReadRequest): void {
    const done = issueCertificate(services, authority, c, request)
      .catch(error => log.error({ err: error, chargepoint: c.id }, 'A certificate could not be issued'))
      .finally(() => issuing.delete(done))
    issuing.add(done)
  }

  async function asked(s: Station, { csr }: Request<'SignCertificate'>): Promise<Answer> {
    const { pk, id, teamId, companyId } = s.charger
    const request = await readRequest(csr)
    const named = nameFor(request, s.charger)
    const refusal = 'refusal' in named ? named.refusal : await refusalOf(s.charger, named.name)
    if (refusal !== undefined || !request || 'refusal' in named) {
      const techInfo = (refusal ?? '').slice(0, 255)
      const at = services.now()
      await addSecurityEvent(db, { pk, identity: id, source: 'server', type: REFUSED, techInfo, at, receivedAt: at })
      return { status: 'Rejected' }
    }
    // After the answer has gone: the charger waits for it before anything else.
    setImmediate(() => issue({ pk, id, teamId, companyId, commonName: named.name }, request))
    return { status: 'Accepted' }
  }

  return { handlers: { SignCertificate: asked }, idle: () => Promise.all(issuing) }
}
