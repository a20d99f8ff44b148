// The messages by which a station tells in parts what an operation asked for. Each is answered; parts that nobody asked for
// change nothing.

import { storableJson } from '@wattdesk/base/text'
import { OcppError } from '@wattdesk/ocpp/error-code'
import type { Request201 } from '@wattdesk/ocpp/ocpp201'
import type { Station } from '#fleet/stations/station.memory.ts'
import type { Services } from '#office/installation/services.ts'
import { operations } from './operations/operations.contract.ts'
import { announceTask } from './task.commands.ts'
import { byId } from './task.store.ts'
import { savePart } from './told-parts.store.ts'
import type { PartsAction } from './told-parts.words.ts'

export type ToldPart = {
  requestId: number
  /** Missing where the message has no number. */
  seqNo?: number
  isLast: boolean
  /** A list of what is told, or a text. */
  content: readonly unknown[] | string
}

/** The operations that ask for what a message tells. */
const askedBy = (action: PartsAction): string[] =>
  operations.flatMap(o => ('parts' in o && o.parts === action ? [o.name] : []))

export function toldParts(services: Services) {
  const { db } = services

  /** Keeps a part with its task and tells watching browsers; undefined where nobody asked, or it came before. */
  async function take(s: Station, action: PartsAction, p: ToldPart): Promise<string | undefined> {
    const { requestId, seqNo = null, isLast } = p
    if (seqNo !== null && seqNo < 0) throw new OcppError('PropertyConstraintViolation', 'seqNo: less than 0')
    const at = services.now()
    const content = storableJson(p.content)
    const { pk } = s.charger
    const taskId = await savePart(db, { pk, operations: askedBy(action), requestId, seqNo, isLast, content, at })
    const task = taskId !== undefined && services.bus.isHeard() ? await byId(db, taskId) : undefined
    if (task) announceTask(services, task, at)
    return taskId
  }

  return {
    take,
    handlers: {
      NotifyDisplayMessages: async (s: Station, p: Request201<'NotifyDisplayMessages'>) => {
        const { requestId, messageInfo: content = [], tbc = false } = p
        await take(s, 'NotifyDisplayMessages', { requestId, isLast: !tbc, content })
        return {}
      },
      ReportChargingProfiles: async (s: Station, p: Request201<'ReportChargingProfiles'>) => {
        const { requestId, evseId, chargingLimitSource, chargingProfile, tbc = false } = p
        const content = chargingProfile.map(profile => ({ evseId, chargingLimitSource, ...profile }))
        await take(s, 'ReportChargingProfiles', { requestId, isLast: !tbc, content })
        return {}
      },
      NotifyCustomerInformation: async (s: Station, p: Request201<'NotifyCustomerInformation'>) => {
        const { requestId, seqNo, data: content, tbc = false } = p
        await take(s, 'NotifyCustomerInformation', { requestId, seqNo, isLast: !tbc, content })
        return {}
      },
    },
  }
}
