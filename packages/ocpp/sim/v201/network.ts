// The profiles by which a simulated station reaches its central system, and the raise of its security profile (2.0.1 A05, B09, B10).
import type { Request201 } from '../../src/ocpp201.ts'
import { certificatesOf } from '../certificates.ts'
import type { Reply } from './command.ts'
import type { NetworkProfile, Station } from './station.ts'

const PRIORITY = 'OCPPCommCtrlr.NetworkConfigurationPriority'
const PROFILE = 'SecurityCtrlr.SecurityProfile'
const SLOTS = 4

/** The profile of a slot; that of the station's options where none was stored in slot 0. */
function profileAt(station: Station, slot: number): NetworkProfile | undefined {
  const first = { ocppCsmsUrl: station.options.url, securityProfile: station.model.number(PROFILE) }
  return station.networks.get(slot) ?? (slot === 0 ? first : undefined)
}

/** Slots that do not exist and profiles below the one in force are refused (B09.FR.04, .05). */
export function setNetworkProfile(
  station: Station,
  { configurationSlot, connectionData }: Request201<'SetNetworkProfile'>,
): Reply<'SetNetworkProfile'> {
  const { ocppCsmsUrl, securityProfile, ocppTransport } = connectionData
  const refused = (reasonCode: string): Reply<'SetNetworkProfile'> => ({
    answer: { status: 'Rejected', statusInfo: { reasonCode } },
  })
  if (ocppTransport !== 'JSON') return refused('InvalidNetworkConf')
  if (configurationSlot < 0 || configurationSlot >= SLOTS) return refused('InvalidConfSlot')
  if (securityProfile < station.model.number(PROFILE)) return refused('NoSecurityDowngrade')
  station.networks.set(configurationSlot, { ocppCsmsUrl, securityProfile })
  return { answer: { status: 'Accepted' } }
}

/** Profile 3 is not taken while there is no certificate (A05.FR.03); an empty slot is passed over. */
export const refusesPriority =
  (station: Station) =>
  (variable: string, value: string): boolean =>
    variable === 'NetworkConfigurationPriority' &&
    value.split(',').some(slot => {
      const profile = profileAt(station, Number(slot))
      return profile?.securityProfile === 3 && certificatesOf(station).chain === undefined
    })

/** Tries the slots in their order; by a higher profile than before, those below it are gone for good (A05.FR.05, .06). */
export async function connectByPriority(station: Station): Promise<void> {
  const slots = station.model.list(PRIORITY).map(Number)
  let failure: unknown
  for (const slot of slots) {
    const profile = profileAt(station, slot)
    if (!profile) continue
    try {
      await connectBy(station, profile)
    } catch (error) {
      failure = error
      continue
    }
    if (profile.securityProfile > station.model.number(PROFILE)) drop(station, slots, profile.securityProfile)
    return
  }
  throw failure ?? new Error(`${PRIORITY} names no profile`)
}

function connectBy(station: Station, { ocppCsmsUrl: url, securityProfile }: NetworkProfile): Promise<void> {
  const { key, chain } = certificatesOf(station)
  const own =
    securityProfile === 3 && key && chain ? { key: key.export({ type: 'pkcs8', format: 'pem' }), cert: chain } : {}
  const tls = { ...station.options.tls, ...own }
  const password = station.model.text('SecurityCtrlr.BasicAuthPassword') || station.options.key
  return station.link.connect(securityProfile === 3 ? undefined : password, { url, tls })
}

function drop(station: Station, slots: readonly number[], least: number): void {
  const kept = slots.filter(slot => (profileAt(station, slot)?.securityProfile ?? 0) >= least)
  for (const [slot, profile] of station.networks) if (profile.securityProfile < least) station.networks.delete(slot)
  station.model.put(PROFILE, String(least))
  station.model.put(PRIORITY, kept.join(','))
}
