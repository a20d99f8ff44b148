// The state of one form over a zod schema: values, checks, the question before a save, the save, and the server's
// objections, field by field.
import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { speakPlainly } from '@wattdesk/base/issues'
import { CallError, keyOf } from '@wattdesk/wire/call'
import type { AnyEndpoint } from '@wattdesk/wire/endpoint'
import { useEffect, useMemo, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  set,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import { type Confirmation, preloadConfirm, useAsk } from './confirm.tsx'
import { boundFields } from './fields.tsx'
import { type Parts, partsResolver, storedProblems } from './form-parts.ts'
import type { Mounted } from './form-setting.ts'
import { type RecordVersion, useFormVersion } from './form-version.ts'
import { useLeaveGuard } from './leave-guard.ts'
import { dismiss, errorText, isOutcomeOpen, notify, STAYS } from './notices.tsx'
import type { Frame, RecordForm } from './record-form.ts'
import { type Difference, wordsOf } from './record-version.ts'
import { isAlike } from './steady.ts'

// Where a schema has no text of its own, the form uses the words that the server uses.
speakPlainly()

export type RecordFormOptions<V extends FieldValues, O, Saved> = {
  schema: z.ZodType<O, V>
  /** The initial values of the form; a record loaded later resets the form once it comes. */
  values: V
  /**
   * For a stored record: only changed values are checked by these schemas, and handed to `save`. Keep it outside, or in
   * useMemo.
   */
  parts?: Parts
  /** The stored record being edited, if several people may edit it at once; missing: a new record. */
  version?: RecordVersion<V> | undefined
  /** Sends it; the message of its reply is the success notice. `ifMatch` goes with the call: the tag of `version`. */
  save: (values: O, sent: { ifMatch: string | undefined }) => Promise<Saved>
  /** Asked before it is sent: what will happen, in words made of the values. A call that fails meanwhile is shown like a failed save. */
  confirm?: (values: O) => Confirmation | undefined | Promise<Confirmation | undefined>
  /** Lists and records that are read again after success. */
  refreshes?: readonly AnyEndpoint[]
  /** After success: go back. */
  onSaved?: (saved: Saved) => void
  /** Disables every field and hides the save button (right R). */
  readOnly?: boolean
  /** False: leaving with something typed does not ask (sign-in, search). */
  guard?: boolean
}
const messageOf = (reply: unknown): string =>
  typeof reply === 'object' && reply !== null && 'message' in reply && typeof reply.message === 'string'
    ? reply.message
    : ''

/** A list of rows, each with fields of its own. */
const isRows = (v: unknown): boolean => Array.isArray(v) && v.some(row => typeof row === 'object' && row !== null)

/** The field that was gone to for its error comes into sight as a whole, with the error below it. */
const showFocused = () =>
  requestAnimationFrame(() => document.activeElement?.closest('[data-field]')?.scrollIntoView?.({ block: 'nearest' }))

type Refusals<V extends FieldValues> = {
  mounted: Mounted
  frame: { readonly current: Frame }
  setError: (error: string | undefined) => void
  rhf: Pick<UseFormReturn<V>, 'setError'>
}
/** Shows the errors of a refused save: at the fields, in the form, or as a notice. */
function useRefusals<V extends FieldValues>({ rhf, mounted, frame, setError }: Refusals<V>) {
  /** The notice of the last refusal: it is closed at the next try, and when the form with the unsaved values is left. */
  const notice = useRef<number>(undefined)
  const withForm = useRef(true)
  useEffect(
    () => () => {
      if (withForm.current && notice.current !== undefined) dismiss(notice.current)
    },
    [],
  )
  const refused = (e: unknown) => {
    const told = e instanceof CallError ? Object.entries(e.errors) : []
    if (told.length === 0 && frame.current !== 'page' && !(e instanceof CallError && e.endsSession))
      return setError(errorText(e))
    // Errors shown at fields are not repeated as a notice.
    if (told.length === 0) notice.current = notify.error(e, STAYS)
    withForm.current = !isOutcomeOpen(e)
    const others: string[] = []
    let first = true
    for (const [name, message] of told) {
      if (!mounted.has(name)) {
        others.push(message)
        continue
      }
      rhf.setError(name as Path<V>, { type: 'server', message }, { shouldFocus: first })
      first = false
    }
    setError(others.join(' ') || undefined)
    if (!first) showFocused()
  }
  const anew = () => {
    setError(undefined)
    if (notice.current !== undefined) dismiss(notice.current)
  }
  /** Removes the messages of the last try: they do not apply to values that are not sent. */
  const unsent = () => {
    anew()
    showFocused()
  }
  return { refused, anew, unsent }
}

type Newer<V extends FieldValues> = { newer: V; mine: readonly Difference[]; mounted: Mounted }
/** The form takes the newer values of the record, with the reader's own values where the reader keeps them. */
function takeNewer<V extends FieldValues>(
  rhf: Pick<UseFormReturn<V>, 'reset' | 'setValue'>,
  { newer, mine, mounted }: Newer<V>,
): void {
  const chosen = structuredClone(newer)
  for (const d of mine) set(chosen, d.path, d.ours)
  // Compared with theirs from now on; each field says by itself whether it differs.
  rhf.reset(newer, { keepValues: true })
  // Rows come and go as a whole; a field of a row that is no longer there has no value to take.
  const rows = Object.keys(chosen).filter(key => isRows(chosen[key]) || isRows(newer[key]))
  const isOfRows = (name: string) => rows.some(key => name.startsWith(`${key}.`))
  const isMounted = (key: string) => [...mounted.keys()].some(n => n === key || n.startsWith(`${key}.`))
  for (const key of rows) rhf.setValue(key as Path<V>, chosen[key], { shouldDirty: true })
  for (const name of mounted.keys())
    if (!isOfRows(name)) rhf.setValue(name as Path<V>, get(chosen, name), { shouldDirty: true })
  for (const key of Object.keys(chosen)) if (!isMounted(key)) rhf.setValue(key as Path<V>, chosen[key])
}

/** The state of one form. Values travel as `schema` gives them out. */
export function useRecordForm<V extends FieldValues, O, Saved>(options: RecordFormOptions<V, O, Saved>): RecordForm<V> {
  const { schema, parts, save, confirm, onSaved, refreshes = [], readOnly = false, guard = true } = options
  const cache = useQueryClient()
  const ask = useAsk()
  const [error, setError] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  /** Saves asked for by a choice between theirs and ours. */
  const [saves, setSaves] = useState(0)
  const mounted = useRef<Mounted>(new Map()).current
  const typed = useRef(false)
  const version = useFormVersion(options.version, options.values, () => typed.current)
  const { values } = version
  const stored = useRef(values)
  stored.current = values
  // The values that a form begins with need not be handed to it once more: it would be reset, and draw all rows anew.
  const first = useRef(values).current
  const isOther = useRef(false)
  isOther.current ||= !isAlike(first, values)
  const rhf = useForm<V, unknown, O>({
    resolver: parts ? partsResolver<V, O>(parts, () => stored.current) : zodResolver(schema),
    defaultValues: values as DefaultValues<V>,
    ...(isOther.current && { values }),
    resetOptions: { keepDirtyValues: true },
    mode: 'onTouched',
  })
  const { isDirty, errors, dirtyFields } = rhf.formState
  const problems = useMemo(() => (parts ? storedProblems(parts, values) : {}), [parts, values])
  typed.current = isDirty

  const asksToLeave = isDirty && !readOnly && guard
  const saved = useLeaveGuard(asksToLeave)
  const frame = useRef<Frame>('page')
  const mayAsk = confirm !== undefined
  useEffect(() => {
    if (mayAsk) preloadConfirm()
  }, [mayAsk])
  const { refused, anew, unsent } = useRefusals<V>({ rhf, mounted, frame, setError })
  const send = rhf.handleSubmit(async output => {
    anew()
    setSaving(true)
    try {
      const question = await confirm?.(output)
      if (question) {
        setSaving(false)
        if (!(await ask(question))) return
        setSaving(true)
      }
      const reply = await save(output, { ifMatch: version.base().tag })
      saved.current = true
      rhf.reset(rhf.getValues())
      typed.current = false
      version.saved(reply, rhf.getValues())
      const message = messageOf(reply)
      if (message) notify.success(message)
      for (const e of refreshes) void cache.invalidateQueries({ queryKey: keyOf(e) })
      onSaved?.(reply)
    } catch (e) {
      if (e instanceof CallError && e.conflict) version.refused(e.conflict, e.message)
      else refused(e)
    } finally {
      setSaving(false)
      saved.current = false
    }
  }, unsent)
  /** From the first press until the outcome is known or the question is answered with no: a second press does nothing. */
  const isUnderWay = useRef(false)
  const submit = async () => {
    if (isUnderWay.current || readOnly) return
    isUnderWay.current = true
    try {
      await send()
    } finally {
      isUnderWay.current = false
    }
  }
  // After the form has taken theirs: what resets a form ends a save under way.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one save for each choice
  useEffect(() => {
    if (saves > 0) void submit()
  }, [saves])
  return {
    rhf: rhf as unknown as UseFormReturn<V>,
    fields: boundFields<V>(),
    submit: () => void submit(),
    isSaving,
    asksToLeave,
    frame,
    readOnly,
    error,
    hasError: (...names) => names.some(n => get(errors as FieldErrors<V>, n) !== undefined),
    storedProblems: (...names) => names.flatMap(n => (get(dirtyFields, n) === undefined ? (problems[n] ?? []) : [])),
    mounted,
    version: version as RecordForm<V>['version'],
    labelOf: path => options.version?.label?.(path) || mounted.get(path) || wordsOf(path),
    resolve: (newer, mine, isSave) => {
      version.hold({ tag: newer.tag, values: newer.values })
      takeNewer(rhf, { newer: newer.values, mine, mounted })
      if (isSave) setSaves(n => n + 1)
    },
    postpone: version.postpone,
  }
}
