// The configuration keys named by OCPP 1.6 and its security extension: the meaning of each, and the kind and unit of
// the keys that are not offered by name (D-OPS-3). Vendors have keys beside these.
import { CONFIGURATION_KEYS, type ConfigurationKey } from '#control/remote-operations/configuration-keys.contract.ts'
import { accessOf } from '#control/remote-operations/credential-key.words.ts'

const MEANINGS: Readonly<Record<string, string>> = {
  AllowOfflineTxForUnknownId: 'While offline, also tags that it does not know may charge.',
  AuthorizationCacheEnabled: 'Remembers tags that were accepted, so that they are known while offline.',
  AuthorizeRemoteTxRequests: 'Asks whether the tag is valid before a session that was started remotely.',
  BlinkRepeat: 'How often the lights blink to give a sign.',
  ChargePointId: 'The id by which the charge point connects.',
  ClockAlignedDataInterval: 'Sends readings at fixed times of the clock, so far apart; 0 is never.',
  ConnectionTimeOut: 'After a tag was shown, the cable must be plugged in within this time.',
  ConnectorPhaseRotation: 'How the phases of the grid are wired to each connector.',
  ConnectorPhaseRotationMaxLength: 'Most entries of ConnectorPhaseRotation.',
  GetConfigurationMaxKeys: 'Most keys that may be asked for by name in one message.',
  HeartbeatInterval: 'Says that it is there after so long without another message.',
  LightIntensity: 'Brightness of the lights.',
  LocalAuthorizeOffline: 'While offline, starts sessions for tags that it knows.',
  LocalPreAuthorize: 'Starts at once for tags that it knows, without waiting for an answer.',
  MaxEnergyOnInvalidId: 'Energy that it still delivers after a tag turned out invalid.',
  MeterValuesAlignedData: 'What it measures at fixed times of the clock.',
  MeterValuesAlignedDataMaxLength: 'Most entries of MeterValuesAlignedData.',
  MeterValuesSampledData: 'What it measures during a session.',
  MeterValuesSampledDataMaxLength: 'Most entries of MeterValuesSampledData.',
  MeterValueSampleInterval: 'Sends readings of a running session so far apart; 0 is never.',
  MinimumStatusDuration: 'Tells a new state of a connector only once it has lasted so long.',
  NumberOfConnectors: 'How many connectors it has.',
  ProximityContactRetries: 'How often it tries to sense a plugged cable.',
  ProximityLockRetries: 'How often it tries to lock the plug.',
  ResetRetries: 'How often it tries again after a reset that failed.',
  StopTransactionOnEVSideDisconnect: 'Ends the session when the cable is pulled out at the car.',
  StopTransactionOnInvalidId: 'Ends the session when its tag turns out to be invalid.',
  StopTxnAlignedData: 'Readings at fixed times that are sent again with the end of a session.',
  StopTxnAlignedDataMaxLength: 'Most entries of StopTxnAlignedData.',
  StopTxnSampledData: 'Readings of the session that are sent again with its end.',
  StopTxnSampledDataMaxLength: 'Most entries of StopTxnSampledData.',
  SupportedFeatureProfiles: 'The parts of OCPP that it supports.',
  SupportedFeatureProfilesMaxLength: 'Most entries of SupportedFeatureProfiles.',
  TransactionMessageAttempts: 'How often it sends a message of a session that was not taken.',
  TransactionMessageRetryInterval: 'Waits so long before it sends such a message again, longer each time.',
  UnlockConnectorOnEVSideDisconnect: 'Unlocks the plug when the cable is pulled out at the car.',
  WebSocketPingInterval: 'Checks its connection so often; 0 is never.',
  LocalAuthListEnabled: 'Uses the list of tags that it was sent.',
  LocalAuthListMaxLength: 'Most tags of its list.',
  SendLocalListMaxLength: 'Most tags that may be sent to it in one message.',
  ReserveConnectorZeroSupported: 'Can reserve any free connector, not only a named one.',
  ChargeProfileMaxStackLevel: 'Highest stack level of a charging profile.',
  ChargingScheduleAllowedChargingRateUnit: 'Whether limits are told in amperes (Current) or watts (Power).',
  ChargingScheduleMaxPeriods: 'Most periods of a charging schedule.',
  ConnectorSwitch3to1PhaseSupported: 'Can go from three phases to one during a session.',
  MaxChargingProfilesInstalled: 'Most charging profiles that it keeps.',
  SupportedFileTransferProtocols: 'How it can load and send files.',
  AdditionalRootCertificateCheck: 'Takes a new root certificate only if the one before has signed it.',
  AuthorizationKey: 'The key by which it signs in. It can be set, and is never shown.',
  CertificateSignedMaxChainSize: 'Longest chain of certificates that it takes.',
  CertificateStoreMaxLength: 'Most certificates that it keeps.',
  CpoName: 'The name of the operator, which its certificate must bear.',
  SecurityProfile: 'How it signs in: 0 nothing, 1 a key, 2 a key over TLS, 3 a certificate.',
}

