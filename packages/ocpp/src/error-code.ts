// The error codes of OCPP-J 1.6, table 7, in its own spelling ("Occurence"), and no others.

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
