// The ways in which real chargers misbehave, each switched on by name. A charger reads them at the moment it acts,
// so a test may change them on the way.

/** A CALLERROR code, or the payload to answer with. */
type Refusal = string | Record<string, unknown>

export const FIRMWARE_FAULTS = [
  'DownloadFailed',
  'InstallationFailed',
  'InvalidSignature',
  'hangs',
  'power loss',
  'old version',
] as const

export interface Faults {
  /** Every transaction message is sent twice: the same frame again, or the same content under a new id. */
  duplicates?: 'same-id' | 'new-id'
  /** Under which id an unanswered transaction message is sent again; default new-id. */
  resend?: 'same-id' | 'new-id'
  /** By action: how many of the next replies are lost; the socket breaks with each. */
  lostReplies?: Record<string, number>
  /** 2.0.1: of a hundred events within a transaction so many are never sent; their numbers are used. */
  lostEvents?: number
  /** The charger's clock minus the true time. */
  clockOffsetSeconds?: number
  /** Values outside the enumerations: error codes, measurands, units and stop reasons of a vendor's own. */
  oddValues?: boolean
  /** By action of the central system: how it is refused. */
  refuse?: Record<string, Refusal>
  /** Answers come this much later, in real milliseconds. */
  answerDelayMs?: number
  /** Actions of the central system that are never answered; `*` for all. */
  silentOn?: readonly string[]
  /** Meter registers are in kWh: those of start and stop whole, sampled ones with decimals and without a unit. */
  registersInKwh?: boolean
  /** StopTransaction without a reason. */
  omitStopReason?: boolean
  /**
   * How a firmware update ends; default with Installed. hangs: it is downloading for ever; power loss: in the middle of the
   * download, after which the charger knows nothing of the update; old version: installed, and started with the version before.
   */
  firmware?: (typeof FIRMWARE_FAULTS)[number]
  /** Uploads of diagnostics and logs fail. */
  uploadsFail?: boolean
  /**
   * Charging profiles are acknowledged and not obeyed. all: no profile is obeyed; running defaults: a running session
   * keeps to the default profiles installed when it began, and obeys only new profiles for that session (TxProfile).
   */
  ignoresLimits?: 'all' | 'running defaults'
  unlockFails?: boolean
}

const oddUnit: Record<string, string> = { Celsius: 'Celcius', Percent: '%' }

/** The payload as a charger with its own enumerations would write it. */
export function withOddValues(action: string, payload: Record<string, unknown>): Record<string, unknown> {
  if (action === 'StopTransaction' && 'reason' in payload) return { ...payload, reason: 'CarLeftInAHurry' }
  if (action === 'StatusNotification') {
    const odd = payload.status === 'Faulted' || payload.status === 'Preparing'
    return odd ? { ...payload, errorCode: 'EVCommunicationWeird' } : payload
  }
  if (action !== 'MeterValues') return payload
  const values = payload.meterValue as { sampledValue: { unit?: string }[] }[]
  const meterValue = values.map(value => ({
    ...value,
    sampledValue: [
      ...value.sampledValue.map(s => (s.unit && oddUnit[s.unit] ? { ...s, unit: oddUnit[s.unit] } : s)),
      {
        value: '41.5',
        measurand: 'X-Vendor.Cable.Temperature',
        unit: 'Celcius',
        location: 'Plug',
        context: 'Sample.Odd',
      },
    ],
  }))
  return { ...payload, meterValue }
}

/** The register of a start or stop as the charger writes it. */
export const writtenRegister = (faults: Faults, registerWh: number): number =>
  faults.registersInKwh ? Math.floor(registerWh / 1000) : registerWh

/** Sampled values of a charger whose registers are in kWh. */
export const inKwh = <V extends { value: string; measurand?: string; unit?: string }>(values: V[]): V[] =>
  values.map(v => {
    if (v.measurand !== 'Energy.Active.Import.Register') return v
    const { unit: _, ...rest } = v
    return { ...rest, value: (Number(v.value) / 1000).toFixed(3) } as V
  })

const garbage = [
  '',
  '{',
  'null',
  '[]',
  '[2]',
  '[2,"x"]',
  '[9,"x","Heartbeat",{}]',
  '[2,17,"Heartbeat",{}]',
  '{"a":1}',
  '[3,"no-such-id",{}]',
  '[4,"no-such-id","Weird","",{}]',
  '\u0000\ufeff',
  `[2,"${'i'.repeat(40)}","Heartbeat",{}]`,
]

/** The n-th of an endless row of texts that are not OCPP. */
export function garbageFrame(n: number): string {
  return garbage[n % garbage.length] ?? ''
}
