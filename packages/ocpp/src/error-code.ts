// How a handler refuses a charger's call: with an error code that every protocol knows, or by not answering at all.

/** The error codes that OCPP-J 1.6 (table 7) and OCPP-J 2.0.1 (§4.3) share. */
export type SharedErrorCode =
  | 'NotImplemented'
  | 'NotSupported'
  | 'InternalError'
  | 'ProtocolError'
  | 'SecurityError'
  | 'PropertyConstraintViolation'
  | 'TypeConstraintViolation'
  | 'GenericError'

/** The error codes of all protocols: 1.6 has a spelling of its own ("Occurence"), 2.0.1 two codes more. */
export type OcppErrorCode =
  | SharedErrorCode
  | 'FormationViolation'
  | 'OccurenceConstraintViolation'
  | 'FormatViolation'
  | 'OccurrenceConstraintViolation'
  | 'RpcFrameworkError'
  | 'MessageTypeNotSupported'

/** Thrown by a handler to answer a charger's call with this CALLERROR; `text` goes over the wire. */
export class OcppError extends Error {
  readonly code: SharedErrorCode

  constructor(code: SharedErrorCode, text = '') {
    super(text)
    this.name = 'OcppError'
    this.code = code
  }
}

/**
 * Thrown by a handler that can do nothing now and may not answer: a CALLERROR would let the charger drop its message. No
 * answer goes out, the socket is closed with 1012 (service restart), and the charger sends the call again when it is back.
 */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}
