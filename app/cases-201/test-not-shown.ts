// The cases of docs/ocpp201.md that no test shows, each with its reason.

const OPERATIONS_NOT_YET: Readonly<Record<string, readonly string[]>> = {
  'several variables in one message': ['B_10'],
  'a connector type in ReserveNow': ['H_15'],
  'certificates of two types in one message (one or all are asked for)': ['M_17'],
  'several monitors in one message': ['N_09'],
  'monitors cleared in as many messages as the station takes': ['N_18'],
  'a customer named by a certificate': ['N_63'],
}

const ISO_15118 = 'ISO 15118 is not offered'
const OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  [ISO_15118]: [
    ...['A_12', 'A_13', 'C_50', 'C_51', 'C_52', 'K_53', 'K_55', 'K_57', 'K_58', 'K_59'],
    ...['M_03', 'M_04', 'M_14', 'M_15', 'M_16', 'M_24', 'M_26', 'M_28'],
  ],
  'shown by features/charging/running-cost/running-cost.test.ts': ['I_01'],
  'the portal sends the limit of a session only while one runs': ['K_02'],
}

/** The reasons by case. An operation that comes takes its row out here, and a test takes its place. */
export const NOT_SHOWN: ReadonlyMap<string, string> = new Map(
  [
    ...Object.entries(OPERATIONS_NOT_YET).map(([what, cases]) => [`not yet: ${what}`, cases] as const),
    ...Object.entries(OTHERWISE),
  ].flatMap(([reason, cases]) => cases.map(id => [`TC_${id}`, reason] as const)),
)
