// Writes the requests of GetDiagnostics and GetLog that name the portal's own address as the place for the file: each gets
// an address of its own, which is kept nowhere but in the request itself (S-FILES).

import { err, ok, type Result } from '@wattdesk/base/result'
import { formatBytes } from '@wattdesk/base/text'
import {
  plainRequest,
  type RequestContext,
  type Writers,
} from '#control/remote-operations/operation-request.commands.ts'
import type { Refusal } from '#control/remote-operations/operations/operation.contract.ts'
import type { Services } from '#office/installation/services.ts'
import type { Trx } from '#platform/db/db.ts'
import { newSecret } from './charger-file.commands.ts'
import { type ChargerFile, OPEN_HOURS } from './charger-file.contract.ts'
import { doorOf, isDoor } from './charger-file.rules.ts'
import * as store from './charger-file.store.ts'

export function fileWriters(services: Services): Writers {
  const base = () => services.chargerFilesUrl ?? services.publicUrl

  /** Opens an address for the file that a task asks for. */
  async function opened(
    trx: Trx,
    { target, at, taskId }: RequestContext,
    kind: ChargerFile['kind'],
    field: string,
  ): Promise<Result<string, Refusal>> {
    const room = services.limits.uploadBytesPerCompany
    if ((await store.usedBytes(trx, target.companyId)) >= room) {
      const text = `Files of charge points take up all the ${formatBytes(room)} that this company has for them. Delete some, or send the file elsewhere.`
      return err({ status: 409, field, text })
    }
    const { secret, tokenHash } = newSecret()
    const openUntil = new Date(at.getTime() + OPEN_HOURS * 3_600_000)
    const { chargepointPk } = target
    await store.ask(trx, { chargepointPk, taskId, kind, tokenHash, askedAt: at, openUntil })
    return ok(`${doorOf(base())}/${secret}`)
  }

  return {
    GetDiagnostics: async (trx, p, on) => {
      if (!isDoor(p.location, base())) return undefined
      const address = await opened(trx, on, 'diagnostics', 'location')
      if (!address.ok) return address
      const named = { chargerId: on.target.chargepointId, remoteOperationType: 'GetDiagnostics' } as const
      const { payload } = plainRequest({ ...named, parameters: { ...p, location: address.value } })
      return ok({ payload, kept: { ...payload, location: doorOf(base()) } })
    },

    GetLog: async (trx, p, on) => {
      if (!isDoor(p.log.remoteLocation, base())) return undefined
      const kind = p.logType === 'SecurityLog' ? 'security' : 'diagnostics'
      const address = await opened(trx, on, kind, 'log.remoteLocation')
      if (!address.ok) return address
      const named = { chargerId: on.target.chargepointId, remoteOperationType: 'GetLog' } as const
      const log = { ...p.log, remoteLocation: address.value }
      const { payload } = plainRequest({ ...named, parameters: { ...p, log } })
      const kept = { ...payload, log: { ...p.log, remoteLocation: doorOf(base()) } }
      return ok({ payload, kept })
    },
  }
}
