// Figures and states of a site's load in words, for its page.
import type { LoadCharger, SiteLoad } from './load.contract.ts'

/** 12.5 A, 7.36 kW: as in the sentences beside it, no more digits than it has. */
export const figureText = (y: number, unit: SiteLoad['unit']): string =>
  `${y.toLocaleString('en-IN', { maximumFractionDigits: unit === 'A' ? 1 : 2 })} ${unit}`

/** The state of a charger, as a word with its tone. */
export const STATE_WORDS = {
  acknowledged: { tone: 'success', label: 'Acknowledged' },
  waiting: { tone: 'active', label: 'Waiting' },
  refused: { tone: 'fault', label: 'Refused' },
  silent: { tone: 'offline', label: 'Silent' },
  unknown: { tone: 'neutral', label: 'Not told yet' },
  forgotten: { tone: 'fault', label: 'No limit' },
} as const satisfies Record<LoadCharger['state'], { tone: string; label: string }>

/** CP-01, CP-02 and 3 more. */
export function namesText(names: readonly string[]): string {
  const MOST = 3
  const rest = names.length - MOST
  if (rest > 0) return `${names.slice(0, MOST).join(', ')} and ${rest} more`
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** Returns why a Load Value cannot be kept now, or after a power cut, and the remedy; empty where it can. */
export function loadWarnings(
  { held, restart }: Pick<SiteLoad, 'held' | 'restart'>,
  value: number | null,
  loadUnit: 'kW' | 'kWh' | 'A',
): string[] {
  const unit = loadUnit === 'A' ? 'A' : 'kW'
  if (value === null || !Number.isFinite(value)) return []
  const texts: string[] = []
  if (held[unit] > value)
    texts.push(
      `Chargers that are not connected, or refuse limits, may take ${figureText(held[unit], unit)} by themselves, more than this Load Value. Until they can be told a limit, no other charger of the site gets more than its safe limit.`,
    )
  if (restart.forgetful.length > 0 && restart[unit] > value)
    texts.push(
      `${namesText(restart.forgetful)} ${restart.forgetful.length === 1 ? 'forgets its limit' : 'forget their limits'} in a restart. When all chargers restart together, as after a power cut, they may take ${figureText(restart[unit], unit)} until they have been told their limits again, more than this Load Value. To rule that out, set a lower maximum in the chargers themselves, so that all together stay within the Load Value, and enter that as the power of their connectors.`,
    )
  return texts
}
