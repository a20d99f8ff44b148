// The fields, lengths and enumerations of the published schemas of OCPP 1.6 and its security paper, one line a payload:
// what messages/ says must be the same. Enumerations stand in alphabetical order, as do fields; ? marks an optional one.
import { expect, test } from 'vitest'
import { messages } from './messages.ts'
import type { Schema } from './schema.ts'

const published = `
Authorize.confirmation {idTagInfo: {expiryDate?: date, parentIdTag?: text20, status: Accepted|Blocked|ConcurrentTx|Expired|Invalid}}
Authorize.request {idTag: text20}
BootNotification.confirmation {currentTime: date, interval: integer, status: Accepted|Pending|Rejected}
BootNotification.request {chargeBoxSerialNumber?: text25, chargePointModel: text20, chargePointSerialNumber?: text25, chargePointVendor: text20, firmwareVersion?: text50, iccid?: text20, imsi?: text20, meterSerialNumber?: text25, meterType?: text25}
CancelReservation.confirmation {status: Accepted|Rejected}
CancelReservation.request {reservationId: integer}
CertificateSigned.confirmation {status: Accepted|Rejected}
CertificateSigned.request {certificateChain: text10000}
ChangeAvailability.confirmation {status: Accepted|Rejected|Scheduled}
ChangeAvailability.request {connectorId: integer, type: Inoperative|Operative}
ChangeConfiguration.confirmation {status: Accepted|NotSupported|RebootRequired|Rejected}
ChangeConfiguration.request {key: text50, value: text500}
ClearCache.confirmation {status: Accepted|Rejected}
ClearCache.request {}
ClearChargingProfile.confirmation {status: Accepted|Unknown}
ClearChargingProfile.request {chargingProfilePurpose?: ChargePointMaxProfile|TxDefaultProfile|TxProfile, connectorId?: integer, id?: integer, stackLevel?: integer}
DataTransfer.confirmation {data?: text, status: Accepted|Rejected|UnknownMessageId|UnknownVendorId}
DataTransfer.request {data?: text, messageId?: text50, vendorId: text255}
DeleteCertificate.confirmation {status: Accepted|Failed|NotFound}
DeleteCertificate.request {certificateHashData: {hashAlgorithm: SHA256|SHA384|SHA512, issuerKeyHash: text128, issuerNameHash: text128, serialNumber: text40}}
DiagnosticsStatusNotification.confirmation {}
DiagnosticsStatusNotification.request {status: Idle|UploadFailed|Uploaded|Uploading}
ExtendedTriggerMessage.confirmation {status: Accepted|NotImplemented|Rejected}
ExtendedTriggerMessage.request {connectorId?: integer, requestedMessage: BootNotification|FirmwareStatusNotification|Heartbeat|LogStatusNotification|MeterValues|SignChargePointCertificate|StatusNotification}
FirmwareStatusNotification.confirmation {}
FirmwareStatusNotification.request {status: DownloadFailed|Downloaded|Downloading|Idle|InstallationFailed|Installed|Installing}
GetCompositeSchedule.confirmation {chargingSchedule?: {chargingRateUnit: A|W, chargingSchedulePeriod: [{limit: number, numberPhases?: integer, startPeriod: integer}], duration?: integer, minChargingRate?: number, startSchedule?: date}, connectorId?: integer, scheduleStart?: date, status: Accepted|Rejected}
GetCompositeSchedule.request {chargingRateUnit?: A|W, connectorId: integer, duration: integer}
GetConfiguration.confirmation {configurationKey?: [{key: text50, readonly: boolean, value?: text500}], unknownKey?: [text50]}
GetConfiguration.request {key?: [text50]}
GetDiagnostics.confirmation {fileName?: text255}
GetDiagnostics.request {location: text, retries?: integer, retryInterval?: integer, startTime?: date, stopTime?: date}
GetInstalledCertificateIds.confirmation {certificateHashData?: [{hashAlgorithm: SHA256|SHA384|SHA512, issuerKeyHash: text128, issuerNameHash: text128, serialNumber: text40}], status: Accepted|NotFound}
GetInstalledCertificateIds.request {certificateType: CentralSystemRootCertificate|ManufacturerRootCertificate}
GetLocalListVersion.confirmation {listVersion: integer}
GetLocalListVersion.request {}
GetLog.confirmation {filename?: text255, status: Accepted|AcceptedCanceled|Rejected}
GetLog.request {log: {latestTimestamp?: date, oldestTimestamp?: date, remoteLocation: text512}, logType: DiagnosticsLog|SecurityLog, requestId: integer, retries?: integer, retryInterval?: integer}
Heartbeat.confirmation {currentTime: date}
Heartbeat.request {}
InstallCertificate.confirmation {status: Accepted|Failed|Rejected}
InstallCertificate.request {certificate: text5500, certificateType: CentralSystemRootCertificate|ManufacturerRootCertificate}
LogStatusNotification.confirmation {}
LogStatusNotification.request {requestId?: integer, status: BadMessage|Idle|NotSupportedOperation|PermissionDenied|UploadFailure|Uploaded|Uploading}
MeterValues.confirmation {}
MeterValues.request {connectorId: integer, meterValue: [{sampledValue: [{context?: Interruption.Begin|Interruption.End|Other|Sample.Clock|Sample.Periodic|Transaction.Begin|Transaction.End|Trigger, format?: Raw|SignedData, location?: Body|Cable|EV|Inlet|Outlet, measurand?: Current.Export|Current.Import|Current.Offered|Energy.Active.Export.Interval|Energy.Active.Export.Register|Energy.Active.Import.Interval|Energy.Active.Import.Register|Energy.Reactive.Export.Interval|Energy.Reactive.Export.Register|Energy.Reactive.Import.Interval|Energy.Reactive.Import.Register|Frequency|Power.Active.Export|Power.Active.Import|Power.Factor|Power.Offered|Power.Reactive.Export|Power.Reactive.Import|RPM|SoC|Temperature|Voltage, phase?: L1|L1-L2|L1-N|L2|L2-L3|L2-N|L3|L3-L1|L3-N|N, unit?: A|Celcius|Celsius|Fahrenheit|K|Percent|V|VA|W|Wh|kVA|kW|kWh|kvar|kvarh|var|varh, value: text}], timestamp: date}], transactionId?: integer}
RemoteStartTransaction.confirmation {status: Accepted|Rejected}
RemoteStartTransaction.request {chargingProfile?: {chargingProfileId: integer, chargingProfileKind: Absolute|Recurring|Relative, chargingProfilePurpose: ChargePointMaxProfile|TxDefaultProfile|TxProfile, chargingSchedule: {chargingRateUnit: A|W, chargingSchedulePeriod: [{limit: number, numberPhases?: integer, startPeriod: integer}], duration?: integer, minChargingRate?: number, startSchedule?: date}, recurrencyKind?: Daily|Weekly, stackLevel: integer, transactionId?: integer, validFrom?: date, validTo?: date}, connectorId?: integer, idTag: text20}
RemoteStopTransaction.confirmation {status: Accepted|Rejected}
RemoteStopTransaction.request {transactionId: integer}
ReserveNow.confirmation {status: Accepted|Faulted|Occupied|Rejected|Unavailable}
ReserveNow.request {connectorId: integer, expiryDate: date, idTag: text20, parentIdTag?: text20, reservationId: integer}
Reset.confirmation {status: Accepted|Rejected}
Reset.request {type: Hard|Soft}
SecurityEventNotification.confirmation {}
SecurityEventNotification.request {techInfo?: text255, timestamp: date, type: text50}
SendLocalList.confirmation {status: Accepted|Failed|NotSupported|VersionMismatch}
SendLocalList.request {listVersion: integer, localAuthorizationList?: [{idTag: text20, idTagInfo?: {expiryDate?: date, parentIdTag?: text20, status: Accepted|Blocked|ConcurrentTx|Expired|Invalid}}], updateType: Differential|Full}
SetChargingProfile.confirmation {status: Accepted|NotSupported|Rejected}
SetChargingProfile.request {connectorId: integer, csChargingProfiles: {chargingProfileId: integer, chargingProfileKind: Absolute|Recurring|Relative, chargingProfilePurpose: ChargePointMaxProfile|TxDefaultProfile|TxProfile, chargingSchedule: {chargingRateUnit: A|W, chargingSchedulePeriod: [{limit: number, numberPhases?: integer, startPeriod: integer}], duration?: integer, minChargingRate?: number, startSchedule?: date}, recurrencyKind?: Daily|Weekly, stackLevel: integer, transactionId?: integer, validFrom?: date, validTo?: date}}
SignCertificate.confirmation {status: Accepted|Rejected}
SignCertificate.request {csr: text5500}
SignedFirmwareStatusNotification.confirmation {}
SignedFirmwareStatusNotification.request {requestId?: integer, status: DownloadFailed|DownloadPaused|DownloadScheduled|Downloaded|Downloading|Idle|InstallRebooting|InstallScheduled|InstallVerificationFailed|InstallationFailed|Installed|Installing|InvalidSignature|SignatureVerified}
SignedUpdateFirmware.confirmation {status: Accepted|AcceptedCanceled|InvalidCertificate|Rejected|RevokedCertificate}
SignedUpdateFirmware.request {firmware: {installDateTime?: date, location: text512, retrieveDateTime: date, signature: text800, signingCertificate: text5500}, requestId: integer, retries?: integer, retryInterval?: integer}
StartTransaction.confirmation {idTagInfo: {expiryDate?: date, parentIdTag?: text20, status: Accepted|Blocked|ConcurrentTx|Expired|Invalid}, transactionId: integer}
StartTransaction.request {connectorId: integer, idTag: text20, meterStart: integer, reservationId?: integer, timestamp: date}
StatusNotification.confirmation {}
StatusNotification.request {connectorId: integer, errorCode: ConnectorLockFailure|EVCommunicationError|GroundFailure|HighTemperature|InternalError|LocalListConflict|NoError|OtherError|OverCurrentFailure|OverVoltage|PowerMeterFailure|PowerSwitchFailure|ReaderFailure|ResetFailure|UnderVoltage|WeakSignal, info?: text50, status: Available|Charging|Faulted|Finishing|Preparing|Reserved|SuspendedEV|SuspendedEVSE|Unavailable, timestamp?: date, vendorErrorCode?: text50, vendorId?: text255}
StopTransaction.confirmation {idTagInfo?: {expiryDate?: date, parentIdTag?: text20, status: Accepted|Blocked|ConcurrentTx|Expired|Invalid}}
StopTransaction.request {idTag?: text20, meterStop: integer, reason?: DeAuthorized|EVDisconnected|EmergencyStop|HardReset|Local|Other|PowerLoss|Reboot|Remote|SoftReset|UnlockCommand, timestamp: date, transactionData?: [{sampledValue: [{context?: Interruption.Begin|Interruption.End|Other|Sample.Clock|Sample.Periodic|Transaction.Begin|Transaction.End|Trigger, format?: Raw|SignedData, location?: Body|Cable|EV|Inlet|Outlet, measurand?: Current.Export|Current.Import|Current.Offered|Energy.Active.Export.Interval|Energy.Active.Export.Register|Energy.Active.Import.Interval|Energy.Active.Import.Register|Energy.Reactive.Export.Interval|Energy.Reactive.Export.Register|Energy.Reactive.Import.Interval|Energy.Reactive.Import.Register|Frequency|Power.Active.Export|Power.Active.Import|Power.Factor|Power.Offered|Power.Reactive.Export|Power.Reactive.Import|RPM|SoC|Temperature|Voltage, phase?: L1|L1-L2|L1-N|L2|L2-L3|L2-N|L3|L3-L1|L3-N|N, unit?: A|Celcius|Celsius|Fahrenheit|K|Percent|V|VA|W|Wh|kVA|kW|kWh|kvar|kvarh|var|varh, value: text}], timestamp: date}], transactionId: integer}
TriggerMessage.confirmation {status: Accepted|NotImplemented|Rejected}
TriggerMessage.request {connectorId?: integer, requestedMessage: BootNotification|DiagnosticsStatusNotification|FirmwareStatusNotification|Heartbeat|MeterValues|StatusNotification}
UnlockConnector.confirmation {status: NotSupported|UnlockFailed|Unlocked}
UnlockConnector.request {connectorId: integer}
UpdateFirmware.confirmation {}
UpdateFirmware.request {location: text, retries?: integer, retrieveDate: date, retryInterval?: integer}
`