const MORE: readonly ConfigurationKey[] = [
  { name: 'ConnectorPhaseRotationMaxLength', kind: 'whole', unit: 'entries' },
  { name: 'GetConfigurationMaxKeys', kind: 'whole', unit: 'keys' },
  { name: 'MeterValuesAlignedDataMaxLength', kind: 'whole', unit: 'entries' },
  { name: 'MeterValuesSampledDataMaxLength', kind: 'whole', unit: 'entries' },
  { name: 'NumberOfConnectors', kind: 'whole', unit: 'connectors' },
  { name: 'StopTxnAlignedDataMaxLength', kind: 'whole', unit: 'entries' },
  { name: 'StopTxnSampledDataMaxLength', kind: 'whole', unit: 'entries' },
  { name: 'SupportedFeatureProfiles', kind: 'text' },
  { name: 'SupportedFeatureProfilesMaxLength', kind: 'whole', unit: 'entries' },
  { name: 'LocalAuthListMaxLength', kind: 'whole', unit: 'tags' },
  { name: 'SendLocalListMaxLength', kind: 'whole', unit: 'tags' },
  { name: 'ReserveConnectorZeroSupported', kind: 'flag' },
  { name: 'ChargeProfileMaxStackLevel', kind: 'whole' },
  { name: 'ChargingScheduleAllowedChargingRateUnit', kind: 'text' },
  { name: 'ChargingScheduleMaxPeriods', kind: 'whole', unit: 'periods' },
  { name: 'ConnectorSwitch3to1PhaseSupported', kind: 'flag' },
  { name: 'MaxChargingProfilesInstalled', kind: 'whole', unit: 'profiles' },
  { name: 'SupportedFileTransferProtocols', kind: 'text' },
  { name: 'AdditionalRootCertificateCheck', kind: 'flag' },
  { name: 'AuthorizationKey', kind: 'text' },
  { name: 'CertificateSignedMaxChainSize', kind: 'whole', unit: 'bytes' },
  { name: 'CertificateStoreMaxLength', kind: 'whole', unit: 'certificates' },
  { name: 'CpoName', kind: 'text' },
  { name: 'SecurityProfile', kind: 'whole' },
]

export type KnownKey = ConfigurationKey & { meaning: string }
const low = (key: string): string => key.trim().toLowerCase()
const spelt = new Map(Object.keys(MEANINGS).map(name => [low(name), name]))
const byName = new Map(
  [...CONFIGURATION_KEYS, ...MORE].map(k => {
    const name = spelt.get(low(k.name)) ?? k.name
    return [low(name), { ...k, name, meaning: MEANINGS[name] ?? '' }]
  }),
)
/** In the spelling of OCPP. */
export const KNOWN_KEYS: readonly KnownKey[] = [...byName.values()]
/** Returns the description of a key, found by its name in any case; undefined for a vendor's own key. */
export const knownKey = (key: string): KnownKey | undefined => byName.get(low(key))
/** True for keys that decide how a charger signs in: they take full access on charge points (D-OCPP-9). */
export const isAccessKey = (key: string): boolean => accessOf(key) !== undefined

/** Keys that OCPP 1.6 lets nobody set (section 9, and 3 of the security white paper). */
const READ_ONLY = new Set(
  KNOWN_KEYS.flatMap(({ name }) =>
    /Max(Length|Keys|Periods)$/.test(name) ||
    [
      'NumberOfConnectors',
      'SupportedFeatureProfiles',
      'ReserveConnectorZeroSupported',
      'ChargeProfileMaxStackLevel',
      'ChargingScheduleAllowedChargingRateUnit',
      'ConnectorSwitch3to1PhaseSupported',
      'MaxChargingProfilesInstalled',
      'SupportedFileTransferProtocols',
      'CertificateSignedMaxChainSize',
    ].includes(name)
      ? [low(name)]
      : [],
  ),
)
/** True for keys that no charger lets be set; others may be told read only by a charger. */
export const isReadOnlyKey = (key: string): boolean => READ_ONLY.has(low(key))
