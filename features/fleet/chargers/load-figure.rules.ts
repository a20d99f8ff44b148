// Limits and draws of load balancing as they are stored: whole steps of one unit, so that sums are exact (D-SITE-4).

/** dA: tenths of an ampere for each phase; W: watts altogether. */
export type LoadStepUnit = 'dA' | 'W'
/** A figure as people read it: 12.5 A, 7.4 kW. */
export const loadText = (unit: LoadStepUnit, steps: number): string =>
  unit === 'dA' ? `${steps / 10} A` : `${Math.round(steps / 10) / 100} kW`
