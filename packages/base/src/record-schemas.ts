// The schemas of a record, derived from its fields (record.ts): bodies with the texts of D-GEN-11, and replies.
import { z } from 'zod'
import { missingOr } from './field-checks.ts'
import {
  optionalLine,
  optionalPhone,
  optionalText,
  requiredEmail,
  requiredLine,
  requiredPhone,
  requiredText,
} from './fields.ts'
import { isUploaded, link } from './file-link.ts'
import { isEmail } from './identifiers.ts'
import { isRupees } from './money.ts'
import type {
  BodyValue,
  Field,
  FieldSetting,
  IsOptional,
  NewName,
  RecordFields,
  ShownValue,
  TypedValue,
  WrittenName,
} from './record.ts'
import { invalidEmail, mustBeNumber, required, tooManyDecimals } from './text.ts'

/** The schema of one field. Zod reads from `optin` that an object may lack the name. */
type Typed<X> = z.ZodType<BodyValue<X>, TypedValue<X>> &
  (IsOptional<X> extends true ? { _zod: { optin: 'optional' } } : unknown)
type Body<F, K extends keyof F> = z.ZodObject<{ [N in K]: Typed<F[N]> }>
type Kept<X> = z.ZodOptional<z.ZodType<BodyValue<X>, TypedValue<X>>>
type Writer<X> = X extends Field<unknown, boolean, infer W> ? W : never
type Change<F, K extends keyof F> = z.ZodObject<{
  [N in K]: IsOptional<F[N]> extends true ? Kept<F[N]> : Writer<F[N]> extends 'changes' ? Kept<F[N]> : Typed<F[N]>
}>
type ReplyShape<F extends RecordFields> = {
  [K in keyof F as Writer<F[K]> extends 'lists' ? never : K]: z.ZodType<ShownValue<F[K]>>
}

