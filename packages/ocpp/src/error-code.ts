// How a handler refuses a charger's call: with an error code of OCPP-J 1.6, table 7, in its own spelling ("Occurence"), and
// no others; or by not answering at all.

export type OcppErrorCode =
  | 'NotImplemented'
  | 'NotSupported'
  | 'InternalError'
  | 'ProtocolError'
  | 'SecurityError'
  | 'FormationViolation'
  | 'PropertyConstraintViolation'
  | 'OccurenceConstraintViolation'
  | 'TypeConstraintViolation'
  | 'GenericError'

/** Thrown by a handler to answer a charger's call with this CALLERROR; `text` goes over the wire. */
export class OcppError extends Error {
  readonly code: OcppErrorCode

  constructor(code: OcppErrorCode, text = '') {
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
