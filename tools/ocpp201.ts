// `npm run ocpp201`: writes packages/ocpp/src/messages201 from the official JSON schemas of OCPP 2.0.1 in the npm package
// ocpp-rpc. The schemas know neither the sender of a message nor its functional block; both stand in the table below.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type JsonSchema, type Sender, schemaModules } from './ocpp-schemas.ts'

const FOLDER = join(import.meta.dirname, '../packages/ocpp/src/messages201')
const SCHEMAS = fileURLToPath(import.meta.resolve('ocpp-rpc/lib/schemas/ocpp2_0_1.json'))

/** All 64 messages by functional block of the standard, and which side sends the request. */
export const BLOCKS: Readonly<Record<string, Readonly<Record<string, Sender>>>> = {
  security: {
    CertificateSigned: 'centralSystem',
    SecurityEventNotification: 'chargePoint',
    SignCertificate: 'chargePoint',
  },
  provisioning: {
    BootNotification: 'chargePoint',
    GetBaseReport: 'centralSystem',
    GetReport: 'centralSystem',
    GetVariables: 'centralSystem',
    NotifyReport: 'chargePoint',
    Reset: 'centralSystem',
    SetNetworkProfile: 'centralSystem',
    SetVariables: 'centralSystem',
  },
  authorisation: {
    Authorize: 'chargePoint',
    ClearCache: 'centralSystem',
    GetLocalListVersion: 'centralSystem',
    SendLocalList: 'centralSystem',
  },
  transactions: {
    GetTransactionStatus: 'centralSystem',
    MeterValues: 'chargePoint',
    TransactionEvent: 'chargePoint',
  },
  'remote-control': {
    RequestStartTransaction: 'centralSystem',
    RequestStopTransaction: 'centralSystem',
    TriggerMessage: 'centralSystem',
    UnlockConnector: 'centralSystem',
  },
  availability: {
    ChangeAvailability: 'centralSystem',
    Heartbeat: 'chargePoint',
    StatusNotification: 'chargePoint',
  },
  reservation: {
    CancelReservation: 'centralSystem',
    ReservationStatusUpdate: 'chargePoint',
    ReserveNow: 'centralSystem',
  },
  'smart-charging': {
    ClearChargingProfile: 'centralSystem',
    ClearedChargingLimit: 'chargePoint',
    GetChargingProfiles: 'centralSystem',
    GetCompositeSchedule: 'centralSystem',
    NotifyChargingLimit: 'chargePoint',
    NotifyEVChargingNeeds: 'chargePoint',
    NotifyEVChargingSchedule: 'chargePoint',
    ReportChargingProfiles: 'chargePoint',
    SetChargingProfile: 'centralSystem',
  },
  firmware: {
    FirmwareStatusNotification: 'chargePoint',
    PublishFirmware: 'centralSystem',
    PublishFirmwareStatusNotification: 'chargePoint',
    UnpublishFirmware: 'centralSystem',
    UpdateFirmware: 'centralSystem',
  },
  certificates: {
    DeleteCertificate: 'centralSystem',
    Get15118EVCertificate: 'chargePoint',
    GetCertificateStatus: 'chargePoint',
    GetInstalledCertificateIds: 'centralSystem',
    InstallCertificate: 'centralSystem',
  },
  diagnostics: {
    ClearVariableMonitoring: 'centralSystem',
    CustomerInformation: 'centralSystem',
    GetLog: 'centralSystem',
    GetMonitoringReport: 'centralSystem',
    LogStatusNotification: 'chargePoint',
    NotifyCustomerInformation: 'chargePoint',
    NotifyEvent: 'chargePoint',
    NotifyMonitoringReport: 'chargePoint',
    SetMonitoringBase: 'centralSystem',
    SetMonitoringLevel: 'centralSystem',
    SetVariableMonitoring: 'centralSystem',
  },
  display: {
    ClearDisplayMessage: 'centralSystem',
    CostUpdated: 'centralSystem',
    GetDisplayMessages: 'centralSystem',
    NotifyDisplayMessages: 'chargePoint',
    SetDisplayMessage: 'centralSystem',
  },
  'data-transfer': { DataTransfer: 'both' },
}

/** The two schemas of each message. */
export const officialSchemas = (): readonly JsonSchema[] => JSON.parse(readFileSync(SCHEMAS, 'utf8'))

if (import.meta.main) {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER)
  for (const [file, text] of schemaModules(officialSchemas(), BLOCKS)) writeFileSync(join(FOLDER, file), text)
}
