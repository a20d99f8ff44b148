// What an operation is about: the groups below More operations, and what a search among the operations finds.
import type { Operation } from '#control/remote-operations/operations/operations.contract.ts'

/** In the order in which they stand. */
export const operationGroups = [
  'Settings and reports',
  'Tags and reservations',
  'Power',
  'Sessions',
  'Monitoring',
  'Messages',
  'Firmware and logs',
  'Security',
] as const
export type OperationGroup = (typeof operationGroups)[number]
/** The first nine, which belong to no group (D-OPS-2). */
type First =
  | 'ChangeAvailability'
  | 'ChangeConfiguration'
  | 'RemoteStart'
  | 'RemoteStop'
  | 'GetDiagnostics'
  | 'Reset'
  | 'UpdateFirmware'
  | 'TriggerMessage'
  | 'UnlockConnector'

const GROUPS: { readonly [O in Exclude<Operation, First>]: OperationGroup } = {
  GetConfiguration: 'Settings and reports',
  GetBaseReport: 'Settings and reports',
  GetReport: 'Settings and reports',
  SetNetworkProfile: 'Settings and reports',
  ResetEvse: 'Settings and reports',
  ClearCache: 'Tags and reservations',
  GetLocalListVersion: 'Tags and reservations',
  SendLocalList: 'Tags and reservations',
  ReserveNow: 'Tags and reservations',
  CancelReservation: 'Tags and reservations',
  CustomerInformation: 'Tags and reservations',
  SetChargingProfile: 'Power',
  ClearChargingProfile: 'Power',
  GetCompositeSchedule: 'Power',
  GetChargingProfiles: 'Power',
  GetTransactionStatus: 'Sessions',
  CostUpdated: 'Sessions',
  SetMonitoringBase: 'Monitoring',
  SetMonitoringLevel: 'Monitoring',
  SetVariableMonitoring: 'Monitoring',
  ClearVariableMonitoring: 'Monitoring',
  GetMonitoringReport: 'Monitoring',
  DataTransfer: 'Messages',
  ExtendedTriggerMessage: 'Messages',
  SetDisplayMessage: 'Messages',
  GetDisplayMessages: 'Messages',
  ClearDisplayMessage: 'Messages',
  GetLog: 'Firmware and logs',
  SignedUpdateFirmware: 'Firmware and logs',
  PublishFirmware: 'Firmware and logs',
  UnpublishFirmware: 'Firmware and logs',
  CertificateSigned: 'Security',
  InstallCertificate: 'Security',
  GetInstalledCertificateIds: 'Security',
  DeleteCertificate: 'Security',
  RaiseSecurityProfile: 'Security',
}
/** The group of an operation; undefined for the first nine. */
export const groupOf = (operation: string): OperationGroup | undefined => GROUPS[operation as keyof typeof GROUPS]

/** Whether every word of a search is in the name of an operation, in one word or several, or in what is said of it. */
export function isFoundBy(q: string, { operation, help }: { operation: string; help: string }): boolean {
  const text = `${operation} ${operation.replace(/([a-z])([A-Z])/g, '$1 $2')} ${help}`.toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
}
