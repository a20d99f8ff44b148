// Firmware that a station fetches, and logs that it sends. 2.0.1 numbers each of them, also those that 1.6 does not.
import type { Request201 } from '@wattdesk/ocpp/ocpp201'
import { asTold, numberOf, type Say, said } from './said.ocpp201.ts'

type Retries = Pick<Request201<'GetLog'>, 'retries' | 'retryInterval'>
const retriesOf = ({ retries, retryInterval }: Retries): Retries => ({
  ...(retries !== undefined && { retries }),
  ...(retryInterval !== undefined && { retryInterval }),
})

/** What 1.6 answers without a status was accepted; any other status is told. */
const unlessTaken = (status: string, taken: { fileName?: string }): { fileName?: string; status?: string } =>
  status === 'Accepted' || status === 'AcceptedCanceled' ? taken : { status }

export const updateFirmware: Say<'UpdateFirmware'> = (saying, { location, retrieveDate, ...rest }) =>
  said(
    saying,
    'UpdateFirmware',
    {
      requestId: numberOf(saying),
      firmware: { location, retrieveDateTime: retrieveDate },
      ...retriesOf(rest),
    },
    ({ status }) => unlessTaken(status, {}),
  )

export const signedUpdateFirmware: Say<'SignedUpdateFirmware'> = (saying, { requestId, firmware, ...rest }) =>
  said(saying, 'UpdateFirmware', { requestId, firmware, ...retriesOf(rest) }, asTold)

export const getDiagnostics: Say<'GetDiagnostics'> = (saying, { location, startTime, stopTime, ...rest }) =>
  said(
    saying,
    'GetLog',
    {
      logType: 'DiagnosticsLog',
      requestId: numberOf(saying),
      log: {
        remoteLocation: location,
        ...(startTime !== undefined && { oldestTimestamp: startTime }),
        ...(stopTime !== undefined && { latestTimestamp: stopTime }),
      },
      ...retriesOf(rest),
    },
    // In 1.6 an answer without a name means that there is nothing to send.
    ({ status, filename = 'its log' }) => unlessTaken(status, { fileName: filename }),
  )

export const getLog: Say<'GetLog'> = (saying, { logType, requestId, log, ...rest }) =>
  said(saying, 'GetLog', { logType, requestId, log, ...retriesOf(rest) }, ({ status, filename }) => ({
    status,
    ...(filename !== undefined && { filename }),
  }))