const describe = ({ node }: Schema<unknown>): string => {
  switch (node.kind) {
    case 'str':
      return node.max === Number.POSITIVE_INFINITY ? 'text' : `text${node.max}`
    case 'int':
      return 'integer'
    case 'dec':
      return 'number'
    case 'bool':
      return 'boolean'
    case 'oneOf':
      return node.allowed.toSorted().join('|')
    case 'open':
      // The type of a security event is text that should, not must, come from a list.
      return node.max === 50 ? 'text50' : node.allowed.toSorted().join('|')
    case 'list':
      return `[${describe(node.item)}]`
    case 'obj': {
      const fields = Object.entries({ ...node.required, ...node.optional }).map(
        ([name, field]) => `${name}${name in node.required ? '' : '?'}: ${describe(field)}`,
      )
      return `{${fields.toSorted().join(', ')}}`
    }
    default:
      return node.kind
  }
}

const described = new Map<string, string>(
  Object.entries(messages).flatMap(([action, { request, confirmation }]) => [
    [`${action}.request`, describe(request)],
    [`${action}.confirmation`, describe(confirmation)],
  ]),
)

const rows = published.trim().split('\n')

test('the table is whole', () => {
  expect(rows).toHaveLength(described.size)
})

test.each(rows.map(row => [row.slice(0, row.indexOf(' ')), row.slice(row.indexOf(' ') + 1)] as const))(
  '%s is as published',
  (name, fields) => expect(described.get(name)).toBe(fields),
)
