// The configuration keys of OCPP 1.6 (section 9) and of the security white paper, with what each takes. One shared
// table; a charger keeps only what was changed.

type Kind = 'boolean' | 'integer' | 'list' | 'text' | 'key' | 'profile'

interface Key {
  value: string
  kind: Kind
  readonly?: true
  /** Takes effect after a reboot. */
  reboot?: true
  max?: number
}

const yes = (value = true): Key => ({ value: String(value), kind: 'boolean' })
const whole = (value: number, max = 2 ** 31 - 1): Key => ({ value: String(value), kind: 'integer', max })
const fixed = (value: string | number): Key => ({ value: String(value), kind: 'text', readonly: true })

const sampled = 'Energy.Active.Import.Register,Power.Active.Import,Current.Import,Voltage,SoC,Temperature'
const profiles = 'Core,FirmwareManagement,LocalAuthListManagement,Reservation,SmartCharging,RemoteTrigger'

const keys: Record<string, Key> = {
  AllowOfflineTxForUnknownId: yes(false),
  AuthorizationCacheEnabled: yes(),
  AuthorizeRemoteTxRequests: yes(false),
  BlinkRepeat: whole(3),
  ChargePointId: { value: '', kind: 'text', reboot: true },
  ClockAlignedDataInterval: whole(0),
  ConnectionTimeOut: whole(60),
  ConnectorPhaseRotation: { value: 'NotApplicable', kind: 'text' },
  ConnectorPhaseRotationMaxLength: fixed(8),
  GetConfigurationMaxKeys: fixed(50),
  HeartbeatInterval: whole(300),
  LightIntensity: whole(80, 100),
  LocalAuthorizeOffline: yes(),
  LocalPreAuthorize: yes(false),
  MaxEnergyOnInvalidId: whole(0),
  MeterValuesAlignedData: { value: sampled, kind: 'list' },
  MeterValuesAlignedDataMaxLength: fixed(10),
  MeterValuesSampledData: { value: sampled, kind: 'list' },
  MeterValuesSampledDataMaxLength: fixed(10),
  MeterValueSampleInterval: whole(60),
  MinimumStatusDuration: whole(0),
  NumberOfConnectors: fixed(1),
  ProximityContactRetries: whole(3),
  ProximityLockRetries: whole(3),
  ResetRetries: whole(3),
  StopTransactionOnEVSideDisconnect: yes(),
  StopTransactionOnInvalidId: yes(),
  StopTxnAlignedData: { value: '', kind: 'list' },
  StopTxnAlignedDataMaxLength: fixed(10),
  StopTxnSampledData: { value: '', kind: 'list' },
  StopTxnSampledDataMaxLength: fixed(10),
  SupportedFeatureProfiles: fixed(profiles),
  SupportedFeatureProfilesMaxLength: fixed(8),
  TransactionMessageAttempts: whole(3),
  TransactionMessageRetryInterval: whole(1),
  UnlockConnectorOnEVSideDisconnect: yes(),
  WebSocketPingInterval: whole(0),
  LocalAuthListEnabled: yes(),
  LocalAuthListMaxLength: fixed(10_000),
  SendLocalListMaxLength: fixed(1_000),
  ReserveConnectorZeroSupported: fixed('false'),
  ChargeProfileMaxStackLevel: fixed(8),
  ChargingScheduleAllowedChargingRateUnit: fixed('Current,Power'),
  ChargingScheduleMaxPeriods: fixed(24),
  ConnectorSwitch3to1PhaseSupported: fixed('false'),
  MaxChargingProfilesInstalled: fixed(20),
  AuthorizationKey: { value: '', kind: 'key' },
  SecurityProfile: { value: '0', kind: 'profile' },
  CpoName: { value: '', kind: 'text' },
  AdditionalRootCertificateCheck: fixed('false'),
  CertificateSignedMaxChainSize: fixed(10_000),
  CertificateStoreMaxLength: fixed(20),
  SupportedFileTransferProtocols: fixed('HTTP,HTTPS,FTP'),
  MaxPowerW: whole(0), // a vendor's own: the installer's limit of every connector, 0 = none
}

export interface ConfigurationEntry {
  key: string
  readonly: boolean
  value?: string
}

export class Configuration {
  private changed: Map<string, string> | undefined
  private readonly measurands: readonly string[]
  private readonly preset: Readonly<Record<string, string>>

  /** `preset` values are set without asking, also read-only ones and keys of a vendor's own. */
  constructor(measurands: readonly string[], preset: Readonly<Record<string, string>> = {}) {
    this.measurands = measurands
    this.preset = preset
    this.forget()
  }

  /** Everything is as it was before anybody changed it. */
  forget(): void {
    this.changed = undefined
    for (const [key, value] of Object.entries(this.preset)) this.set(key, value)
  }

  private spelling(key: string): string | undefined {
    if (key in keys || this.changed?.has(key)) return key
    const low = key.toLowerCase() // CiString: keys compare without regard to case
    return Object.keys(keys).find(known => known.toLowerCase() === low)
  }

  text(key: string): string {
    return this.changed?.get(key) ?? keys[key]?.value ?? ''
  }

  is(key: string): boolean {
    return this.text(key).toLowerCase() === 'true'
  }

  number(key: string): number {
    return Number(this.text(key))
  }

  list(key: string): string[] {
    return this.text(key)
      .split(',')
      .map(item => item.trim())
      .filter(item => item !== '')
  }

  set(key: string, value: string): void {
    if (keys[key]?.value === value && !this.changed?.has(key)) return
    this.changed ??= new Map()
    this.changed.set(key, value)
  }

  /** ChangeConfiguration, section 5.3. */
  change(name: string, value: string): 'Accepted' | 'Rejected' | 'RebootRequired' | 'NotSupported' {
    const key = this.spelling(name)
    if (key === undefined) return 'NotSupported'
    const known = keys[key]
    if (known?.readonly || !this.fits(known, key, value)) return 'Rejected'
    this.set(key, known?.kind === 'boolean' ? value.toLowerCase() : value)
    return known?.reboot ? 'RebootRequired' : 'Accepted'
  }

  private fits(known: Key | undefined, key: string, value: string): boolean {
    switch (known?.kind) {
      case 'boolean':
        return /^(true|false)$/i.test(value)
      case 'integer':
        return /^\d{1,10}$/.test(value) && Number(value) <= (known.max ?? 0)
      case 'list':
        return value === '' || value.split(',').every(item => this.measurands.includes(item.trim()))
      case 'key': // white paper A00.FR.205: 16 to 20 bytes, written as hexadecimal digits
        return /^(?:[\da-f]{2}){16,20}$/i.test(value)
      case 'profile': // white paper A05.FR.09: never lower
        return /^[0-3]$/.test(value) && Number(value) >= this.number(key)
      default:
        return true
    }
  }

  /** GetConfiguration, section 5.8: all keys when none is named. The key for signing in is never told. */
  report(names: readonly string[] = []): { configurationKey: ConfigurationEntry[]; unknownKey: string[] } {
    const wanted = names.length > 0 ? names : [...new Set([...Object.keys(keys), ...(this.changed?.keys() ?? [])])]
    const configurationKey: ConfigurationEntry[] = []
    const unknownKey: string[] = []
    for (const name of wanted) {
      const key = this.spelling(name)
      if (key === undefined) unknownKey.push(name)
      else {
        const entry: ConfigurationEntry = { key, readonly: keys[key]?.readonly ?? false }
        configurationKey.push(keys[key]?.kind === 'key' ? entry : { ...entry, value: this.text(key) })
      }
    }
    return { configurationKey, unknownKey }
  }
}
