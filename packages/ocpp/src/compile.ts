// From a schema to its validator: closures made once, every violation made once, nothing allocated on the good path.
import { hasOffset, instantOf } from './date-time.ts'
import type { OcppErrorCode } from './error-code.ts'
import type { Fields, Node, Schema } from './schema.ts'

/** A fault of a payload. `path` names the field, `meterValue[].timestamp`, and is '' for the payload itself. */
export interface Violation {
  readonly code: OcppErrorCode
  readonly path: string
  readonly text: string
}

/**
 * Called with each value that was accepted although it deviates from the standard: outside an open enumeration, or a
 * time without offset.
 */
export type OnOddValue = (path: string, value: string) => void

/**
 * Judges a payload: undefined when it fits, else the first violation. In received payloads a null in an optional field
 * is taken out of the object, since it counts as absent.
 */
export type Validate = (payload: unknown, onOddValue?: OnOddValue) => Violation | undefined

/**
 * The direction of a message: `call` judges a charger's request, `answer` a charger's answer (unknown fields are let
 * through), `sent` our own messages (nothing is tolerated: times in UTC, no null, no odd values).
 */
export type Mode = 'call' | 'answer' | 'sent'

type Values = Record<string, unknown>

/** The judgement of a protocol where protocols differ. */
export interface Strictness {
  /** The code of an unknown field. */
  readonly unknownField: OcppErrorCode
  /** The code of a payload that is no object. */
  readonly notObject: OcppErrorCode
  /** The code of a missing field, and of a list with too few or too many items. */
  readonly occurrence: OcppErrorCode
  /** The most decimals of a number that we send, unless its schema says fewer. */
  readonly sentDecimals: number
}

/** OCPP-J 1.6, table 7. */
export const strictness16: Strictness = {
  unknownField: 'FormationViolation',
  notObject: 'FormationViolation',
  occurrence: 'OccurenceConstraintViolation',
  sentDecimals: Number.POSITIVE_INFINITY,
}

/** OCPP-J 2.0.1, §4.3; numbers to a charging station have at most six decimals (part 2, §2.1.3). */
export const strictness201: Strictness = {
  unknownField: 'FormatViolation',
  notObject: 'ProtocolError',
  occurrence: 'OccurrenceConstraintViolation',
  sentDecimals: 6,
}

/** The validator of a schema. */
export const compile = (schema: Schema<unknown>, mode: Mode = 'call', strictness = strictness16): Validate =>
  check(schema, '', { ...strictness, mode })

/** How a schema is to be judged. */
type Judgement = Strictness & { readonly mode: Mode }

const violation = (code: OcppErrorCode, path: string, text: string): Violation => ({
  code,
  path,
  text: `${path === '' ? 'payload' : path}: ${text}`,
})

const check = ({ node }: Schema<unknown>, path: string, how: Judgement): Validate => {
  const isSent = how.mode === 'sent'
  switch (node.kind) {
    case 'str':
      return checkText(path, node.max)
    case 'int':
      return checkInteger(path, node.min, node.max)
    case 'dec':
      return checkDecimal(path, isSent ? Math.min(node.decimals, how.sentDecimals) : node.decimals)
    case 'bool':
      return checkBoolean(path)
    case 'date':
      return checkDate(path, isSent)
    case 'oneOf':
      return checkEnumeration(path, node.allowed)
    case 'open':
      return isSent ? checkEnumeration(path, node.allowed) : checkOpen(path, node.allowed, node.max)
    case 'obj':
      return checkObject(path, node, how)
    case 'list':
      return checkList(path, node, how)
    case 'any':
      return () => undefined
  }
}

const checkText = (path: string, max: number): Validate => {
  const wrongType = violation('TypeConstraintViolation', path, 'must be text')
  const tooLong = violation('PropertyConstraintViolation', path, `must have at most ${max} characters`)
  // Neither can be printed or kept in a database; half a character is a surrogate without its other half.
  const unprintable = violation('PropertyConstraintViolation', path, 'must not contain the zero character')
  const half = violation('PropertyConstraintViolation', path, 'must not contain half a character')
  return value => {
    if (typeof value !== 'string') return wrongType
    if (value.length > max && codePoints(value) > max) return tooLong
    if (value.includes('\0')) return unprintable
    return value.isWellFormed() ? undefined : half
  }
}

/** Lengths count characters, not their halves. */
const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

const checkInteger = (path: string, min: number, max: number): Validate => {
  const wrongType = violation('TypeConstraintViolation', path, 'must be a whole number')
  const outOfRange = violation('PropertyConstraintViolation', path, `must be from ${min} to ${max}`)
  return value => {
    if (!Number.isInteger(value)) return wrongType
    return (value as number) < min || (value as number) > max ? outOfRange : undefined
  }
}

