// `npm run ocpp201`: writes packages/ocpp/src/messages201 and messages21 from the official JSON schemas of OCPP 2.0.1 and 2.1 in
// the npm package ocpp-rpc. The schemas know neither the sender of a message nor its functional block; both stand in the tables
// below.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Blocks, type JsonSchema, schemaModules, type Version } from './ocpp-schemas.ts'

/** The 64 messages of 2.0.1. */
const BLOCKS = {
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
} satisfies Blocks

/**
 * Those of 2.1, which keeps them all. NotifyPeriodicEventStream is missing: it is sent and never called, so that it has no answer.
 */
const BLOCKS_21: Blocks = {
  ...BLOCKS,
  authorisation: { ...BLOCKS.authorisation, VatNumberValidation: 'chargePoint' },
  'battery-swap': { BatterySwap: 'chargePoint', RequestBatterySwap: 'centralSystem' },
  certificates: { ...BLOCKS.certificates, GetCertificateChainStatus: 'chargePoint' },
  'der-control': {
    ClearDERControl: 'centralSystem',
    GetDERControl: 'centralSystem',
    NotifyDERAlarm: 'chargePoint',
    NotifyDERStartStop: 'chargePoint',
    ReportDERControl: 'chargePoint',
    SetDERControl: 'centralSystem',
  },
  'event-streams': {
    AdjustPeriodicEventStream: 'centralSystem',
    ClosePeriodicEventStream: 'chargePoint',
    GetPeriodicEventStream: 'centralSystem',
    OpenPeriodicEventStream: 'chargePoint',
  },
  payment: { NotifySettlement: 'chargePoint', NotifyWebPaymentStarted: 'centralSystem' },
  'smart-charging': {
    ...BLOCKS['smart-charging'],
    AFRRSignal: 'centralSystem',
    NotifyAllowedEnergyTransfer: 'centralSystem',
    NotifyPriorityCharging: 'chargePoint',
    PullDynamicScheduleUpdate: 'chargePoint',
    UpdateDynamicSchedule: 'centralSystem',
    UsePriorityCharging: 'centralSystem',
  },
  tariffs: {
    ChangeTransactionTariff: 'centralSystem',
    ClearTariffs: 'centralSystem',
    GetTariffs: 'centralSystem',
    SetDefaultTariff: 'centralSystem',
  },
}

/** The schemas of a file of the package; 2.1 names them as in `urn:HeartbeatRequest`. */
const official = (file: string): JsonSchema[] =>
  (
    JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(`ocpp-rpc/lib/schemas/${file}`)), 'utf8')) as JsonSchema[]
  ).map(({ $id = '', ...s }) => ({ ...s, $id: $id.replace(/Request$/, '.req').replace(/Response$/, '.conf') }))

/** Both versions by the folder of their modules in packages/ocpp/src. */
export const VERSIONS: Readonly<Record<string, Version>> = {
  messages201: { name: '2.0.1', table: 'messages201', blocks: BLOCKS, schemas: official('ocpp2_0_1.json') },
  messages21: { name: '2.1', table: 'messages21', blocks: BLOCKS_21, schemas: official('ocpp2_1.json') },
}

/** The folder of a version's modules. */
export const folderOf = (version: string): string => join(import.meta.dirname, '../packages/ocpp/src', version)

if (import.meta.main) {
  for (const [name, version] of Object.entries(VERSIONS)) {
    const folder = folderOf(name)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
    for (const [file, text] of schemaModules(version)) writeFileSync(join(folder, file), text)
  }
}
