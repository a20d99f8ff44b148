// The state of a form as its parts read it: fields, save, errors, and what somebody else saved meanwhile.
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { Fields } from './fields.tsx'
import type { Mounted } from './form-setting.ts'
import type { Newer, useFormVersion } from './form-version.ts'
import type { Difference } from './record-version.ts'

/** Where a form stands. */
export type Frame = 'page' | 'card' | 'dialog'

export type RecordForm<V extends FieldValues> = {
  rhf: UseFormReturn<V>
  /** `<f.fields.Text name="name" label="Name" required />` with names checked. */
  fields: Fields<V>
  submit: () => void
  isSaving: boolean
  /** Something was typed that leaving would lose. */
  asksToLeave: boolean
  /** Written by the frame: on a page a refusal that names no field is a notice, in a card or dialog it stands on top. */
  frame: { current: Frame }
  readOnly: boolean
  /** Texts of the server that stand at no field. */
  error: string | undefined
  /** True when one of the fields so named, or beginning so, has an error: for the mark on a tab. */
  hasError: (...names: readonly string[]) => boolean
  /** Errors of the stored values of these names, as long as nobody has changed them. */
  storedProblems: (...names: readonly string[]) => readonly string[]
  /** Fields on the page, filled by them. */
  mounted: Mounted
  /** How the record stands to what somebody else saved meanwhile; FormConflict shows it. */
  version: ReturnType<typeof useFormVersion<V>>
  labelOf: (path: string) => string
  /** Takes the newer record as what the form was filled from, with `mine` typed over it; saves at once or not. */
  resolve: (newer: Newer<V>, mine: readonly Difference[], save: boolean) => void
  /** Puts the choice between theirs and ours off; a save asks again. */
  postpone: () => void
}
