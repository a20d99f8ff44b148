// How a car draws power from an outlet, as pure functions of time: the live charger and the written history of
// months share these curves. Energy is the integral of the drawn power; every figure follows from the arguments.
import { noise } from './random.ts'

export interface Outlet {
  kind: 'AC' | 'DC'
  /** Phases and amperes of an AC outlet; a DC outlet ignores them. */
  phases: 1 | 3
  maxA: number
  /** Most the outlet can give, W. For AC never above phases x maxA x 230 V. */
  maxW: number
}

export interface Vehicle {
  model: string
  batteryWh: number
  /** The onboard charger's limit and phases, for AC. */
  maxAcW: number
  acPhases: 1 | 3
  maxDcW: number
  /** State of charge from which the DC power falls, percent. */
  taperFromSoc: number
  /** Battery voltage in the middle of its range. */
  packV: number
  /** Where the car stops drawing, percent. */
  targetSoc: number
  /** The power that a full car still draws, W. */
  standbyW: number
}

/** `Charging`, or who holds the power back. The names are the connector's OCPP statuses (1.6 section 7.7). */
export type Flow = 'Charging' | 'SuspendedEV' | 'SuspendedEVSE'

/** One car on one outlet at the instant `at`. Never changed in place: `advance` gives the next one. */
export interface Charge {
  readonly outlet: Outlet
  readonly vehicle: Vehicle
  readonly seed: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly soc: number
  /** Delivered since the beginning, Wh, with fractions. */
  readonly energyWh: number
  readonly powerW: number
  readonly offeredW: number
  readonly temperatureC: number
  /** For how long current has been flowing without a break, seconds. */
  readonly flowSeconds: number
  readonly flow: Flow
  /** The car itself holds back although it is not full. */
  readonly paused: boolean
}

export interface Reading {
  at: number
  registerWh: number
  powerW: number
  offeredW: number
  /** Per phase for AC. */
  voltageV: number
  currentA: number
  phases: 1 | 3
  soc: number
  temperatureC: number
}

export const NOMINAL_V = 230
const STEP_MS = 10_000
const MIN_A = 6 // IEC 61851: below 6 A a car may not charge
const MIN_DC_W = 1000
const AMBIENT_C = 31
const EFFICIENCY = { AC: 0.9, DC: 0.95 }
const RAMP_SECONDS = { AC: 15, DC: 40 }
const HEATING_SECONDS = 600

/** An AC outlet of 1 or 3 phases; `maxA` 32 by default: 7.36 kW or 22.08 kW. */
export function acOutlet(phases: 1 | 3 = 1, maxA = 32): Outlet {
  return { kind: 'AC', phases, maxA, maxW: phases * maxA * NOMINAL_V }
}

/** A DC outlet of `maxW`, 60 kW by default. */
export function dcOutlet(maxW = 60_000): Outlet {
  return { kind: 'DC', phases: 3, maxA: maxW / 400, maxW }
}

/** Phases that both the outlet and the car's onboard charger use. */
export function usedPhases(outlet: Outlet, vehicle: Vehicle): 1 | 3 {
  return outlet.phases === 3 && vehicle.acPhases === 3 ? 3 : 1
}

/** Least power worth offering, W: under it the outlet is suspended (SuspendedEVSE). */
export function minimumW(outlet: Outlet, vehicle: Vehicle): number {
  return outlet.kind === 'DC' ? MIN_DC_W : MIN_A * NOMINAL_V * usedPhases(outlet, vehicle)
}

/** The part of its full DC power that a car takes at this state of charge: 1 up to the knee, then falling to 0.12. */
export function dcTaper(vehicle: Vehicle, soc: number): number {
  const over = (soc - vehicle.taperFromSoc) / Math.max(1, 100 - vehicle.taperFromSoc)
  return 1 - 0.88 * Math.min(1, Math.max(0, over))
}

/** The power that the car requests at this state of charge, limited only by the car itself and the outlet, W. */
function wantedW(outlet: Outlet, vehicle: Vehicle, soc: number): number {
  if (soc >= vehicle.targetSoc) return vehicle.standbyW
  if (outlet.kind === 'DC') return vehicle.maxDcW * dcTaper(vehicle, soc)
  const wiring = usedPhases(outlet, vehicle) * outlet.maxA * NOMINAL_V
  const tail = 1 - 0.6 * Math.min(1, Math.max(0, (soc - 97) / 3)) // balancing at the end
  return Math.min(vehicle.maxAcW, wiring) * tail
}

