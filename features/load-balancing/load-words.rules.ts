// Figures and states of a site's load in words, for its page.
import type { LoadCharger, SiteLoad } from './load.contract.ts'

/** 12.5 A, 7.36 kW; of kW no more digits than it has. */
export const figureText = (y: number, unit: SiteLoad['unit']): string =>
  `${y.toLocaleString('en-IN', { minimumFractionDigits: unit === 'A' ? 1 : 0, maximumFractionDigits: unit === 'A' ? 1 : 2 })} ${unit}`

/** How a charger stands, as a word with its tone. */
export const STATE_WORDS = {
  acknowledged: { tone: 'success', label: 'Acknowledged' },
  waiting: { tone: 'active', label: 'Waiting' },
  refused: { tone: 'fault', label: 'Refused' },
  silent: { tone: 'offline', label: 'Silent' },
  unknown: { tone: 'neutral', label: 'Not told yet' },
} as const satisfies Record<LoadCharger['state'], { tone: string; label: string }>

/** Why a Load Value cannot be kept by the chargers that cannot be told less now; undefined: it can. */
export function heldWarning(
  held: SiteLoad['held'],
  value: number | null,
  loadUnit: 'kW' | 'kWh' | 'A',
): string | undefined {
  const unit = loadUnit === 'A' ? 'A' : 'kW'
  if (value === null || !Number.isFinite(value) || held[unit] <= value) return undefined
  return `Chargers that are not connected, or refuse limits, may take ${figureText(held[unit], unit)} by themselves, more than this Load Value. Until they can be told a limit, no other charger of the site gets more than its safe limit.`
}
