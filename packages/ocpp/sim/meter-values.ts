// One reading as OCPP sampled values (1.6 section 7.43): texts with unit, measurand and context.
import type { Outlet, Reading } from './power.ts'

interface SampledValue {
  value: string
  context?: string
  format?: string
  measurand?: string
  phase?: string
  location?: string
  unit?: string
}

export interface MeterValue {
  timestamp: string
  sampledValue: SampledValue[]
}

/** The measurands that a station of this kind reports by default. Only DC knows the car's state of charge. */
export function usualMeasurands(kind: Outlet['kind']): string[] {
  const common = ['Energy.Active.Import.Register', 'Power.Active.Import', 'Current.Import', 'Voltage']
  return kind === 'DC' ? [...common, 'SoC', 'Temperature'] : [...common, 'Temperature']
}

type Writer = (reading: Reading) => Pick<SampledValue, 'value' | 'unit' | 'location'>

const writers: Record<string, Writer> = {
  'Energy.Active.Import.Register': r => ({ value: String(r.registerWh), unit: 'Wh', location: 'Outlet' }),
  'Power.Active.Import': r => ({ value: r.powerW.toFixed(1), unit: 'W', location: 'Outlet' }),
  'Power.Offered': r => ({ value: r.offeredW.toFixed(0), unit: 'W' }),
  'Current.Import': r => ({ value: r.currentA.toFixed(1), unit: 'A', location: 'Outlet' }),
  'Current.Offered': r => ({ value: (r.offeredW / (r.voltageV * r.phases)).toFixed(1), unit: 'A' }),
  Voltage: r => ({ value: r.voltageV.toFixed(1), unit: 'V', location: 'Outlet' }),
  SoC: r => ({ value: r.soc.toFixed(0), unit: 'Percent', location: 'EV' }),
  Temperature: r => ({ value: r.temperatureC.toFixed(1), unit: 'Celsius', location: 'Body' }),
  Frequency: () => ({ value: '50.00' }),
}

/** The measurands this station can measure. */
export const knownMeasurands: readonly string[] = Object.keys(writers)

const perPhase = new Set(['Current.Import', 'Voltage'])

/** One meter value at the instant of the reading; unknown measurands are left out; three phases are told apart. */
export function meterValue(
  reading: Reading,
  measurands: readonly string[],
  context: string,
  timestamp: string,
): MeterValue {
  const sampledValue: SampledValue[] = []
  for (const measurand of measurands) {
    const written = writers[measurand]?.(reading)
    if (!written) continue
    const sample: SampledValue = { ...written, context, measurand }
    if (reading.phases === 3 && measurand === 'Current.Import')
      for (const phase of ['L1', 'L2', 'L3']) sampledValue.push({ ...sample, phase })
    else if (reading.phases === 3 && perPhase.has(measurand)) sampledValue.push({ ...sample, phase: 'L1-N' })
    else sampledValue.push(sample)
  }
  return { timestamp, sampledValue }
}
