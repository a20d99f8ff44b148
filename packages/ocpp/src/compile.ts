// From a schema to its validator: closures made once, every violation made once, nothing allocated on the good path.
import { hasOffset, instantOf } from './date-time.ts'
import type { OcppErrorCode } from './error-code.ts'
import type { Fields, Schema } from './schema.ts'

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

/** The validator of a schema. */
export const compile = (schema: Schema<unknown>, mode: Mode = 'call'): Validate => check(schema, '', mode)

const violation = (code: OcppErrorCode, path: string, text: string): Violation => ({
  code,
  path,
  text: `${path === '' ? 'payload' : path}: ${text}`,
})

const check = ({ node }: Schema<unknown>, path: string, mode: Mode): Validate => {
  switch (node.kind) {
    case 'str':
      return checkText(path, node.max)
    case 'int':
      return checkInteger(path, node.min, node.max)
    case 'dec':
      return checkDecimal(path, node.decimals)
    case 'bool':
      return checkBoolean(path)
    case 'date':
      return checkDate(path, mode)
    case 'oneOf':
      return checkEnumeration(path, node.allowed)
    case 'open':
      return mode === 'sent' ? checkEnumeration(path, node.allowed) : checkOpen(path, node.allowed, node.max)
    case 'obj':
      return checkObject(path, node.required, node.optional, mode)
    case 'list':
      return checkList(path, node.item, node.min, mode)
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

const checkDate = (path: string, mode: Mode): Validate => {
  const wrongType = violation('TypeConstraintViolation', path, 'must be a date and time')
  const notUtc = violation('TypeConstraintViolation', path, 'must be in UTC')
  return (value, onOddValue) => {
    if (typeof value !== 'string' || instantOf(value) === undefined) return wrongType
    if (mode === 'sent') return value.endsWith('Z') ? undefined : notUtc
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

const fieldChecks = (path: string, fields: Fields, mode: Mode, required: boolean): FieldCheck[] =>
  Object.entries(fields).map(([name, field]) => {
    const at = path === '' ? name : `${path}.${name}`
    return {
      name,
      check: check(field, at, mode),
      missing: required ? violation('OccurenceConstraintViolation', at, 'is missing') : undefined,
    }
  })

const checkObject = (path: string, required: Fields, optional: Fields, mode: Mode): Validate => {
  const fields = [...fieldChecks(path, required, mode, true), ...fieldChecks(path, optional, mode, false)]
  const names = new Set(fields.map(field => field.name))
  const notObject =
    path === ''
      ? violation('FormationViolation', path, 'must be an object')
      : violation('TypeConstraintViolation', path, 'must be an object')
  return (value, onOddValue) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return notObject
    const values = value as Values
    let present = 0
    for (const field of fields) {
      const inside = values[field.name]
      if (inside === undefined || (inside === null && mode !== 'sent')) {
        if (field.missing !== undefined) return field.missing
        if (inside === null) delete values[field.name]
        continue
      }
      present++
      const wrong = field.check(inside, onOddValue)
      if (wrong !== undefined) return wrong
    }
    return mode === 'answer' || countKeys(values) === present ? undefined : unknownField(path, names, values)
  }
}

const countKeys = (values: Values): number => {
  let count = 0
  for (const _ in values) count++
  return count
}

const unknownField = (path: string, names: ReadonlySet<string>, values: Values): Violation | undefined => {
  for (const name in values) {
    if (!names.has(name)) return violation('FormationViolation', path, `has the unknown field ${name.slice(0, 50)}`)
  }
  return undefined
}

const checkList = (path: string, item: Schema<unknown>, min: number, mode: Mode): Validate => {
  const checkItem = check(item, `${path}[]`, mode)
  const wrongType = violation('TypeConstraintViolation', path, 'must be a list')
  const tooFew = violation('OccurenceConstraintViolation', path, `must have at least ${min} items`)
  return (value, onOddValue) => {
    if (!Array.isArray(value)) return wrongType
    if (value.length < min) return tooFew
    for (const inside of value) {
      const wrong = checkItem(inside, onOddValue)
      if (wrong !== undefined) return wrong
    }
    return undefined
  }
}
