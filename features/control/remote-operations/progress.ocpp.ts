// The four messages by which a charge point tells how far a firmware update or an upload has come: kept and answered,
// whether or not somebody asked for it (S-PROGRESS, O-63, O-64, O-81).
import type { Request } from '@wattdesk/ocpp/messages'
import { saveProgress } from '#fleet/stations/charger-notice.store.ts'
import type { Station } from '#fleet/stations/station.memory.ts'
import type { Services } from '#office/installation/services.ts'
import { PROGRESS, type ProgressAction } from './progress.contract.ts'
import { saveTaskProgress } from './progress.store.ts'
import { announceTask } from './task.commands.ts'
import { byId } from './task.store.ts'

export function progressHandlers(services: Services) {
  const { db } = services

  async function told(s: Station, action: ProgressAction, status: string, requestId?: number): Promise<object> {
    const at = services.now()
    const { pk } = s.charger
    await saveProgress(db, { pk, kind: PROGRESS[action], status, at })
    const taskId = await saveTaskProgress(db, { pk, action, status, requestId: requestId ?? null, at })
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
  }
}
