// The configuration keys offered by name (D-OPS-3), the kind of value each takes (OCPP 1.6 §9.1), and its unit.

export type ConfigurationKey = { name: string; kind: 'flag' | 'whole' | 'text'; unit?: string; max?: number }
const flag = (name: string): ConfigurationKey => ({ name, kind: 'flag' })
const text = (name: string): ConfigurationKey => ({ name, kind: 'text' })
const whole = (name: string, unit: string, max?: number): ConfigurationKey => ({
  name,
  kind: 'whole',
  unit,
  ...(max !== undefined && { max }),
})

export const CONFIGURATION_KEYS: readonly ConfigurationKey[] = [
  flag('AllowOfflineTxForUnknownId'),
  flag('AuthorizationCacheEnabled'),
  flag('AuthorizeRemoteTxRequests'),
  whole('BlinkRepeat', 'times'),
  text('ChargePointId'),
  whole('ClockAlignedDataInterval', 'seconds'),
  whole('ConnectionTimeOut', 'seconds'),
  text('ConnectorPhaseRotation'),
  whole('HeartBeatInterval', 'seconds'),
  whole('LightIntensity', '%', 100),
  flag('LocalAuthListEnabled'),
  flag('LocalAuthorizeOffline'),
  flag('LocalPreAuthorize'),
  whole('MaxEnergyOnInvalidId', 'Wh'),
  text('MeterValuesAlignedData'),
  text('MeterValuesSampledData'),
  whole('MeterValueSampleInterval', 'seconds'),
  whole('MinimumStatusDuration', 'seconds'),
  whole('ProximityContactRetries', 'times'),
  whole('ProximityLockRetries', 'times'),
  whole('ResetRetries', 'times'),
  flag('StopTransactionOnEVSideDisconnect'),
  flag('StopTransactionOnInvalidId'),
  text('StopTxnAlignedData'),
  text('StopTxnSampledData'),
  whole('TransactionMessageAttempts', 'times'),
  whole('TransactionMessageRetryInterval', 'seconds'),
  flag('UnlockConnectorOnEVSideDisconnect'),
  whole('WebSocketPingInterval', 'seconds'),
]

const byName = new Map(CONFIGURATION_KEYS.map(k => [k.name, k]))
export const configurationKey = (name: string | undefined): ConfigurationKey | undefined =>
  name === undefined ? undefined : byName.get(name)

/** Returns the problem with a value for the key; undefined where the value fits. */
export function valueProblem({ kind, unit, max = 2_147_483_647 }: ConfigurationKey, value: string): string | undefined {
  if (kind === 'flag') return /^(true|false)$/i.test(value) ? undefined : 'Must be true or false'
  if (kind === 'text') return undefined
  if (!/^\d{1,10}$/.test(value)) return `Must be a whole number${unit ? ` (${unit})` : ''}`
  return Number(value) > max ? `Should be ${max} or less` : undefined
}
