// The messages by which a charge point tells how far a firmware update or an upload has come: kept and answered,
// whether or not somebody asked for it (S-PROGRESS, O-63, O-64, O-81).
import type { Request } from '@wattdesk/ocpp/messages'
import { saveProgress } from '#fleet/stations/charger-notice.store.ts'
import type { Station } from '#fleet/stations/station.memory.ts'
import type { Services } from '#office/installation/services.ts'
import { PROGRESS, type ProgressAction } from './progress.contract.ts'
import { askedBy, askedBy201 } from './progress.rules.ts'
import { saveTaskProgress } from './progress.store.ts'
import { announceTask } from './task.commands.ts'
import { byId } from './task.store.ts'

export function progressHandlers(services: Services) {
  const { db } = services

  async function told(s: Station, action: ProgressAction, status: string, requestId?: number): Promise<object> {
    const at = services.now()
    const { pk } = s.charger
    const kind = PROGRESS[action]
    if (kind !== 'published firmware') await saveProgress(db, { pk, kind, status, at })
    const operations = s.session.family === 'ocpp2' ? askedBy201(action) : askedBy(action)
    const taskId = await saveTaskProgress(db, { pk, action, operations, status, requestId: requestId ?? null, at })
    const task = taskId !== null && services.bus.isHeard() ? await byId(db, taskId) : undefined
    if (task) announceTask(services, task, at)
    return {}
  }

  return {
    FirmwareStatusNotification: (s: Station, p: Request<'FirmwareStatusNotification'>) =>
      told(s, 'FirmwareStatusNotification', p.status),
    SignedFirmwareStatusNotification: (s: Station, p: Request<'SignedFirmwareStatusNotification'>) =>
      told(s, 'SignedFirmwareStatusNotification', p.status, p.requestId),
    DiagnosticsStatusNotification: (s: Station, p: Request<'DiagnosticsStatusNotification'>) =>
      told(s, 'DiagnosticsStatusNotification', p.status),
    LogStatusNotification: (s: Station, p: Request<'LogStatusNotification'>) =>
      told(s, 'LogStatusNotification', p.status, p.requestId),
    /** Firmware that a local controller offers to the charge points behind it (2.0.1). */
    published: (s: Station, p: { status: string; requestId?: number | undefined }) =>
      told(s, 'PublishFirmwareStatusNotification', p.status, p.requestId),
  }
}