const checkDecimal = (path: string, decimals: number): Validate => {
  const wrongType = violation('TypeConstraintViolation', path, 'must be a number')
  const tooFine = violation('PropertyConstraintViolation', path, `must have at most ${decimals} decimals`)
  return value => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return wrongType
    // The shortest text that reads back as the same number shows its decimals; toFixed rounds away what is too many.
    return decimals < 100 && Number(value.toFixed(decimals)) !== value ? tooFine : undefined
  }
}

const checkBoolean = (path: string): Validate => {
  const wrongType = violation('TypeConstraintViolation', path, 'must be true or false')
  return value => (typeof value === 'boolean' ? undefined : wrongType)
}

const checkDate = (path: string, isSent: boolean): Validate => {
  const wrongType = violation('TypeConstraintViolation', path, 'must be a date and time')
  const notUtc = violation('TypeConstraintViolation', path, 'must be in UTC')
  return (value, onOddValue) => {
    if (typeof value !== 'string' || instantOf(value) === undefined) return wrongType
    if (isSent) return value.endsWith('Z') ? undefined : notUtc
    if (onOddValue !== undefined && !hasOffset(value)) onOddValue(path, value)
    return undefined
  }
}

const checkEnumeration = (path: string, allowed: readonly string[]): Validate => {
  const wrongType = violation('TypeConstraintViolation', path, 'must be text')
  const unknown = violation('PropertyConstraintViolation', path, 'is not a value of its enumeration')
  return value => {
    if (typeof value !== 'string') return wrongType
    return allowed.includes(value) ? undefined : unknown
  }
}

const checkOpen = (path: string, allowed: readonly string[], max: number): Validate => {
  const text = checkText(path, max)
  return (value, onOddValue) => {
    if (allowed.includes(value as string)) return undefined
    const wrong = text(value)
    if (wrong === undefined) onOddValue?.(path, value as string)
    return wrong
  }
}

interface FieldCheck {
  readonly name: string
  readonly check: Validate
  readonly missing: Violation | undefined
}

const fieldChecks = (path: string, fields: Fields, how: Judgement, required: boolean): FieldCheck[] =>
  Object.entries(fields).map(([name, field]) => {
    const at = path === '' ? name : `${path}.${name}`
    return {
      name,
      check: check(field, at, how),
      missing: required ? violation(how.occurrence, at, 'is missing') : undefined,
    }
  })

const checkObject = (
  path: string,
  { required, optional, isOpen }: Extract<Node, { kind: 'obj' }>,
  how: Judgement,
): Validate => {
  const fields = [...fieldChecks(path, required, how, true), ...fieldChecks(path, optional, how, false)]
  const names = new Set(fields.map(field => field.name))
  const isSent = how.mode === 'sent'
  const takesMore = isOpen || how.mode === 'answer'
  const notObject = violation(path === '' ? how.notObject : 'TypeConstraintViolation', path, 'must be an object')
  return (value, onOddValue) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return notObject
    const values = value as Values
    let present = 0
    for (const field of fields) {
      const inside = values[field.name]
      if (inside === undefined || (inside === null && !isSent)) {
        if (field.missing !== undefined) return field.missing
        if (inside === null) delete values[field.name]
        continue
      }
      present++
      const wrong = field.check(inside, onOddValue)
      if (wrong !== undefined) return wrong
    }
    if (takesMore || countKeys(values) === present) return undefined
    return unknownField(how.unknownField, path, names, values)
  }
}

const countKeys = (values: Values): number => {
  let count = 0
  for (const _ in values) count++
  return count
}

const unknownField = (
  code: OcppErrorCode,
  path: string,
  names: ReadonlySet<string>,
  values: Values,
): Violation | undefined => {
  for (const name in values) {
    if (!names.has(name)) return violation(code, path, `has the unknown field ${name.slice(0, 50)}`)
  }
  return undefined
}

const checkList = (path: string, { item, min, max }: Extract<Node, { kind: 'list' }>, how: Judgement): Validate => {
  const checkItem = check(item, `${path}[]`, how)
  const wrongType = violation('TypeConstraintViolation', path, 'must be a list')
  const tooFew = violation(how.occurrence, path, `must have at least ${min} items`)
  const tooMany = violation(how.occurrence, path, `must have at most ${max} items`)
  return (value, onOddValue) => {
    if (!Array.isArray(value)) return wrongType
    if (value.length < min) return tooFew
    if (value.length > max) return tooMany
    for (const inside of value) {
      const wrong = checkItem(inside, onOddValue)
      if (wrong !== undefined) return wrong
    }
    return undefined
  }
}
