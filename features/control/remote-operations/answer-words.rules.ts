// The meaning of a charge point's answer to an operation, in a sentence beside its raw word (D-OPS-4; OCPP 1.6 §5, §7;
// security extension for certificates, logs and signed firmware). The record of an operation has the sentences of its
// own (operations/).
import { knownOperation } from './operations/operations.contract.ts'

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

export type Answer = { operation: string; response: string | null; details?: unknown }
/** Returns the sentence for an answer, done or refused; empty where its word says enough. */
export function answerWords({ operation, response, details }: Answer): string {
  const { plainAnswer, answers } = knownOperation(operation) ?? {}
  if (response === null) return plainAnswer?.(fieldsOf(details)) ?? ''
  return answers?.[response] ?? ANY[response] ?? ''
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
