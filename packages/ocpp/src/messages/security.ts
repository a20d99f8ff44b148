// The messages that "Improved security for OCPP 1.6-J" (the security white paper, edition 3, §4 and §5) adds.
import { date, int, list, obj, oneOf, openUpTo, str } from '../schema.ts'
import type { Messages } from './message.ts'
import { nothing, status } from './types.ts'

/** Texts of certificates and requests are PEM. */
const pem = () => str(5500)

const certificateUse = () => oneOf('CentralSystemRootCertificate', 'ManufacturerRootCertificate')

const certificateHashData = () =>
  obj({
    hashAlgorithm: oneOf('SHA256', 'SHA384', 'SHA512'),
    issuerNameHash: str(128),
    issuerKeyHash: str(128),
    serialNumber: str(40),
  })

/** Security events by name (white paper, §6); vendors have their own. */
const securityEvent = () =>
  openUpTo(
    50,
    'FirmwareUpdated',
    'FailedToAuthenticateAtCentralSystem',
    'CentralSystemFailedToAuthenticate',
    'SettingSystemTime',
    'StartupOfTheDevice',
    'ResetOrReboot',
    'SecurityLogWasCleared',
    'ReconfigurationOfSecurityParameters',
    'MemoryExhaustion',
    'InvalidMessages',
    'AttemptedReplayAttacks',
    'TamperDetectionActivated',
    'InvalidFirmwareSignature',
    'InvalidFirmwareSigningCertificate',
    'InvalidCentralSystemCertificate',
    'InvalidChargePointCertificate',
    'InvalidTLSVersion',
    'InvalidTLSCipherSuite',
  )

export const security = {
  CertificateSigned: {
    from: 'centralSystem',
    request: obj({ certificateChain: str(10_000) }),
    confirmation: status('Accepted', 'Rejected'),
  },
  DeleteCertificate: {
    from: 'centralSystem',
    request: obj({ certificateHashData: certificateHashData() }),
    confirmation: status('Accepted', 'Failed', 'NotFound'),
  },
  ExtendedTriggerMessage: {
    from: 'centralSystem',
    request: obj(
      {
        requestedMessage: oneOf(
          'BootNotification',
          'LogStatusNotification',
          'FirmwareStatusNotification',
          'Heartbeat',
          'MeterValues',
          'SignChargePointCertificate',
          'StatusNotification',
        ),
      },
      { connectorId: int({ min: 1 }) },
    ),
    confirmation: status('Accepted', 'Rejected', 'NotImplemented'),
  },
  GetInstalledCertificateIds: {
    from: 'centralSystem',
    request: obj({ certificateType: certificateUse() }),
    confirmation: obj({ status: oneOf('Accepted', 'NotFound') }, { certificateHashData: list(certificateHashData()) }),
  },
  GetLog: {
    from: 'centralSystem',
    request: obj(
      {
        log: obj({ remoteLocation: str(512) }, { oldestTimestamp: date(), latestTimestamp: date() }),
        logType: oneOf('DiagnosticsLog', 'SecurityLog'),
        requestId: int(),
      },
      { retries: int({ min: 0 }), retryInterval: int({ min: 0 }) },
    ),
    confirmation: obj({ status: oneOf('Accepted', 'Rejected', 'AcceptedCanceled') }, { filename: str(255) }),
  },
  InstallCertificate: {
    from: 'centralSystem',
    request: obj({ certificateType: certificateUse(), certificate: pem() }),
    confirmation: status('Accepted', 'Failed', 'Rejected'),
  },
  LogStatusNotification: {
    from: 'chargePoint',
    request: obj(
      {
        status: oneOf(
          'BadMessage',
          'Idle',
          'NotSupportedOperation',
          'PermissionDenied',
          'Uploaded',
          'UploadFailure',
          'Uploading',
        ),
      },
      { requestId: int() },
    ),
    confirmation: nothing(),
  },
  SecurityEventNotification: {
    from: 'chargePoint',
    request: obj({ type: securityEvent(), timestamp: date() }, { techInfo: str(255) }),
    confirmation: nothing(),
  },
  SignCertificate: {
    from: 'chargePoint',
    request: obj({ csr: pem() }),
    confirmation: status('Accepted', 'Rejected'),
  },
  SignedFirmwareStatusNotification: {
    from: 'chargePoint',
    request: obj(
      {
        status: oneOf(
          'Downloaded',
          'DownloadFailed',
          'Downloading',
          'DownloadScheduled',
          'DownloadPaused',
          'Idle',
          'InstallationFailed',
          'Installing',
          'Installed',
          'InstallRebooting',
          'InstallScheduled',
          'InstallVerificationFailed',
          'InvalidSignature',
          'SignatureVerified',
        ),
      },
      { requestId: int() },
    ),
    confirmation: nothing(),
  },
  SignedUpdateFirmware: {
    from: 'centralSystem',
    request: obj(
      {
        requestId: int(),
        firmware: obj(
          { location: str(512), retrieveDateTime: date(), signingCertificate: pem(), signature: str(800) },
          { installDateTime: date() },
        ),
      },
      { retries: int({ min: 0 }), retryInterval: int({ min: 0 }) },
    ),
    confirmation: status('Accepted', 'Rejected', 'AcceptedCanceled', 'InvalidCertificate', 'RevokedCertificate'),
  },
} as const satisfies Messages
