// Answers of the Core profile (1.6 section 5).
import { alignedSamples, heartbeats, keepAlive, reboot, reconnect } from '../lifecycle.ts'
import { CallError } from '../link.ts'
import type { Connector, Station } from '../station.ts'
import { startRemotely } from '../tags.ts'
import { schedule, stopTransaction } from '../transactions.ts'
import type { Commands } from './command.ts'

const free = (station: Station, connector: Connector, idTag: string): boolean =>
  connector.errorCode === 'NoError' &&
  connector.operative &&
  (station.connectors[0]?.operative ?? true) &&
  !connector.transaction &&
  !connector.expected &&
  (!connector.reservation || connector.reservation.idTag.toLowerCase() === idTag.toLowerCase())

/** Applies a changed key at once. */
function apply(station: Station, key: string): void {
  if (key === 'HeartbeatInterval') heartbeats(station)
  if (key === 'ClockAlignedDataInterval') alignedSamples(station)
  if (key === 'WebSocketPingInterval') keepAlive(station)
  if (key === 'MeterValueSampleInterval')
    for (const connector of station.connectors)
      if (connector.transaction?.begun) schedule(station, connector, connector.transaction, true)
}

async function setAvailability(station: Station, connector: Connector, operative: boolean): Promise<void> {
  connector.endsOperation = !operative && connector.transaction !== undefined
  if (operative || !connector.transaction) connector.operative = operative
  if (!operative && connector.reservation) {
    connector.reservation.timer.cancel() // section 5.13: ends when the connector goes out of service
    connector.reservation = undefined
  }
  await station.update(connector)
}

export const core: Commands<
  | 'RemoteStartTransaction'
  | 'RemoteStopTransaction'
  | 'Reset'
  | 'ChangeAvailability'
  | 'ChangeConfiguration'
  | 'GetConfiguration'
  | 'ClearCache'
  | 'UnlockConnector'
  | 'DataTransfer'
> = {
  RemoteStartTransaction(station, { connectorId, idTag, chargingProfile }) {
    const candidates = connectorId === undefined ? station.connectors.slice(1) : station.connectors.slice(connectorId)
    const inOrder =
      connectorId === undefined ? candidates.sort((a, b) => +b.plugged - +a.plugged) : candidates.slice(0, 1)
    const connector = inOrder.find(candidate => free(station, candidate, idTag))
    const fits = chargingProfile === undefined || chargingProfile.chargingProfilePurpose === 'TxProfile'
    const status = connector && fits && station.accepted ? 'Accepted' : 'Rejected'
    station.events.emit('remoteStart', { connectorId: connector?.id ?? connectorId ?? 0, idTag, status })
    if (!connector || status === 'Rejected') return { answer: { status } }
    return { answer: { status }, after: () => startRemotely(station, connector, idTag, chargingProfile) }
  },

  RemoteStopTransaction(station, { transactionId }) {
    const connector = station.connectors.find(one => one.transaction?.id === transactionId)
    if (!connector) return { answer: { status: 'Rejected' } }
    return { answer: { status: 'Accepted' }, after: () => stopTransaction(station, connector, 'Remote') }
  },

  Reset(station, { type }) {
    return { answer: { status: 'Accepted' }, after: () => reboot(station, type === 'Soft' ? 'SoftReset' : 'HardReset') }
  },

  ChangeAvailability(station, { connectorId, type }) {
    if (connectorId >= station.connectors.length) return { answer: { status: 'Rejected' } }
    const concerned = connectorId === 0 ? station.connectors : station.connectors.slice(connectorId, connectorId + 1)
    const operative = type === 'Operative'
    const waits = !operative && concerned.some(connector => connector.transaction)
    return {
      answer: { status: waits ? 'Scheduled' : 'Accepted' },
      after: async () => {
        for (const connector of concerned) await setAvailability(station, connector, operative)
      },
    }
  },

  ChangeConfiguration(station, { key, value }) {
    const status = station.configuration.change(key, value)
    if (status !== 'Accepted') return { answer: { status } }
    return {
      answer: { status },
      after: () => {
        if (key === 'AuthorizationKey') return station.link.close().then(() => reconnect(station)) // white paper A01
        apply(station, key)
        return undefined
      },
    }
  },

  GetConfiguration(station, { key = [] }) {
    if (key.length > station.configuration.number('GetConfigurationMaxKeys'))
      throw new CallError('OccurenceConstraintViolation', 'more keys than GetConfigurationMaxKeys')
    return { answer: station.configuration.report(key) }
  },

  ClearCache(station) {
    station.authorisation.clearCache()
    return { answer: { status: station.configuration.is('AuthorizationCacheEnabled') ? 'Accepted' : 'Rejected' } }
  },

  UnlockConnector(station, { connectorId }) {
    const connector = connectorId > 0 ? station.connectors[connectorId] : undefined
    if (!connector) return { answer: { status: 'NotSupported' } }
    if (station.faults.unlockFails) return { answer: { status: 'UnlockFailed' } }
    return {
      answer: { status: 'Unlocked' },
      after: () => (connector.transaction ? stopTransaction(station, connector, 'UnlockCommand') : undefined),
    }
  },

  DataTransfer(station, { vendorId, data }) {
    if (vendorId !== (station.options.boot?.chargePointVendor ?? 'Wattdesk'))
      return { answer: { status: 'UnknownVendorId' } }
    return { answer: data === undefined ? { status: 'Accepted' } : { status: 'Accepted', data } }
  },
}
