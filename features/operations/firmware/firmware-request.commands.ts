// Writes the requests of UpdateFirmware and SignedUpdateFirmware that name a firmware file of the portal: each gets an address
// of its own, which is kept nowhere but in the request itself (CAMP-01).
import { createHash, randomBytes } from 'node:crypto'
import { err, ok, type Result } from '@wattdesk/base/result'
import {
  plainRequest,
  type RequestContext,
  type Writers,
} from '#control/remote-operations/operation-request.commands.ts'
import type { Refusal } from '#control/remote-operations/operations/operation.contract.ts'
import type { Services } from '#office/installation/services.ts'
import type { Trx } from '#platform/db/db.ts'
import { chargersBase } from './firmware.commands.ts'
import { firmwareIn, linkUrlOf, operationUrlOf } from './firmware.rules.ts'
import * as store from './firmware.store.ts'
import * as links from './firmware-link.store.ts'

/** The address of an operation holds for so long after the moment at which the charger is to fetch the file. */
const OPEN_DAYS = 7

/** Returns the hash by which an address is found; the secret itself is not stored. */
export const linkHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

type ForCampaign = { campaignId: number; openUntil: Date }
/** The writers of operations of people, or of a campaign. */
export function firmwareWriters(services: Services, campaign?: ForCampaign): Writers {
  /** The address to send in place of the file's general one; undefined: the location is elsewhere. */
  async function addressOf(
    trx: Trx,
    on: RequestContext,
    { location, field, fetchAt }: { location: string; field: string; fetchAt: string },
  ): Promise<Result<{ sent: string; kept: string }, Refusal> | undefined> {
    const base = chargersBase(services)
    const firmwareId = firmwareIn(location, base)
    if (firmwareId === undefined) return undefined
    const { companyId, chargepointPk } = on.target
    const file = await store.ofCompany(trx, companyId, firmwareId)
    if (!file) return err({ status: 422, field, text: 'Firmware file not found' })
    if (file.location !== null) return ok({ sent: file.location, kept: file.location })
    const secret = randomBytes(32).toString('base64url')
    const until = Math.max(on.at.getTime(), Date.parse(fetchAt)) + OPEN_DAYS * 86_400_000
    await links.open(trx, {
      tokenHash: linkHash(secret),
      firmwareId,
      chargepointPk,
      taskId: on.taskId,
      campaignId: campaign?.campaignId ?? null,
      createdAt: on.at,
      openUntil: campaign?.openUntil ?? new Date(until),
    })
    return ok({ sent: linkUrlOf(base, secret, file.fileName ?? ''), kept: operationUrlOf(base, firmwareId) })
  }

  return {
    UpdateFirmware: async (trx, p, on) => {
      const address = await addressOf(trx, on, { location: p.location, field: 'location', fetchAt: p.retrieveDate })
      if (!address?.ok) return address
      const named = { chargerId: on.target.chargepointId, remoteOperationType: 'UpdateFirmware' } as const
      const { payload } = plainRequest({ ...named, parameters: { ...p, location: address.value.sent } })
      return ok({ payload, kept: { ...payload, location: address.value.kept } })
    },

    SignedUpdateFirmware: async (trx, p, on) => {
      const { firmware } = p
      const asked = { location: firmware.location, field: 'firmware.location', fetchAt: firmware.retrieveDateTime }
      const address = await addressOf(trx, on, asked)
      if (!address?.ok) return address
      const named = { chargerId: on.target.chargepointId, remoteOperationType: 'SignedUpdateFirmware' } as const
      const parameters = { ...p, firmware: { ...firmware, location: address.value.sent } }
      const { payload } = plainRequest({ ...named, parameters })
      return ok({ payload, kept: { ...payload, firmware: { ...firmware, location: address.value.kept } } })
    },
  }
}
