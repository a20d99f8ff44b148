// Why a charger or a car has its number, in words for the site's page (D-SITE-4).
import { loadText } from '#fleet/chargers/load-figure.rules.ts'
import type { ChargerState, LimitReason, ShareReason } from './load-plan-types.rules.ts'
import type { Lost } from './load-standing.rules.ts'
import type { PlanUnit } from './load-units.rules.ts'

export const minutesText = (ms: number): string => {
  const minutes = Math.max(1, Math.ceil(ms / 60_000))
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

/** 20 seconds, 3 minutes. */
export function spanText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  return seconds === 1 ? '1 second' : seconds < 120 ? `${seconds} seconds` : minutesText(ms)
}

/** Returns why a charger that has restarted counts with its rated power. `power`: the rated power, in words. */
export function lostText(
  lost: Lost,
  state: ChargerState | 'forgotten',
  { power, now }: { power: string; now: number },
): string {
  const ago = `${spanText(now - lost.since)} ago`
  if (state === 'refused') return `Restarted ${ago} and refuses limits since: it may take ${power}`
  if (state === 'silent') return `Restarted ${ago} and has not answered since: it may take ${power}`
  return lost.why === 'forgotten'
    ? `Restarted ${ago} and lost its limit: it may take ${power} until it has taken a new one`
    : `Restarted ${ago}: it may take ${power} until it has taken its limit again`
}

export function shareText(r: ShareReason, { unit, now }: { unit: PlanUnit; now: number }): string {
  switch (r.why) {
    case 'equal share':
      return r.cars === 1 ? 'The only car: all that is left' : `Equal share of ${r.cars} cars`
    case 'takes less':
      return `Takes ${loadText(unit, r.draw)}; the rest goes to others`
    case 'at its most':
      return 'All that the connector gives'
    case 'limited from outside':
      return `Somebody else leaves it ${loadText(unit, r.most)}`
    case 'has its turn':
      return `Has its turn, for ${minutesText(r.until - now)} more at least`
    case 'waits for its turn':
      return r.before === 0 ? 'Waits for its turn, the next one' : `Waits for its turn, ${r.before} before it`
    case 'too little for this car':
      return `The Load Value leaves less than the ${loadText(unit, r.least)} that this car needs`
    case 'not told':
      return 'Gets a share as soon as its charger can be told a limit'
    case 'no car':
      return 'No car charges here'
  }
}

export function limitText(r: LimitReason, unit: PlanUnit): string {
  switch (r.why) {
    case 'as planned':
      return 'The shares of its connectors together'
    case 'no car':
      return 'No car charges here'
    case 'waits for the answer':
      return `${loadText(unit, r.sent)} sent, not acknowledged yet`
    case 'waits for room':
      return `${loadText(unit, r.planned)} planned, as soon as other chargers have acknowledged less`
    case 'does not answer':
      return 'Does not answer: counts with its safe limit'
    case 'refused':
      return 'Refused its limit: counts with its safe limit'
    case 'draws more':
      return `Draws ${loadText(unit, r.draw)}, more than its limit of ${loadText(unit, r.limit)}: counts with what it draws`
    case 'unlimited':
      return 'It is being told its safe limit first'
    case 'others unlimited':
      return 'Its safe limit only: other chargers stand without a limit and may take too much'
    case 'safe limits exceed the Load Value':
      return 'The safe limits exceed the Load Value'
    case 'no room':
      return 'Other chargers hold what cannot be lowered now: its safe limit'
  }
}
