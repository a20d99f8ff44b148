// The fields of a remote operation, declared once: how a value is checked, and the input that asks for it. The schemas of
// bodies and forms are made of these fields (../operation-schema.contract.ts), and so is the form on screen. No zod here:
// screens that show answers of tasks load the operations too (docs/decisions/0023-schemas-come-with-forms.md).

export const REQUIRED = 'This field is required'

/** A choice among records of one kind, or an address that the portal offers. */
export type Picker = 'connector' | 'transaction' | 'tag' | 'profile' | 'upload address'

/** How a form asks for a field; a field without an input is filled in by the product, or only given by programs. */
export type Input = {
  label: string
  help?: string
  /** A picker takes the place of the plain input for the kind of field. */
  picker?: Picker
  unit?: string
  placeholder?: string
  /** Takes the whole width. */
  wide?: true
  /** The height of a text of several lines. */
  rows?: number
  /** The words for an optional field that is left open. */
  open?: string
  /** The choices in the order of the form, where the order of the schema is another. */
  choices?: readonly string[]
  /** Marked as required although a body may leave the field out. */
  required?: true
  /** The value before anything is typed; empty where it is left out. */
  initial?: string
  /** Offers the whole charge point as connector 0. */
  withWhole?: true
  /** Offers stored profiles of this purpose alone. */
  purpose?: string
}

/** A condition that a value has to meet, and the error where it does not. */
type Check = { test: (value: never) => boolean; text: string }
/** A condition on the values of several fields: the field to blame, and the error. */
export type Problem = { field: string; text: string }
/**
 * Returns the problems of values that do not go together. `isWrong` tells whether a field has an error of its own; a value
 * that cannot be read may be of any type.
 */
type Together<V> = (values: V, isWrong: (field: string) => boolean) => readonly Problem[]

type Common = {
  readonly input?: Input | undefined
  readonly isOptional?: true
  readonly check?: Check
  /** Whether the value is a secret, given the values beside it (packages/base/src/secret.ts). */
  readonly isSecret?: (beside: Readonly<Record<string, unknown>>) => boolean
}
type Setting = Common &
  (
    | { readonly kind: 'whole' | 'maybeWhole'; readonly min: number }
    | {
        readonly kind: 'text' | 'maybeEmpty' | 'raw'
        readonly max: number
        readonly pattern?: readonly [RegExp, string]
      }
    | { readonly kind: 'address' | 'certificate'; readonly max: number }
    | { readonly kind: 'choice'; readonly choices: readonly [string, ...string[]] }
    | { readonly kind: 'time' | 'decimal' }
    | {
        readonly kind: 'list'
        readonly item: Field
        readonly max: number
        readonly tooMany: string
        readonly isTyped?: true
      }
    | { readonly kind: 'group'; readonly fields: FieldSet; readonly together?: Together<never> | undefined }
  )
/** A field; `Out` is its value after the check, `In` before. */
export type Field<Out = unknown, In = unknown> = Setting & { readonly types?: { out: Out; in: In } }
export type FieldSet = { readonly [name: string]: Field }

type Flat<T> = { [N in keyof T]: T[N] }
type OutOf<F> = F extends Field<infer O, unknown> ? O : never
type InOf<F> = F extends Field<unknown, infer I> ? I : never
type NamesOf<S> = keyof S
type OpenOut<S> = { [N in NamesOf<S>]: undefined extends OutOf<S[N]> ? N : never }[NamesOf<S>]
type OpenIn<S> = { [N in NamesOf<S>]: undefined extends InOf<S[N]> ? N : never }[NamesOf<S>]
/** The values of fields after their check. */
export type CheckedParameters<S> = Flat<
  { -readonly [N in Exclude<NamesOf<S>, OpenOut<S>>]: OutOf<S[N]> } & {
    -readonly [N in OpenOut<S>]?: OutOf<S[N]>
  }
>
/** The values of fields as a body or a form gives them. */
export type SentParameters<S> = Flat<
  { -readonly [N in Exclude<NamesOf<S>, OpenIn<S>>]: InOf<S[N]> } & { -readonly [N in OpenIn<S>]?: InOf<S[N]> }
>