/** A car at the start: nothing drawn yet. `soc` in percent, `at` in ms since 1970. */
export function beginCharge(given: {
  outlet: Outlet
  vehicle: Vehicle
  soc: number
  at: number
  seed: number
}): Charge {
  const soc = Math.min(100, Math.max(0, given.soc))
  const rest = { energyWh: 0, powerW: 0, offeredW: given.outlet.maxW, flowSeconds: 0, paused: false }
  const flow: Flow = soc >= given.vehicle.targetSoc ? 'SuspendedEV' : 'Charging'
  return { ...given, ...rest, soc, temperatureC: AMBIENT_C, flow }
}

/**
 * The same car at the later instant `to` (ms). `limitW(at)` is what profiles and configuration allow at an instant,
 * Infinity for no limit. Steps end on a fixed grid, so the result hardly depends on how often one looks.
 */
export function advance(charge: Charge, to: number, limitW: (at: number) => number): Charge {
  const { outlet, vehicle, paused } = charge
  const whPerPercent = vehicle.batteryWh / 100 / EFFICIENCY[outlet.kind]
  let { at, soc, energyWh, powerW, offeredW, temperatureC, flowSeconds, flow } = charge
  while (at < to) {
    const end = Math.min(to, (Math.floor(at / STEP_MS) + 1) * STEP_MS)
    const seconds = (end - at) / 1000
    offeredW = Math.min(outlet.maxW, Math.max(0, limitW(at)))
    const full = soc >= vehicle.targetSoc
    flow = offeredW < minimumW(outlet, vehicle) ? 'SuspendedEVSE' : full || paused ? 'SuspendedEV' : 'Charging'
    if (flow === 'SuspendedEVSE') {
      powerW = 0
      flowSeconds = 0
    } else if (flow === 'SuspendedEV') {
      powerW = Math.min(offeredW, vehicle.standbyW)
      flowSeconds = 0
      energyWh += (powerW * seconds) / 3600 // auxiliaries of the car: nothing reaches the battery
    } else {
      const ramp = Math.min(1, (flowSeconds + seconds / 2) / RAMP_SECONDS[outlet.kind])
      powerW = Math.min(offeredW, wantedW(outlet, vehicle, soc)) * ramp
      flowSeconds += seconds
      const drawnWh = Math.min((powerW * seconds) / 3600, (vehicle.targetSoc - soc) * whPerPercent)
      energyWh += drawnWh
      soc = Math.min(vehicle.targetSoc, soc + drawnWh / whPerPercent)
      if (vehicle.targetSoc - soc < 1e-9) soc = vehicle.targetSoc
    }
    const warm = AMBIENT_C + (outlet.kind === 'DC' ? 22 : 12) * (powerW / outlet.maxW)
    temperatureC += (warm - temperatureC) * (1 - Math.exp(-seconds / HEATING_SECONDS))
    at = end
  }
  return { ...charge, at, soc, energyWh, powerW, offeredW, temperatureC, flowSeconds, flow }
}

/** The meter's values for a charge, with the small noise of a real meter; `meterStartWh` is a whole number. */
export function readingOf(charge: Charge, meterStartWh: number): Reading {
  const { outlet, vehicle, seed, at, soc } = charge
  const powerW = charge.powerW * (1 + 0.004 * noise(seed, at, 1))
  const phases = outlet.kind === 'DC' ? 1 : usedPhases(outlet, vehicle)
  const idleV = outlet.kind === 'DC' ? vehicle.packV * (0.92 + 0.16 * (soc / 100)) : NOMINAL_V
  const roughA = powerW / (idleV * phases)
  const voltageV = idleV * (1 + 0.006 * noise(seed, at, 2)) - (outlet.kind === 'AC' ? 0.06 * roughA : 0)
  return {
    at,
    registerWh: meterStartWh + Math.floor(charge.energyWh + 1e-6),
    powerW,
    offeredW: charge.offeredW,
    voltageV,
    currentA: powerW / (voltageV * phases),
    phases,
    soc,
    temperatureC: charge.temperatureC + 0.3 * noise(seed, at, 3),
  }
}
