// One request and one confirmation of every action, with every field filled in, as chargers and central systems send them.
import type { Action, Confirmation, Request } from './messages.ts'

const at = '2026-03-01T10:15:30Z'

const idTagInfo = { status: 'Accepted', expiryDate: '2027-01-01T00:00:00.000Z', parentIdTag: 'FLEET-7' } as const

const meterValue = [
  {
    timestamp: at,
    sampledValue: [
      {
        value: '1250.5',
        context: 'Sample.Periodic',
        format: 'Raw',
        measurand: 'Energy.Active.Import.Register',
        phase: 'L1-N',
        location: 'Outlet',
        unit: 'Wh',
      },
      { value: '31', measurand: 'Temperature', unit: 'Celcius' },
    ],
  },
]

type Profile = Request<'SetChargingProfile'>['csChargingProfiles']

const chargingSchedule: Profile['chargingSchedule'] = {
  chargingRateUnit: 'A',
  chargingSchedulePeriod: [
    { startPeriod: 0, limit: 16.5, numberPhases: 3 },
    { startPeriod: 3600, limit: 8 },
  ],
  duration: 86_400,
  startSchedule: at,
  minChargingRate: 6.1,
}

const chargingProfile: Profile = {
  chargingProfileId: 11,
  transactionId: 4711,
  stackLevel: 0,
  chargingProfilePurpose: 'TxProfile',
  chargingProfileKind: 'Recurring',
  recurrencyKind: 'Daily',
  validFrom: at,
  validTo: '2026-12-31T23:59:59Z',
  chargingSchedule,
}

const certificateHashData = {
  hashAlgorithm: 'SHA256',
  issuerNameHash: 'a1'.repeat(32),
  issuerKeyHash: 'b2'.repeat(32),
  serialNumber: '0f1e2d3c',
} as const

const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'

type Examples = { [A in Action]: { request: Request<A>; confirmation: Confirmation<A> } }

