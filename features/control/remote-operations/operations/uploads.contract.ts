// GetDiagnostics and GetLog: the charge point uploads a file.

import { operation } from './operation.contract.ts'
import { address, choice, group, inOrder, maybeWhole, optional, retries, time } from './operation-field.contract.ts'

/** OCPP 1.6 has no bound of its own for a location; addresses signed for one download are long. */
export const MAX_LOCATION = 4000

const folder = {
  label: 'Location',
  picker: 'upload address',
  help: 'Folder that the charge point uploads to, such as https://files.example/logs or ftp://files.example/logs',
} as const
const from = { label: 'Start Date', help: 'Empty: from the first entry on' }
const to = { label: 'Stop Date', help: 'Empty: to the last entry' }

export const getDiagnostics = operation({
  name: 'GetDiagnostics',
  fields: {
    location: address(MAX_LOCATION, folder),
    ...retries,
    startDate: optional(time(from)),
    stopDate: optional(time(to)),
  },
  together: inOrder('startDate', 'stopDate'),
  wire: {
    ocpp16: {
      action: 'GetDiagnostics',
      request: ({ startDate: startTime, stopDate: stopTime, ...rest }) => ({ ...rest, startTime, stopTime }),
    },
  },
  plainAnswer: ({ fileName }) =>
    fileName ? `The charge point uploads ${String(fileName)}.` : 'The charge point has nothing to upload.',
  progress: 'DiagnosticsStatusNotification',
  form: {
    also: 'GetLog',
    help: 'Asks the charge point to upload its diagnostics.',
    says: charger => `Diagnostics of ${charger.chargepoint_id}`,
    order: ['location', 'startDate', 'stopDate', 'retries', 'retryInterval'],
  },
})

export const getLog = operation({
  name: 'GetLog',
  fields: {
    logType: choice(['DiagnosticsLog', 'SecurityLog'], { label: 'Log Type' }),
    log: group(
      {
        remoteLocation: address(512, folder),
        oldestTimestamp: optional(time(from)),
        latestTimestamp: optional(time(to)),
      },
      inOrder('oldestTimestamp', 'latestTimestamp'),
    ),
    requestId: maybeWhole(1),
    ...retries,
  },
  wire: {
    ocpp16: {
      action: 'GetLog',
      request: ({ requestId, ...rest }, number) => ({ ...rest, requestId: requestId ?? number }),
    },
  },
  isNumbered: true,
  answers: {
    Accepted: 'The charge point uploads the log.',
    AcceptedCanceled: 'The charge point uploads this log, and has given up the upload before.',
    Rejected: 'The charge point refused to upload the log.',
  },
  shows: 'file',
  progress: 'LogStatusNotification',
  form: {
    group: 'Firmware and logs',
    help: 'Asks the charge point to upload its diagnostics log or its security log.',
    says: (charger, { logType }) => `${String(logType)} of ${charger.chargepoint_id}`,
  },
})
