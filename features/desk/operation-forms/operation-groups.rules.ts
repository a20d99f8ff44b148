// What an operation is about: the groups below More operations, and what a search among the operations finds.
import type { Operation } from '#control/remote-operations/operations/operations.contract.ts'

/** In the order in which they stand; the first nine operations belong to none (D-OPS-2). */
const GROUPS = {
  'Settings and reports': ['GetConfiguration', 'GetBaseReport', 'GetReport', 'SetNetworkProfile', 'ResetEvse'],
  'Tags and reservations': [
    'ClearCache',
    'GetLocalListVersion',
    'SendLocalList',
    'ReserveNow',
    'CancelReservation',
    'CustomerInformation',
  ],
  Power: ['SetChargingProfile', 'ClearChargingProfile', 'GetCompositeSchedule', 'GetChargingProfiles'],
  Sessions: ['GetTransactionStatus', 'CostUpdated'],
  Monitoring: [
    'SetMonitoringBase',
    'SetMonitoringLevel',
    'SetVariableMonitoring',
    'ClearVariableMonitoring',
    'GetMonitoringReport',
  ],
  Messages: [
    'DataTransfer',
    'ExtendedTriggerMessage',
    'SetDisplayMessage',
    'GetDisplayMessages',
    'ClearDisplayMessage',
  ],
  'Firmware and logs': ['GetLog', 'SignedUpdateFirmware', 'PublishFirmware', 'UnpublishFirmware'],
  Security: [
    'CertificateSigned',
    'InstallCertificate',
    'GetInstalledCertificateIds',
    'DeleteCertificate',
    'RaiseSecurityProfile',
  ],
} satisfies Record<string, Operation[]>
export type OperationGroup = keyof typeof GROUPS
export const operationGroups = Object.keys(GROUPS) as OperationGroup[]
/** The group of an operation; undefined for the first nine. */
export const groupOf = (operation: string): OperationGroup | undefined =>
  operationGroups.find(group => (GROUPS[group] as string[]).includes(operation))

/** Whether every word of a search is in the name of an operation, in one word or several, or in what is said of it. */
export function isFoundBy(q: string, { operation, help }: { operation: string; help: string }): boolean {
  const text = `${operation} ${operation.replace(/([a-z])([A-Z])/g, '$1 $2')} ${help}`.toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
}
