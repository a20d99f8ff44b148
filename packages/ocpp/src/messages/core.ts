// The Core profile of OCPP 1.6 (§4, §5, §6): both payloads of every action.
import { bool, date, int, list, obj, oneOf, open, str } from '../schema.ts'
import type { Messages } from './message.ts'
import { chargingProfile, connector, idTagInfo, idToken, meterValue, nothing, status } from './types.ts'

/** A meter register in Wh. Wider than 32 bits: an odd register must not hold back a transaction (§4.8, §4.10). */
const meterWh = () => int({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })

export const core = {
  Authorize: {
    from: 'chargePoint',
    request: obj({ idTag: idToken() }),
    confirmation: obj({ idTagInfo: idTagInfo() }),
  },
  BootNotification: {
    from: 'chargePoint',
    request: obj(
      { chargePointVendor: str(20), chargePointModel: str(20) },
      {
        chargePointSerialNumber: str(25),
        chargeBoxSerialNumber: str(25),
        firmwareVersion: str(50),
        iccid: str(20),
        imsi: str(20),
        meterType: str(25),
        meterSerialNumber: str(25),
      },
    ),
    confirmation: obj({
      status: oneOf('Accepted', 'Pending', 'Rejected'),
      currentTime: date(),
      interval: int({ min: 0 }),
    }),
  },
  ChangeAvailability: {
    from: 'centralSystem',
    request: obj({ connectorId: connector(), type: oneOf('Inoperative', 'Operative') }),
    confirmation: status('Accepted', 'Rejected', 'Scheduled'),
  },
  ChangeConfiguration: {
    from: 'centralSystem',
    request: obj({ key: str(50), value: str(500) }),
    confirmation: status('Accepted', 'Rejected', 'RebootRequired', 'NotSupported'),
  },
  ClearCache: {
    from: 'centralSystem',
    request: nothing(),
    confirmation: status('Accepted', 'Rejected'),
  },
  DataTransfer: {
    from: 'both',
    request: obj({ vendorId: str(255) }, { messageId: str(50), data: str() }),
    confirmation: obj(
      { status: oneOf('Accepted', 'Rejected', 'UnknownMessageId', 'UnknownVendorId') },
      { data: str() },
    ),
  },
  GetConfiguration: {
    from: 'centralSystem',
    request: obj({}, { key: list(str(50)) }),
    confirmation: obj(
      {},
      {
        configurationKey: list(obj({ key: str(50), readonly: bool() }, { value: str(500) })),
        unknownKey: list(str(50)),
      },
    ),
  },
  Heartbeat: {
    from: 'chargePoint',
    request: nothing(),
    confirmation: obj({ currentTime: date() }),
  },
  MeterValues: {
    from: 'chargePoint',
    request: obj({ connectorId: connector(), meterValue: list(meterValue()) }, { transactionId: int() }),
    confirmation: nothing(),
  },
  RemoteStartTransaction: {
    from: 'centralSystem',
    request: obj({ idTag: idToken() }, { connectorId: int({ min: 1 }), chargingProfile: chargingProfile() }),
    confirmation: status('Accepted', 'Rejected'),
  },
  RemoteStopTransaction: {
    from: 'centralSystem',
    request: obj({ transactionId: int() }),
    confirmation: status('Accepted', 'Rejected'),
  },
  Reset: {
    from: 'centralSystem',
    request: obj({ type: oneOf('Hard', 'Soft') }),
    confirmation: status('Accepted', 'Rejected'),
  },
  StartTransaction: {
    from: 'chargePoint',
    request: obj(
      { connectorId: connector(), idTag: idToken(), meterStart: meterWh(), timestamp: date() },
      { reservationId: int() },
    ),
    confirmation: obj({ idTagInfo: idTagInfo(), transactionId: int() }),
  },
  StatusNotification: {
    from: 'chargePoint',
    request: obj(
      {
        connectorId: connector(),
        errorCode: open(
          'ConnectorLockFailure',
          'EVCommunicationError',
          'GroundFailure',
          'HighTemperature',
          'InternalError',
          'LocalListConflict',
          'NoError',
          'OtherError',
          'OverCurrentFailure',
          'OverVoltage',
          'PowerMeterFailure',
          'PowerSwitchFailure',
          'ReaderFailure',
          'ResetFailure',
          'UnderVoltage',
          'WeakSignal',
        ),
        status: oneOf(
          'Available',
          'Preparing',
          'Charging',
          'SuspendedEVSE',
          'SuspendedEV',
          'Finishing',
          'Reserved',
          'Unavailable',
          'Faulted',
        ),
      },
      { info: str(50), timestamp: date(), vendorId: str(255), vendorErrorCode: str(50) },
    ),
    confirmation: nothing(),
  },
  StopTransaction: {
    from: 'chargePoint',
    request: obj(
      { meterStop: meterWh(), timestamp: date(), transactionId: int() },
      {
        idTag: idToken(),
        reason: open(
          'DeAuthorized',
          'EmergencyStop',
          'EVDisconnected',
          'HardReset',
          'Local',
          'Other',
          'PowerLoss',
          'Reboot',
          'Remote',
          'SoftReset',
          'UnlockCommand',
        ),
        transactionData: list(meterValue()),
      },
    ),
    confirmation: obj({}, { idTagInfo: idTagInfo() }),
  },
  UnlockConnector: {
    from: 'centralSystem',
    request: obj({ connectorId: int({ min: 1 }) }),
    confirmation: status('Unlocked', 'UnlockFailed', 'NotSupported'),
  },
} as const satisfies Messages
