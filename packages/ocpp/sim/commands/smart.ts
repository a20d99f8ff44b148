// Answers of the profiles SmartCharging, Reservation and LocalAuthListManagement (1.6 sections 5.1 to 5.16).
import { statusOf } from '../station.ts'
import { placeOf } from '../transactions.ts'
import type { Commands } from './command.ts'

export const smart: Commands<
  | 'SetChargingProfile'
  | 'ClearChargingProfile'
  | 'GetCompositeSchedule'
  | 'ReserveNow'
  | 'CancelReservation'
  | 'SendLocalList'
  | 'GetLocalListVersion'
> = {
  SetChargingProfile(station, { connectorId, csChargingProfiles: profile }) {
    const connector = station.connectors[connectorId]
    const { configuration, profiles } = station
    const { chargingProfilePurpose: purpose, transactionId } = profile
    const transaction = connector?.transaction
    const sameTransaction = transactionId === undefined || transactionId === transaction?.id
    const inPlace =
      purpose === 'ChargePointMaxProfile'
        ? connectorId === 0
        : purpose === 'TxDefaultProfile' || (connectorId > 0 && transaction !== undefined && sameTransaction)
    const { chargingSchedulePeriod: periods } = profile.chargingSchedule
    const ordered = periods.every((period, i) => period.startPeriod > (periods[i - 1]?.startPeriod ?? -1))
    const fits =
      profile.stackLevel <= configuration.number('ChargeProfileMaxStackLevel') &&
      periods.length <= configuration.number('ChargingScheduleMaxPeriods') &&
      profiles.size < configuration.number('MaxChargingProfilesInstalled') &&
      periods[0]?.startPeriod === 0 &&
      ordered
    if (!connector || !inPlace || !fits) return { answer: { status: 'Rejected' } }
    profiles.set(connectorId, profile)
    return { answer: { status: 'Accepted' } }
  },

  ClearChargingProfile(station, wanted) {
    return { answer: { status: station.profiles.clear(wanted) ? 'Accepted' : 'Unknown' } }
  },

  GetCompositeSchedule(station, { connectorId, duration, chargingRateUnit = 'W' }) {
    const connector = station.connectors[connectorId]
    if (!connector) return { answer: { status: 'Rejected' } }
    const now = station.clock.now()
    const place = placeOf(station, connector)
    const chargingSchedule = station.profiles.composite(place, now, duration, chargingRateUnit, connector.outlet.maxW)
    return { answer: { status: 'Accepted', connectorId, scheduleStart: new Date(now).toISOString(), chargingSchedule } }
  },

  ReserveNow(station, { connectorId, expiryDate, idTag, parentIdTag, reservationId }) {
    const connector = connectorId > 0 ? station.connectors[connectorId] : undefined
    const left = Date.parse(expiryDate) - station.clock.now()
    if (!connector || !(left > 0)) return { answer: { status: 'Rejected' } }
    const status = statusOf(connector)
    if (status === 'Faulted' || status === 'Unavailable') return { answer: { status } }
    if (!station.connectors[0]?.operative) return { answer: { status: 'Unavailable' } }
    const replaces = status === 'Reserved' && connector.reservation?.id === reservationId
    if (status !== 'Available' && !replaces) return { answer: { status: 'Occupied' } }
    connector.reservation?.timer.cancel()
    const timer = station.clock.after(left, () => {
      connector.reservation = undefined
      void station.update(connector)
    })
    connector.reservation = { id: reservationId, idTag, parentIdTag, timer }
    return { answer: { status: 'Accepted' }, after: () => station.update(connector) }
  },

  CancelReservation(station, { reservationId }) {
    const connector = station.connectors.find(one => one.reservation?.id === reservationId)
    if (!connector) return { answer: { status: 'Rejected' } }
    connector.reservation?.timer.cancel()
    connector.reservation = undefined
    return { answer: { status: 'Accepted' }, after: () => station.update(connector) }
  },

  SendLocalList(station, request) {
    if (!station.configuration.is('LocalAuthListEnabled')) return { answer: { status: 'NotSupported' } }
    const sent = request.localAuthorizationList?.length ?? 0
    if (sent > station.configuration.number('SendLocalListMaxLength')) return { answer: { status: 'Failed' } }
    const maxLength = station.configuration.number('LocalAuthListMaxLength')
    return { answer: { status: station.authorisation.update(request, maxLength) } }
  },

  GetLocalListVersion(station) {
    const on = station.configuration.is('LocalAuthListEnabled')
    return { answer: { listVersion: on ? station.authorisation.listVersion : -1 } }
  },
}
