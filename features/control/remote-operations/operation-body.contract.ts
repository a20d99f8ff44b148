// The bodies of remote operations (D-OPS-1, D-OPS-2), made of the fields of each operation. The schema of an operation's
// parameters is the schema of its form.
import { besideOthers } from '@wattdesk/base/field-checks'
import { secret } from '@wattdesk/base/secret'
import { z } from 'zod'
import {
  address,
  decimal,
  maybe,
  maybeWhole,
  oneOf,
  pem,
  type ReadTime,
  raw,
  readInstant,
  readLocal,
  text,
  time,
  tooLong,
  whole,
} from './operation-field-body.contract.ts'
import type { Field, FieldSet, Problem } from './operations/operation-field.contract.ts'
import {
  type GivenOperation,
  type GivenParameters,
  type Operation,
  operations,
  type Parameters,
  type RemoteOperation as RemoteOperationShape,
} from './operations/operations.contract.ts'

type Together = (values: never, isWrong: (field: string) => boolean) => readonly Problem[]
/** The schema of several fields, with the check of values that do not go together. */
function bodyOf(fields: FieldSet, together: Together | undefined, read: ReadTime): z.ZodType {
  const body = z.object(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field, read)])),
  )
  if (!together) return body
  return body.superRefine(
    (values, context) => {
      const isWrong = (field: string) => context.issues.some(issue => issue.path?.[0] === field)
      for (const { field, text: message } of together(values as never, isWrong))
        context.addIssue({ code: 'custom', path: [field], message, input: values[field] })
    },
    { when: besideOthers },
  )
}

function schemaOf(field: Field, read: ReadTime): z.ZodType {
  const plain = plainSchema(field, read)
  const { check, isSecret } = field
  const schema = check ? plain.refine(value => check.test(value as never), check.text) : plain
  if (isSecret) secret(schema, isSecret)
  if (!field.isOptional) return schema
  return field.kind === 'group' ? schema.optional() : maybe(schema)
}

function plainSchema(field: Field, read: ReadTime): z.ZodType {
  switch (field.kind) {
    case 'whole':
      return whole(field.min)
    case 'maybeWhole':
      return maybeWhole(field.min)
    case 'text':
      return field.pattern ? text(field.max).regex(...field.pattern) : text(field.max)
    case 'maybeEmpty': {
      const plain = z.string().trim().max(field.max, tooLong(field.max))
      return (field.pattern ? plain.regex(...field.pattern) : plain).optional()
    }
    case 'raw':
      return raw(field.max)
    case 'address':
      return address(field.max)
    case 'certificate':
      return pem(field.max)
    case 'choice':
      return oneOf(field.choices)
    case 'time':
      return time(read)
    case 'decimal':
      return decimal
    case 'group':
      return bodyOf(field.fields, field.together, read)
    case 'list': {
      const list = z.array(schemaOf(field.item, read)).max(field.max, field.tooMany).optional()
      return field.isTyped ? z.preprocess(listed, list) : list
    }
  }
}

/** A list as a form has it, in one text, separated by commas or lines. */
function listed(value: unknown): unknown {
  if (value === null) return undefined
  if (typeof value !== 'string') return value
  const entries = value.split(/[,\n]/).map(entry => entry.trim())
  return entries.some(entry => entry !== '') ? entries.filter(entry => entry !== '') : undefined
}

type Schemas = { readonly [O in Operation]: z.ZodType<Parameters<O>, GivenParameters<O>> }
const schemasOf = (read: ReadTime): Schemas =>
  Object.fromEntries(operations.map(o => [o.name, bodyOf(o.fields, o.together, read)])) as unknown as Schemas

/** The parameters of each operation (D-OPS-2, D-OCPP-10). Times are instants. */
export const parameters = schemasOf(readInstant)
/** The same as the forms write them: times on the browser's clock, returned as instants (D-OPS-6). */
export const formParameters = schemasOf(readLocal)

const named = (name: Operation) =>
  z.object({
    /** chargepoint_id */
    chargerId: text(60),
    remoteOperationType: z.literal(name),
    parameters: parameters[name],
  })
type Named = ReturnType<typeof named>
export const RemoteOperation = z.discriminatedUnion(
  'remoteOperationType',
  operations.map(o => named(o.name)) as [Named, ...Named[]],
  { error: issue => (issue.code === 'invalid_union' ? 'Unknown operation' : undefined) },
) as unknown as z.ZodType<RemoteOperationShape, GivenOperation>
