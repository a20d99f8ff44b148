// The units of a site's Load Value (D-SITE-2).
/** A for each phase, kW altogether, kWh an hour (D-SITE-4). */
export const LOAD_UNITS = ['kW', 'kWh', 'A'] as const
export type LoadUnit = (typeof LOAD_UNITS)[number]
