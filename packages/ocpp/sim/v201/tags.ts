// Who may charge, as a simulated station of 2.0.1 knows it: the local list, the cache, reservations (C, D and H of part 2).
import type { Request201, Response201 } from '../../src/ocpp201.ts'
import { type IdTagInfo, statusAt } from '../authorisation.ts'
import type { Commands } from './command.ts'
import type { Evse, IdToken, Station } from './station.ts'

type TokenInfo = Response201<'Authorize'>['idTokenInfo']

/** The states of a card that the list and the cache keep; any other lets nobody in. */
const KEPT: ReadonlySet<string> = new Set(['Accepted', 'Blocked', 'Expired', 'ConcurrentTx'])
const kept = ({ status, cacheExpiryDateTime, groupIdToken }: TokenInfo): IdTagInfo => ({
  status: KEPT.has(status) ? (status as IdTagInfo['status']) : 'Invalid',
  ...(cacheExpiryDateTime !== undefined && { expiryDate: cacheExpiryDateTime }),
  ...(groupIdToken && { parentIdTag: groupIdToken.idToken }),
})

/** Asks the CSMS while there is a link, else the local list and the cache decide. */
export async function authorise(station: Station, idToken: IdToken): Promise<TokenInfo> {
  const { authorisation, model } = station
  const now = station.clock.now()
  const tag = idToken.idToken
  const listed = model.is('LocalAuthListCtrlr.Enabled') ? authorisation.fromList(tag) : undefined
  if (station.usable) {
    if (listed && model.is('AuthCtrlr.LocalPreAuthorize') && statusAt(listed, now) === 'Accepted')
      return { status: 'Accepted' }
    const { idTokenInfo } = await station.call('Authorize', { idToken })
    if (idTokenInfo.personalMessage) station.show(undefined, undefined, idTokenInfo.personalMessage)
    if (model.is('AuthCacheCtrlr.Enabled')) authorisation.remember(tag, kept(idTokenInfo))
    return idTokenInfo
  }
  const known = listed ?? (model.is('AuthCacheCtrlr.Enabled') ? authorisation.fromCache(tag) : undefined)
  if (known && model.is('AuthCtrlr.LocalAuthorizeOffline')) return { status: statusAt(known, now) }
  return { status: model.is('AuthCtrlr.OfflineTxForUnknownIdEnabled') ? 'Accepted' : 'Unknown' }
}

/** A reservation ends without a transaction, and the CSMS is told why. */
export async function endReservation(
  station: Station,
  evse: Evse,
  reservationUpdateStatus: Request201<'ReservationStatusUpdate'>['reservationUpdateStatus'],
): Promise<void> {
  const { reservation } = evse
  if (!reservation) return
  reservation.timer.cancel()
  evse.reservation = undefined
  if (!station.usable) return
  await station.report('ReservationStatusUpdate', { reservationId: reservation.id, reservationUpdateStatus })
  await station.tell(evse)
}

export const tags: Commands<
  'ClearCache' | 'SendLocalList' | 'GetLocalListVersion' | 'ReserveNow' | 'CancelReservation'
> = {
  ClearCache(station) {
    station.authorisation.clearCache()
    return { answer: { status: 'Accepted' } }
  },

  SendLocalList(station, { versionNumber, updateType, localAuthorizationList: list = [] }) {
    const { model, authorisation } = station
    if (!model.is('LocalAuthListCtrlr.Enabled')) return { answer: { status: 'Failed' } }
    if (list.length > model.number('LocalAuthListCtrlr.ItemsPerMessage')) return { answer: { status: 'Failed' } }
    const localAuthorizationList = list.map(({ idToken, idTokenInfo }) => ({
      idTag: idToken.idToken,
      ...(idTokenInfo && { idTagInfo: kept(idTokenInfo) }),
    }))
    const status = authorisation.update({ listVersion: versionNumber, updateType, localAuthorizationList }, 10_000)
    return { answer: { status: status === 'NotSupported' ? 'Failed' : status } }
  },

  GetLocalListVersion: station => ({ answer: { versionNumber: station.authorisation.listVersion } }),

  ReserveNow(station, { id, expiryDateTime, idToken, evseId }) {
    const evse = station.evses.find(e => e.id === evseId)
    const left = Date.parse(expiryDateTime) - station.clock.now()
    if (!evse || !(left > 0)) return { answer: { status: 'Rejected' } }
    const status = station.statusOf(evse)
    if (status === 'Faulted' || status === 'Unavailable') return { answer: { status } }
    const replaces = status === 'Reserved' && evse.reservation?.id === id
    if (status !== 'Available' && !replaces) return { answer: { status: 'Occupied' } }
    evse.reservation?.timer.cancel()
    const timer = station.clock.after(left, () => station.background(endReservation(station, evse, 'Expired')))
    evse.reservation = { id, idToken: idToken.idToken, timer }
    return { answer: { status: 'Accepted' }, after: () => station.tell(evse) }
  },

  CancelReservation(station, { reservationId }) {
    const evse = station.evses.find(e => e.reservation?.id === reservationId)
    if (!evse) return { answer: { status: 'Rejected' } }
    evse.reservation?.timer.cancel()
    evse.reservation = undefined
    return { answer: { status: 'Accepted' }, after: () => station.tell(evse) }
  },
}
