// Authorisation as a charger does it (1.6 sections 3.5, 4.1): ask the central system while there is a link, else the
// local list and the cache decide; and what a remote start does until the cable is in.
import { type IdTagInfo, statusAt } from './authorisation.ts'
import type { ChargingProfile } from './profiles.ts'
import type { Connector, Station } from './station.ts'
import { startTransaction } from './transactions.ts'

export interface Authorised {
  status: IdTagInfo['status']
  /** `unknown`: nobody knows the tag, AllowOfflineTxForUnknownId decided. */
  source: 'central' | 'list' | 'cache' | 'unknown'
  parentIdTag?: string
}

const said = (info: IdTagInfo, source: Authorised['source'], at: number): Authorised => ({
  status: statusAt(info, at),
  source,
  ...(info.parentIdTag === undefined ? {} : { parentIdTag: info.parentIdTag }),
})

/** Whether the tag may charge, and who says so. A lost link or a CALLERROR rejects. */
export async function authorise(station: Station, idTag: string): Promise<Authorised> {
  const { authorisation, configuration } = station
  const now = station.clock.now()
  const listed = configuration.is('LocalAuthListEnabled') ? authorisation.fromList(idTag) : undefined
  if (station.usable) {
    if (listed && configuration.is('LocalPreAuthorize') && statusAt(listed, now) === 'Accepted')
      return said(listed, 'list', now)
    const { idTagInfo } = await station.call('Authorize', { idTag })
    if (configuration.is('AuthorizationCacheEnabled')) authorisation.remember(idTag, idTagInfo)
    return said(idTagInfo, 'central', now)
  }
  if (configuration.is('LocalAuthorizeOffline')) {
    if (listed) return said(listed, 'list', now)
    const cached = configuration.is('AuthorizationCacheEnabled') ? authorisation.fromCache(idTag) : undefined
    if (cached) return said(cached, 'cache', now)
  }
  return { status: configuration.is('AllowOfflineTxForUnknownId') ? 'Accepted' : 'Invalid', source: 'unknown' }
}

/** Goes on with an accepted RemoteStartTransaction (section 5.11). */
export async function startRemotely(
  station: Station,
  connector: Connector,
  idTag: string,
  profile: ChargingProfile | undefined,
): Promise<void> {
  if (station.configuration.is('AuthorizeRemoteTxRequests')) {
    const { status } = await authorise(station, idTag)
    if (status !== 'Accepted') return
  }
  if (connector.plugged || (station.options.autoPlug ?? true)) {
    await startTransaction(station, connector, idTag, profile ? { profile } : {})
    return
  }
  connector.expected?.timer.cancel()
  const timer = station.clock.after(station.configuration.number('ConnectionTimeOut') * 1000, () => {
    connector.expected = undefined
    void station.update(connector)
  })
  connector.expected = { idTag, profile, timer }
  await station.update(connector)
}