/** A day from 1950 to 2199 that the calendar has, `yyyy-MM-dd`. */
const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`)
  if (!/^(19[5-9]|2[01]\d)\d-\d\d-\d\d$/.test(text) || Number.isNaN(at.getTime())) return false
  return at.toISOString().startsWith(text)
}

/** The error of a value that is none of the field's options. */
const wrongOption = ({ options = [], wrongOption: text }: FieldSetting): string =>
  text ?? `Please select one of ${options.map(o => o.value).join(', ')}`

function numberSchema({ label, min = 0, max, decimals, isOptional }: FieldSetting): z.ZodType {
  const wrong = mustBeNumber(label)
  let schema = z.number({ error: isOptional ? wrong : missingOr(required(label), wrong) })
  schema = schema.min(min, `${label} should be ${min} or more`)
  if (max !== undefined) schema = schema.max(max, `${label} should be ${max.toLocaleString('en-US', PLAIN)} or less`)
  if (decimals === 0) return schema.refine(Number.isInteger, `${label} must be a whole number`)
  return decimals === 2 ? schema.refine(isRupees, tooManyDecimals(label, 2)) : schema
}
const PLAIN = { useGrouping: false } as const

/** A value that is there; for texts, the empty text of an optional field too. */
function presentSchema(setting: FieldSetting): z.ZodType {
  const schema = kindSchema(setting)
  return setting.isUpper ? schema.transform(value => (typeof value === 'string' ? value.toUpperCase() : value)) : schema
}
function kindSchema(setting: FieldSetting): z.ZodType {
  const { kind, label, max = 0, options = [], flags = [true, false], isOptional, mayBeEmpty } = setting
  switch (kind) {
    case 'email':
      return isOptional
        ? optionalText(label, max).refine(text => !text || isEmail(text), invalidEmail)
        : requiredEmail(label, max)
    case 'phone':
      return isOptional ? optionalPhone(label) : requiredPhone(label)
    case 'choice':
    case 'state': {
      const values = options.map(o => o.value)
      const wrong = wrongOption(setting)
      if (isOptional) return z.union([z.enum(values), z.literal('')], wrong)
      return z.enum(values, { error: missingOr(required(label), wrong) })
    }
    case 'flag': {
      const wrong = `${label} must be ${flags.join(' or ')}`
      return z.literal(flags, { error: isOptional ? wrong : missingOr(required(label), wrong) })
    }
    case 'number':
    case 'money':
      return numberSchema(setting)
    case 'day': {
      const wrong = `${label} must be a date`
      const day = z.string({ error: isOptional ? wrong : missingOr(required(label), wrong) }).trim()
      return day.refine(text => (isOptional && text === '') || isDay(text), wrong)
    }
    case 'text':
      return isOptional || mayBeEmpty ? optionalLine(label, max) : requiredLine(label, max)
    case 'file':
      return link(label, isUploaded)
    default:
      return isOptional || mayBeEmpty ? optionalText(label, max) : requiredText(label, max)
  }
}

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === ''
/** The schema of a value by itself, such as a cell of a file; empty only where the field may be empty. */
export const valueSchema = ({ setting }: Field): z.ZodType => checkedSchema(setting)
function checkedSchema(setting: FieldSetting): z.ZodType {
  return setting.checks.reduce<z.ZodType>(
    (schema, { passes, error }) =>
      schema.refine(value => isMissing(value) || passes(value as never), {
        error: typeof error === 'string' ? error : () => error(),
      }),
    presentSchema(setting),
  )
}

/** `missing` is the meaning of an optional field that a body does not name: no value, or the value as stored. */
function fieldSchema({ setting }: Field, missing: 'none' | 'as it is'): z.ZodType {
  const schema = checkedSchema(setting)
  if (missing === 'as it is' && setting.writtenBy === 'changes' && !setting.isOptional) return schema.optional()
  if (setting.mayBeEmpty) return schema.transform(value => value ?? '')
  if (!setting.isOptional) return schema
  // 0 is a value, unlike the empty text.
  const none = (value: unknown) => (value === undefined && missing === 'as it is' ? undefined : null)
  return schema.nullish().transform(value => (isMissing(value) ? none(value) : value))
}
const shapeOf = (fields: RecordFields, schemaOf: (f: Field) => z.ZodType, isIn: (s: FieldSetting) => boolean) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, f]) => isIn(f.setting))
      .map(([name, f]) => [name, schemaOf(f).meta({ field: f.setting })]),
  )

/** The body of a new record, or of a change that replaces the record: an optional field that is missing has no value. */
export const bodySchema = <F extends RecordFields>(fields: F): Body<F, NewName<F>> =>
  z.object(
    shapeOf(
      fields,
      f => fieldSchema(f, 'none'),
      s => s.writtenBy === 'every body',
    ),
  ) as unknown as Body<F, NewName<F>>

/** The body of a change: optional fields that the body does not name stay as they are (undefined). */
export const changeSchema = <F extends RecordFields>(fields: F): Change<F, WrittenName<F>> =>
  z.object(
    shapeOf(
      fields,
      f => fieldSchema(f, 'as it is'),
      s => s.writtenBy === 'every body' || s.writtenBy === 'changes',
    ),
  ) as unknown as Change<F, WrittenName<F>>

function replyField({ setting: { kind, options = [], flags = [true, false], isOptional } }: Field): z.ZodType {
  const present =
    kind === 'key'
      ? z.number().int()
      : kind === 'number' || kind === 'money'
        ? z.number()
        : kind === 'state'
          ? z.enum(options.map(o => o.value))
          : kind === 'flag'
            ? z.literal(flags)
            : z.string()
  return isOptional ? present.nullable() : present
}

/**
 * A record in replies, with all its fields; `id` names the shape in the description of the interface.
 *
 * @param beside Further values of the reply, which no field describes.
 */
export const replySchema = <F extends RecordFields, const B extends z.ZodRawShape = Record<never, never>>(
  fields: F,
  id: string,
  beside?: B,
): z.ZodObject<ReplyShape<F> & B> =>
  z
    .object({ ...shapeOf(fields, replyField, s => s.writtenBy !== 'lists'), ...beside })
    .meta({ id }) as unknown as z.ZodObject<ReplyShape<F> & B>

declare module 'zod' {
  interface GlobalMeta {
    /** The declaration of the field, for the description of the API. */
    field?: FieldSetting
    /** The schema by which a value is checked later, for the description of the API. */
    as?: object
  }
}
