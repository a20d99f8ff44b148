// The meaning of a charge point's answer to an operation, in a sentence beside its raw word (D-OPS-4; OCPP 1.6 §5, §7;
// security extension for certificates, logs and signed firmware).
import type { Operation } from './operation-body.contract.ts'

/** By operation and answer. */
const WORDS: { readonly [O in Operation]?: Readonly<Record<string, string>> } = {
  ChangeAvailability: {
    Accepted: 'The charge point has changed it.',
    Scheduled: 'A session is running: the charge point changes it when the session has ended.',
  },
  ChangeConfiguration: {
    Accepted: 'The charge point uses the value from now on.',
    RebootRequired: 'The charge point has kept the value and uses it after its next restart: send Reset to restart it.',
    Rejected: 'The charge point knows this key but does not take the value, or the key can only be read.',
    NotSupported: 'The charge point does not know this key.',
  },
  RemoteStart: { Rejected: 'The charge point refused. The connector may be in use, or no vehicle is plugged in.' },
  RemoteStop: {
    Accepted: 'The charge point ends the session.',
    Rejected: 'The charge point refused. The session may have ended already.',
  },
  Reset: {
    Accepted: 'The charge point restarts. It is away for some minutes.',
    Rejected: 'The charge point refused. A session may still be running.',
  },
  TriggerMessage: {
    Accepted: 'The charge point sends the message.',
    Rejected: 'The charge point refused to send this message now.',
    NotImplemented: 'The charge point cannot send this message when asked.',
  },
  UnlockConnector: {
    Unlocked: 'The plug can be taken out.',
    UnlockFailed: 'The lock did not open. The plug may be jammed, so somebody has to look at it.',
    NotSupported: 'This connector has no lock that can be opened from here.',
  },
  ClearCache: {
    Accepted: 'The charge point asks the server about each tag again.',
    Rejected: 'The charge point did not empty its cache. It may have none.',
  },
  DataTransfer: {
    Accepted: 'The charge point has taken the message.',
    Rejected: 'The charge point knows the message but refused it.',
    UnknownMessageId: 'The charge point knows the vendor but not this message.',
    UnknownVendorId: 'The charge point does not know this vendor.',
  },
  SendLocalList: {
    Accepted: 'The charge point has taken the list.',
    Failed: 'The charge point could not store the list and keeps the one before.',
    NotSupported: 'The charge point keeps no local list.',
    VersionMismatch: 'The charge point has another version than these changes are for: send a full list.',
  },
  ReserveNow: {
    Accepted: 'The connector is reserved.',
    Faulted: 'The connector has a fault and cannot be reserved.',
    Occupied: 'The connector is in use or reserved already.',
    Rejected: 'The charge point takes no reservations.',
    Unavailable: 'The connector is out of service and cannot be reserved.',
  },
  CancelReservation: {
    Accepted: 'The reservation has ended.',
    Rejected: 'The charge point has no reservation with this number.',
  },
  SetChargingProfile: {
    Rejected: 'The charge point does not take this profile.',
    NotSupported: 'The charge point does not support charging profiles of this kind.',
  },
  ClearChargingProfile: { Unknown: 'No profile that fits was installed on the charge point.' },
  GetCompositeSchedule: { Rejected: 'The charge point cannot tell its schedule.' },
  GetLog: {
    Accepted: 'The charge point uploads the log.',
    AcceptedCanceled: 'The charge point uploads this log, and has given up the upload before.',
    Rejected: 'The charge point refused to upload the log.',
  },
  SignedUpdateFirmware: {
    Accepted: 'The charge point fetches the firmware, checks its signature and installs it.',
    AcceptedCanceled: 'The charge point takes this update, and has given up the one before.',
    Rejected: 'The charge point refused. Another update may be under way.',
    InvalidCertificate: 'The charge point does not trust the signing certificate. Its manufacturer may have another.',
    RevokedCertificate: 'The signing certificate has been revoked. Ask the manufacturer for another.',
  },
  ExtendedTriggerMessage: {
    Accepted: 'The charge point sends the message.',
    Rejected: 'The charge point refused to send this message now.',
    NotImplemented: 'The charge point cannot send this message when asked.',
  },
  CertificateSigned: {
    Accepted: 'The charge point has taken the certificate and signs in with it from now on.',
    Rejected: 'The charge point does not take the certificate. It may not fit the key of the charge point.',
  },
  InstallCertificate: {
    Accepted: 'The certificate is installed.',
    Failed: 'The charge point could not store the certificate. It may have no room for more.',
    Rejected: 'The charge point does not take this certificate. It may hold it to be invalid.',
  },
  GetInstalledCertificateIds: { NotFound: 'The charge point has no certificate of this type.' },
  DeleteCertificate: {
    Accepted: 'The certificate is deleted.',
    Failed: 'The charge point could not delete the certificate. It may be in use.',
    NotFound: 'The charge point has no such certificate. It may have been deleted already.',
  },
}

/** For answers for which an operation has no sentence of its own. */
const ANY: Readonly<Record<string, string>> = {
  Scheduled: 'The charge point does it later.',
  RebootRequired: 'The charge point has to restart for this.',
  NotSupported: 'The charge point does not support this.',
  NotImplemented: 'The charge point does not know this operation.',
}

/** Errors of the protocol by their codes (OCPP-J 1.6, table 7). */
const CODES: Readonly<Record<string, string>> = {
  NotImplemented: 'The charge point does not know this operation.',
  NotSupported: 'The charge point does not support this operation.',
  SecurityError: 'The charge point refused for reasons of security.',
  InternalError: 'Something went wrong in the charge point. Whether it did it is not known.',
  GenericError: 'Something went wrong in the charge point. Whether it did it is not known.',
}
const UNREAD = 'The charge point could not make sense of the request.'

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (details: unknown): Fields =>
  typeof details === 'object' && details !== null ? (details as Fields) : {}

/** The sentences for answers without a status. */
function plain(operation: string, details: Fields): string {
  const { fileName, listVersion } = details
  switch (operation) {
    case 'GetDiagnostics':
      return fileName ? `The charge point uploads ${String(fileName)}.` : 'The charge point has nothing to upload.'
    case 'UpdateFirmware':
      return 'The charge point fetches and installs the firmware at the time that was set.'
    case 'GetLocalListVersion':
      if (listVersion === -1) return 'The charge point keeps no local list.'
      return listVersion === 0 ? 'The local list is empty.' : `The local list has version ${String(listVersion)}.`
    default:
      return ''
  }
}

export type Answer = { operation: string; response: string | null; details?: unknown }
/** Returns the sentence for an answer, done or refused; empty where its word says enough. */
export function answerWords({ operation, response, details }: Answer): string {
  if (response === null) return plain(operation, fieldsOf(details))
  return WORDS[operation as Operation]?.[response] ?? ANY[response] ?? ''
}

/** Returns the code of an OCPP error; undefined where the charge point gave another answer or none. */
export function codeIn(details: unknown): string | undefined {
  const { errorCode } = fieldsOf(details)
  return typeof errorCode === 'string' ? errorCode : undefined
}
/** Returns the sentence for an OCPP error; undefined where the charge point gave another answer or none. */
export function codeWords(details: unknown): string | undefined {
  const code = codeIn(details)
  return code === undefined ? undefined : (CODES[code] ?? UNREAD)
}