/** A whole number of 32 bits. */
export const whole = (min: number, input?: Input): Field<number, number | string> => ({ kind: 'whole', min, input })
/** A whole number that may be left out. */
export const maybeWhole = (
  min: number,
  input?: Input,
): Field<number | undefined, number | string | null | undefined> => ({
  kind: 'maybeWhole',
  min,
  input,
})
/** A number that may have decimals and be negative. */
export const decimal = (input?: Input): Field<number, number | string> => ({ kind: 'decimal', input })
/** A text without spaces around it, of which `pattern` may ask more. */
export const text = (max: number, input?: Input, pattern?: readonly [RegExp, string]): Field<string, string> => ({
  kind: 'text',
  max,
  input,
  ...(pattern && { pattern }),
})
/** A text that may be empty or left out. */
export const maybeEmpty = (
  max: number,
  input?: Input,
  pattern?: readonly [RegExp, string],
): Field<string | undefined, string | undefined> => ({ kind: 'maybeEmpty', max, input, ...(pattern && { pattern }) })
/** A text that is sent with its spaces and lines. */
export const raw = (max: number, input?: Input): Field<string, string> => ({ kind: 'raw', max, input })
export const choice = <const V extends readonly [string, ...string[]]>(
  choices: V,
  input?: Input,
): Field<V[number], V[number]> => ({ kind: 'choice', choices, input })
/** The address of a file or a folder, with its protocol. */
export const address = (max: number, input?: Input): Field<string, string> => ({ kind: 'address', max, input })
/** Certificates as PEM. */
export const certificate = (max: number, input?: Input): Field<string, string> => ({ kind: 'certificate', max, input })
/** A date and time: an instant in a body, on the browser's clock in a form (D-OPS-6). */
export const time = (input?: Input): Field<string, string> => ({ kind: 'time', input })

type ListSetting = { max: number; tooMany: string; input?: Input }
/** Several values, of which none is required. */
export const list = <O, I>(item: Field<O, I>, setting: ListSetting): Field<O[] | undefined, I[] | undefined> => ({
  kind: 'list',
  item,
  ...setting,
})
/** The same, which a form has in one text, separated by commas or lines. */
export const typedList = <O, I>(
  item: Field<O, I>,
  setting: ListSetting,
): Field<O[] | undefined, I[] | string | null | undefined> => ({ kind: 'list', isTyped: true, item, ...setting })
/** Fields within a field. */
export const group = <const S extends FieldSet>(
  fields: S,
  together?: Together<CheckedParameters<S>>,
): Field<CheckedParameters<S>, SentParameters<S>> => ({ kind: 'group', fields, together })

/** The same field, which may be left out or empty. */
export const optional = <O, I>(field: Field<O, I>): Field<O | undefined, I | '' | null | undefined> => ({
  ...field,
  isOptional: true,
})
/** The same field with a further condition on its value. */
export const withCheck = <O, I>(field: Field<O, I>, test: (value: O) => boolean, message: string): Field<O, I> => ({
  ...field,
  check: { test, text: message },
})
/** The same field, which is a secret where the values beside it say so. */
export const secretIf = <O, I>(
  field: Field<O, I>,
  isSecret: (beside: Readonly<Record<string, unknown>>) => boolean,
): Field<O, I> => ({ ...field, isSecret })

/** Refuses an end that is not after its start, on the field of the end. */
export const inOrder =
  (start: string, end: string) =>
  (values: Readonly<Record<string, unknown>>, isWrong: (field: string) => boolean): readonly Problem[] => {
    // A time that cannot be read has its own error and is not compared.
    if (isWrong(start) || isWrong(end)) return []
    const [from, to] = [values[start], values[end]]
    // Both are UTC in ISO, so their texts are in the order of their times.
    const isBefore = typeof from === 'string' && typeof to === 'string' && to <= from
    return isBefore ? [{ field: end, text: 'Must be after the start' }] : []
  }

type ConnectorInput = Pick<Input, 'withWhole' | 'open' | 'required' | 'initial'>
/** A connector of the charge point; with `withWhole`, connector 0 is the whole charge point. */
export const connector = (input: ConnectorInput = {}): Field<number, number | string> =>
  whole(input.withWhole ? 0 : 1, { label: 'Connector', picker: 'connector', ...input })
/** A tag that is valid on the charge point, or a typed one (D-OPS-7). */
export const tag = (): Field<string, string> => text(20, { label: 'Tag', picker: 'tag' })
/** A stored charging profile, whose request features/power/charging-profiles writes. */
export const profile = (input: Pick<Input, 'open' | 'purpose'> = {}): Field<number, number | string> =>
  whole(1, { label: 'Charging profile', picker: 'profile', ...input })

/** How often a transfer that failed is tried again. */
export const retries = {
  retries: maybeWhole(0, { label: 'Retries', unit: 'times', help: 'Empty: the charge point decides' }),
  retryInterval: maybeWhole(0, { label: 'Retry Interval', unit: 's', help: 'Empty: the charge point decides' }),
}
