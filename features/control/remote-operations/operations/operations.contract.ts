// All remote operations, in the order in which they are offered. A new operation is one file and one line here, with an icon
// in features/desk/operation-forms/operation-icons.tsx.
import { changeAvailability, unlockConnector } from './availability.contract.ts'
import {
  certificateSigned,
  deleteCertificate,
  getInstalledCertificateIds,
  installCertificate,
} from './certificates.contract.ts'
import { clearChargingProfile, getCompositeSchedule, setChargingProfile } from './charging-profiles.contract.ts'
import { clearCache } from './clear-cache.contract.ts'
import { changeConfiguration, getConfiguration } from './configuration.contract.ts'
import { dataTransfer } from './data-transfer.contract.ts'
import { signedUpdateFirmware, updateFirmware } from './firmware.contract.ts'
import { getLocalListVersion, sendLocalList } from './local-list.contract.ts'
import {
  clearVariableMonitoring,
  getMonitoringReport,
  setMonitoringBase,
  setMonitoringLevel,
  setVariableMonitoring,
} from './monitors-201.contract.ts'
import { raiseSecurityProfile, setNetworkProfile } from './network-201.contract.ts'
import type { OperationRecord } from './operation.contract.ts'
import type { CheckedParameters, FieldSet, SentParameters } from './operation-field.contract.ts'
import { publishFirmware, unpublishFirmware } from './published-firmware.contract.ts'
import { remoteStart } from './remote-start.contract.ts'
import { remoteStop } from './remote-stop.contract.ts'
import {
  customerInformation,
  getBaseReport,
  getChargingProfiles,
  getDisplayMessages,
  getReport,
} from './reports-201.contract.ts'
import { cancelReservation, reserveNow } from './reservations.contract.ts'
import { reset } from './reset.contract.ts'
import {
  clearDisplayMessage,
  costUpdated,
  getTransactionStatus,
  resetEvse,
  setDisplayMessage,
} from './stations-201.contract.ts'
import { extendedTriggerMessage, triggerMessage } from './triggers.contract.ts'
import { getDiagnostics, getLog } from './uploads.contract.ts'

/** The first nine (D-OPS-2). */
const nine = [
  changeAvailability,
  changeConfiguration,
  remoteStart,
  remoteStop,
  getDiagnostics,
  reset,
  updateFirmware,
  triggerMessage,
  unlockConnector,
] as const
/** Those under More operations (D-OCPP-10). */
const more = [
  clearCache,
  dataTransfer,
  getConfiguration,
  getLocalListVersion,
  sendLocalList,
  reserveNow,
  cancelReservation,
  setChargingProfile,
  clearChargingProfile,
  getCompositeSchedule,
  getLog,
  signedUpdateFirmware,
  extendedTriggerMessage,
  certificateSigned,
  installCertificate,
  getInstalledCertificateIds,
  deleteCertificate,
] as const
/** Those that only OCPP 2.0.1 has. */
const of201 = [
  resetEvse,
  getTransactionStatus,
  getBaseReport,
  getReport,
  setMonitoringBase,
  setMonitoringLevel,
  setVariableMonitoring,
  clearVariableMonitoring,
  getMonitoringReport,
  getChargingProfiles,
  setDisplayMessage,
  getDisplayMessages,
  clearDisplayMessage,
  costUpdated,
  setNetworkProfile,
  raiseSecurityProfile,
  customerInformation,
  publishFirmware,
  unpublishFirmware,
] as const
export const operations = [...nine, ...more, ...of201] as const

type Table = (typeof operations)[number]
export type Operation = Table['name']
type RecordOf<O extends Operation> = Extract<Table, { name: O }>
/** The parameters of an operation after their check. */
export type Parameters<O extends Operation = Operation> = { [P in O]: CheckedParameters<RecordOf<P>['fields']> }[O]
type Body<O extends Operation, P> = { /** chargepoint_id */ chargerId: string; remoteOperationType: O; parameters: P }
/** An operation for one charger. */
export type RemoteOperation = { [O in Operation]: Body<O, Parameters<O>> }[Operation]
/** An operation as a body gives it, before its check. */
export type GivenOperation = { [O in Operation]: Body<O, SentParameters<RecordOf<O>['fields']>> }[Operation]
export type GivenParameters<O extends Operation> = SentParameters<RecordOf<O>['fields']>
type WrittenFrom<R> = R extends OperationRecord<infer N, FieldSet, infer W> ? (W extends string ? N : never) : never
/** Operations whose request another feature writes of its records. */
export type WrittenElsewhere = WrittenFrom<Table>

const byName: ReadonlyMap<string, OperationRecord> = new Map(operations.map(o => [o.name, o as OperationRecord]))
/** Returns the record of an operation. */
export const operationOf = (name: Operation): OperationRecord => byName.get(name) as OperationRecord
/** Returns the record of an operation by a name that may be none: tasks of a program that is not here any more. */
export const knownOperation = (name: string): OperationRecord | undefined => byName.get(name)
/** True for operations that are listed under More operations. */
export const isMore = (name: string): boolean => [...more, ...of201].some(o => o.name === name)