export const examples: Examples = {
  Authorize: { request: { idTag: '04E91C5A' }, confirmation: { idTagInfo } },
  BootNotification: {
    request: {
      chargePointVendor: 'Volt & Söhne',
      chargePointModel: 'DC-60',
      chargePointSerialNumber: 'CP-001',
      chargeBoxSerialNumber: 'CB-001',
      firmwareVersion: '1.4.2',
      iccid: '8991101200003204510',
      imsi: '404685505601234',
      meterType: 'EM340',
      meterSerialNumber: 'M-77',
    },
    confirmation: { status: 'Accepted', currentTime: at, interval: 300 },
  },
  ChangeAvailability: { request: { connectorId: 0, type: 'Inoperative' }, confirmation: { status: 'Scheduled' } },
  ChangeConfiguration: {
    request: { key: 'MeterValueSampleInterval', value: '60' },
    confirmation: { status: 'RebootRequired' },
  },
  ClearCache: { request: {}, confirmation: { status: 'Accepted' } },
  DataTransfer: {
    request: { vendorId: 'com.example', messageId: 'soc', data: '{"soc":54}' },
    confirmation: { status: 'UnknownVendorId', data: '' },
  },
  GetConfiguration: {
    request: { key: ['HeartbeatInterval', 'Nonsense'] },
    confirmation: {
      configurationKey: [{ key: 'HeartbeatInterval', readonly: false, value: '300' }],
      unknownKey: ['Nonsense'],
    },
  },
  Heartbeat: { request: {}, confirmation: { currentTime: at } },
  MeterValues: { request: { connectorId: 1, transactionId: 4711, meterValue }, confirmation: {} },
  RemoteStartTransaction: {
    request: { idTag: '04E91C5A', connectorId: 1, chargingProfile },
    confirmation: { status: 'Accepted' },
  },
  RemoteStopTransaction: { request: { transactionId: 4711 }, confirmation: { status: 'Rejected' } },
  Reset: { request: { type: 'Soft' }, confirmation: { status: 'Accepted' } },
  StartTransaction: {
    request: { connectorId: 1, idTag: '04E91C5A', meterStart: 120_400, timestamp: at, reservationId: 5 },
    confirmation: { idTagInfo, transactionId: 4711 },
  },
  StatusNotification: {
    request: {
      connectorId: 0,
      errorCode: 'NoError',
      status: 'Available',
      info: 'self test',
      timestamp: at,
      vendorId: 'com.example',
      vendorErrorCode: '0x17',
    },
    confirmation: {},
  },
  StopTransaction: {
    request: {
      transactionId: 4711,
      meterStop: 130_900,
      timestamp: at,
      idTag: '04E91C5A',
      reason: 'EVDisconnected',
      transactionData: meterValue,
    },
    confirmation: { idTagInfo },
  },
  UnlockConnector: { request: { connectorId: 2 }, confirmation: { status: 'UnlockFailed' } },
  DiagnosticsStatusNotification: { request: { status: 'Uploading' }, confirmation: {} },
  FirmwareStatusNotification: { request: { status: 'Installed' }, confirmation: {} },
  GetDiagnostics: {
    request: {
      location: 'ftp://files.example.org/up/',
      retries: 2,
      retryInterval: 60,
      startTime: at,
      stopTime: '2026-03-01T11:00:00Z',
    },
    confirmation: { fileName: 'diag-CP-001.zip' },
  },
  UpdateFirmware: {
    request: { location: 'https://files.example.org/fw.bin', retrieveDate: at, retries: 3, retryInterval: 600 },
    confirmation: {},
  },
  GetLocalListVersion: { request: {}, confirmation: { listVersion: -1 } },
  SendLocalList: {
    request: { listVersion: 1, updateType: 'Full', localAuthorizationList: [{ idTag: '04E91C5A', idTagInfo }] },
    confirmation: { status: 'VersionMismatch' },
  },
  CancelReservation: { request: { reservationId: 5 }, confirmation: { status: 'Accepted' } },
  ReserveNow: {
    request: { connectorId: 1, expiryDate: at, idTag: '04E91C5A', reservationId: 5, parentIdTag: 'FLEET-7' },
    confirmation: { status: 'Occupied' },
  },
  ClearChargingProfile: {
    request: { id: 11, connectorId: 1, chargingProfilePurpose: 'TxDefaultProfile', stackLevel: 0 },
    confirmation: { status: 'Unknown' },
  },
  GetCompositeSchedule: {
    request: { connectorId: 1, duration: 3600, chargingRateUnit: 'W' },
    confirmation: {
      status: 'Accepted',
      connectorId: 1,
      scheduleStart: at,
      chargingSchedule,
    },
  },
  SetChargingProfile: {
    request: { connectorId: 1, csChargingProfiles: chargingProfile },
    confirmation: { status: 'NotSupported' },
  },
  TriggerMessage: {
    request: { requestedMessage: 'MeterValues', connectorId: 1 },
    confirmation: { status: 'NotImplemented' },
  },
  CertificateSigned: { request: { certificateChain: pem }, confirmation: { status: 'Accepted' } },
  DeleteCertificate: { request: { certificateHashData }, confirmation: { status: 'NotFound' } },
  ExtendedTriggerMessage: {
    request: { requestedMessage: 'SignChargePointCertificate', connectorId: 1 },
    confirmation: { status: 'Accepted' },
  },
  GetInstalledCertificateIds: {
    request: { certificateType: 'CentralSystemRootCertificate' },
    confirmation: { status: 'Accepted', certificateHashData: [certificateHashData] },
  },
  GetLog: {
    request: {
      log: { remoteLocation: 'https://files.example.org/logs', oldestTimestamp: at, latestTimestamp: at },
      logType: 'SecurityLog',
      requestId: 9,
      retries: 1,
      retryInterval: 30,
    },
    confirmation: { status: 'AcceptedCanceled', filename: 'log.gz' },
  },
  InstallCertificate: {
    request: { certificateType: 'ManufacturerRootCertificate', certificate: pem },
    confirmation: { status: 'Rejected' },
  },
  LogStatusNotification: { request: { status: 'PermissionDenied', requestId: 9 }, confirmation: {} },
  SecurityEventNotification: {
    request: { type: 'StartupOfTheDevice', timestamp: at, techInfo: 'cold' },
    confirmation: {},
  },
  SignCertificate: { request: { csr: pem }, confirmation: { status: 'Rejected' } },
  SignedFirmwareStatusNotification: { request: { status: 'InvalidSignature', requestId: 9 }, confirmation: {} },
  SignedUpdateFirmware: {
    request: {
      requestId: 9,
      firmware: {
        location: 'https://files.example.org/fw.bin',
        retrieveDateTime: at,
        installDateTime: at,
        signingCertificate: pem,
        signature: 'c2lnbmF0dXJl',
      },
      retries: 1,
      retryInterval: 60,
    },
    confirmation: { status: 'RevokedCertificate' },
  },
}
