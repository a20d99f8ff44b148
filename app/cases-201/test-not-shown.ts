// The cases of docs/ocpp201.md that no test shows, each with its reason.

const OPERATIONS_NOT_YET: Readonly<Record<string, readonly string[]>> = {
  'SetNetworkProfile and the way to a higher security profile': ['A_19', 'B_42', 'B_44'],
  'several variables in one message': ['B_10'],
  'GetBaseReport of a part': ['B_12', 'B_14'],
  GetReport: ['B_18'],
  'the master pass': ['C_47', 'C_48', 'C_49'],
  CostUpdated: ['I_01'],
  'a connector type in ReserveNow': ['H_15'],
  GetChargingProfiles: ['K_29', 'K_30', 'K_31', 'K_32', 'K_33', 'K_34', 'K_35', 'K_36', 'K_52'],
  PublishFirmware: ['L_17', 'L_19', 'L_20', 'L_24'],
  UnpublishFirmware: ['L_21', 'L_22', 'L_23'],
  'certificates of two types in one message (one or all are asked for)': ['M_17'],
  GetMonitoringReport: ['N_01', 'N_02', 'N_03', 'N_47', 'N_60'],
  SetMonitoringBase: ['N_05'],
  SetVariableMonitoring: ['N_08', 'N_09', 'N_24'],
  SetMonitoringLevel: ['N_16', 'N_17'],
  ClearVariableMonitoring: ['N_18', 'N_44'],
  CustomerInformation: ['N_27', 'N_28', 'N_29', 'N_30', 'N_31', 'N_32', 'N_46', 'N_62', 'N_63'],
  GetDisplayMessages: ['O_02', 'O_03', 'O_07', 'O_08', 'O_09', 'O_11'],
}

const ISO_15118 = 'ISO 15118 is not offered'
const OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  [ISO_15118]: [
    ...['A_12', 'A_13', 'C_50', 'C_51', 'C_52', 'K_53', 'K_55', 'K_57', 'K_58', 'K_59'],
    ...['M_03', 'M_04', 'M_14', 'M_15', 'M_16', 'M_24', 'M_26', 'M_28'],
  ],
  'the portal sends the limit of a session only while one runs': ['K_02'],
}

/** The reasons by case. An operation that comes takes its row out here, and a test takes its place. */
export const NOT_SHOWN: ReadonlyMap<string, string> = new Map(
  [
    ...Object.entries(OPERATIONS_NOT_YET).map(([what, cases]) => [`not yet: ${what}`, cases] as const),
    ...Object.entries(OTHERWISE),
  ].flatMap(([reason, cases]) => cases.map(id => [`TC_${id}`, reason] as const)),
)
