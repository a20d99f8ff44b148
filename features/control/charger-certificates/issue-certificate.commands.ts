// A charge point's certificate is issued and sent to it, as a task like any remote operation; certificate, task and
// audit entry are one.
import { randomUUID } from 'node:crypto'
import { plainRequest } from '#control/remote-operations/operation-request.commands.ts'
import { announceTask, runTask } from '#control/remote-operations/task.commands.ts'
import * as tasks from '#control/remote-operations/task.store.ts'
import type { Services } from '#office/installation/services.ts'
import { act } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { type CertificateAuthority, fingerprint } from './authority.store.ts'
import * as store from './charger-certificate.store.ts'
import type { ReadRequest } from './signing-request.crypto.ts'
import { VALID_DAYS } from './signing-request.rules.ts'

const DAY_MS = 86_400_000
const BY_PRODUCT = 'Charger certificates'
const operation = 'CertificateSigned'

export type CertificateHolder = { pk: number; id: string; teamId: number; companyId: number; commonName: string }

/** Issues the certificate and sends it through this node, which holds the charger's socket. */
export async function issueCertificate(
  services: Services,
  authority: CertificateAuthority,
  c: CertificateHolder,
  { subject, publicKey, hash }: ReadRequest,
): Promise<void> {
  const at = services.now()
  const expiresAt = new Date(at.getTime() + VALID_DAYS * DAY_MS)
  const { chain, serialNumber } = await authority.issue({ subject, publicKey, from: at, to: expiresAt })
  const taskId = randomUUID()
  const o = {
    chargerId: c.id,
    remoteOperationType: operation,
    parameters: { certificateChain: chain },
  } as const
  await act(services, async (trx, then) => {
    const task = await tasks.add(trx, {
      taskId,
      companyId: c.companyId,
      teamId: c.teamId,
      pk: c.pk,
      chargepointId: c.id,
      operation,
      parameters: o.parameters,
      createdBy: null,
      createdAt: at,
    })
    await store.add(trx, {
      chargepointPk: c.pk,
      companyId: c.companyId,
      commonName: c.commonName,
      requestHash: hash,
      serialNumber,
      certificate: chain,
      issuedAt: at,
      expiresAt,
      taskId,
    })
    await audit.write(trx, audit.byProduct(BY_PRODUCT), {
      action: operation,
      feature: 'ChargerPoint',
      recordId: c.pk,
      teamId: c.teamId,
      after: {
        taskId,
        commonName: c.commonName,
        serialNumber,
        fingerprint: fingerprint(chain),
        expiresAt: expiresAt.toISOString(),
      },
    })
    then(() => announceTask(services, task, at))
  })
  await runTask(services, { node: services.node, chargepointPk: c.pk, request: plainRequest(o) }, o, taskId)
}
