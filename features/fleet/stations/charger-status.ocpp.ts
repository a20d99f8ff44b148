// Statuses: every status is stored with its time, and the newest becomes the state of its connector, or of the
// charge point as a whole (connector 0).
import type { Services } from '#office/installation/services.ts'
import { Batch } from '#platform/db/batch.ts'
import * as store from './charger.store.ts'
import type { NoteEvent } from './charger-mail.memory.ts'
import { statusTime } from './clock.rules.ts'
import type { LiveChanges } from './live-change.memory.ts'
import { clockCorrection, connectorEvent, hearClock, noteConnector, type Station, timeOf } from './station.memory.ts'
import type { ToldStatus } from './told.rules.ts'

export type StatusOptions = {
  changes: LiveChanges
  note: NoteEvent | undefined
  /** Called when the state of a connector changed at a time; its sessions need to know (M-2.4). */
  onStatus: ((s: Station, connectorId: number, status: string, at: Date) => void) | undefined
}

export function statuses(services: Services, { changes, note, onStatus }: StatusOptions) {
  const { db, bus } = services
  const waiting = new Batch<store.Status, void>(async items => {
    await store.saveStatuses(db, items)
    return []
  })

  async function status(s: Station, p: ToldStatus): Promise<Record<string, never>> {
    const receivedAt = services.now()
    const toldAt = p.timestamp === undefined ? undefined : timeOf(p.timestamp)
    const { charger } = s
    const last = lastStatusOf(charger, p.connectorId)
    const before = last?.status
    // A status sent again unchanged says nothing about the clock.
    const isSentAgain = toldAt !== undefined && toldAt.getTime() === last?.toldMs
    if (toldAt && !isSentAgain) hearClock(s, toldAt, receivedAt)
    const at = statusTime(toldAt, receivedAt, clockCorrection(s))
    const mayRepeat = toldAt !== undefined && (isSentAgain || (last !== undefined && last.at !== null && at <= last.at))
    const isNewest = takeStatus(charger, p, at, toldAt)
    // The connector no longer draws the power of its last sample.
    if (isNewest && p.status !== 'Charging' && s.powerW?.has(p.connectorId)) s.powerW.set(p.connectorId, 0)
    const stored = waiting.add({
      companyId: charger.companyId,
      teamId: charger.teamId,
      pk: charger.pk,
      connectorId: p.connectorId,
      status: p.status,
      errorCode: p.errorCode,
      info: p.info ?? null,
      vendorErrorCode: p.vendorErrorCode ?? null,
      at,
      toldAt: toldAt && toldAt.getTime() !== at.getTime() ? toldAt : null,
      receivedAt,
      isNewest,
      mayRepeat,
    })
    if (isNewest) await changes.follow(s, receivedAt, reasonOf(p), stored)
    else await stored
    if (isNewest && p.status === 'Faulted' && before !== 'Faulted') mailFault(s, p, at)
    if (p.connectorId > 0) onStatus?.(s, p.connectorId, p.status, at)
    if (isNewest && bus.isHeard())
      bus.publish({ companyId: charger.companyId, event: connectorEvent(s, p.connectorId, receivedAt) })
    return {}
  }

  function mailFault(s: Station, p: ToldStatus, at: Date): void {
    const words = [p.errorCode, p.vendorErrorCode, p.info].filter(w => w !== undefined && w !== '' && w !== 'NoError')
    const details = words.length > 0 ? [`Error: ${words.join(', ')}`] : []
    note?.(s, 'OcppStationStatusFailure', { connectorId: p.connectorId, at, details })
  }

  return { status, idle: () => waiting.idle() }
}

/** Why the live status changes. A fault without a code is a reason, too: the charge point obeys no maintenance by it. */
const reasonOf = (p: ToldStatus): string | null =>
  p.errorCode !== 'NoError' ? p.errorCode : p.status === 'Faulted' ? 'Faulted' : null

type LastStatus = { status: string | null; at: Date | null; toldMs: number | undefined }
/**
 * Returns the last status of a connector, or of the charge point as a whole: when it was true, and the charger's own time.
 */
function lastStatusOf(charger: store.StoredCharger, connectorId: number): LastStatus | undefined {
  if (connectorId === 0) return { status: charger.wholeStatus, at: charger.wholeStatusAt, toldMs: charger.wholeToldMs }
  const connector = charger.connectors.find(c => c.connectorId === connectorId)
  return connector && { status: connector.status, at: connector.statusAt, toldMs: connector.toldMs }
}

/** Takes a status into the charger's record unless a newer one is known; returns true when it was taken. */
function takeStatus(charger: store.StoredCharger, p: ToldStatus, at: Date, toldAt: Date | undefined): boolean {
  if (p.connectorId === 0) {
    if (charger.wholeStatusAt !== null && at < charger.wholeStatusAt) return false
    charger.wholeStatus = p.status
    charger.wholeErrorCode = p.errorCode
    charger.wholeStatusAt = at
    charger.wholeToldMs = toldAt?.getTime()
    return true
  }
  noteConnector(charger, p.connectorId)
  const connector = charger.connectors.find(c => c.connectorId === p.connectorId)
  if (!connector || (connector.statusAt !== null && at < connector.statusAt)) return false
  connector.status = p.status
  connector.errorCode = p.errorCode
  connector.statusAt = at
  connector.toldMs = toldAt?.getTime()
  return true
}
