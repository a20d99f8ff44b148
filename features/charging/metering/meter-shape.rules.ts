// The samples of a meter value, divided into their shape, which a charger repeats from value to value, and their values.
import type { SampledValue } from './meter.rules.ts'

/** Returns the samples, each with an empty text for its value. The keys stay in their order. */
export const shapeOf = (samples: readonly SampledValue[]): SampledValue[] =>
  samples.map(s => ('value' in s ? { ...s, value: '' } : s))

/** Returns the values of samples in their order. */
export const valuesOf = (samples: readonly SampledValue[]): (string | undefined)[] => samples.map(s => s.value)

/** Returns the samples of a shape with these values. A sample without a value in the shape has none in the result. */
export const samplesOf = (
  shape: readonly SampledValue[],
  values: readonly (string | undefined | null)[],
): SampledValue[] => shape.map((s, i) => ('value' in s ? { ...s, value: values[i] ?? '' } : s))
