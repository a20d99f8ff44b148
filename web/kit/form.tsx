// A form over a zod schema: errors beside fields, the server's field errors on the same fields, the first one focused,
// leaving with unsaved changes asks.
import { zodResolver } from '@hookform/resolvers/zod'
import { Alert, Box, Card, Stack, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { speakPlainly } from '@wattdesk/base/issues'
import { CallError, keyOf } from '@wattdesk/wire/call'
import type { AnyEndpoint } from '@wattdesk/wire/endpoint'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  FormProvider,
  get,
  type Path,
  set,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import type { Action } from './actions.tsx'
import { boundFields } from './fields.tsx'
import { FormBar } from './form-bar.tsx'
import { FormNews } from './form-news.tsx'
import { type Parts, partsResolver, storedProblems } from './form-parts.ts'
import { type RecordVersion, useFormVersion } from './form-version.ts'
import { useLeaveGuard } from './leave-guard.ts'
import { dismiss, notify } from './notices.tsx'
import type { RecordForm } from './record-form.ts'
import { wordsOf } from './record-version.ts'
import { FormSetting, type Mounted } from './use-field.ts'

// Where a schema has no text of its own, the form uses the words that the server uses.
speakPlainly()

export type { Fields } from './fields.tsx'
export { staysInField } from './form-bar.tsx'
export type { RecordForm } from './record-form.ts'
export type { FieldProps, Option } from './use-field.ts'

export type RecordFormOptions<V extends FieldValues, O, Saved> = {
  schema: z.ZodType<O, V>
  /** What the form starts from; a record loaded later resets it once it comes. */
  values: V
  /** Of a stored record: only what was changed is checked by these schemas, and handed to `save`. Keep it outside, or in useMemo. */
  parts?: Parts
  /** The stored record that is edited, where several people may be at it at once; missing: a new one. */
  version?: RecordVersion<V> | undefined
  /** Sends it; the message of its reply is the success notice. `ifMatch` goes with the call: the tag of `version`. */
  save: (values: O, sent: { ifMatch: string | undefined }) => Promise<Saved>
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

/** The state of one form. Values travel as `schema` gives them out. */
export function useRecordForm<V extends FieldValues, O, Saved>(options: RecordFormOptions<V, O, Saved>): RecordForm<V> {
  const { schema, parts, save, onSaved, refreshes = [], readOnly = false, guard = true } = options
  const cache = useQueryClient()
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
  const rhf = useForm<V, unknown, O>({
    resolver: parts ? partsResolver<V, O>(parts, () => stored.current) : zodResolver(schema),
    defaultValues: values as DefaultValues<V>,
    values,
    resetOptions: { keepDirtyValues: true },
    mode: 'onTouched',
  })
  const { isDirty, errors, dirtyFields } = rhf.formState
  const problems = useMemo(() => (parts ? storedProblems(parts, values) : {}), [parts, values])
  typed.current = isDirty

  const saved = useLeaveGuard(isDirty && !readOnly && guard)
  const isMounted = (key: string) => [...mounted.keys()].some(n => n === key || n.startsWith(`${key}.`))
  /** The notice of the last refusal: it goes with the next try. */
  const notice = useRef<number>(undefined)
  const refused = (e: unknown) => {
    const told = e instanceof CallError ? Object.entries(e.errors) : []
    // Errors shown at fields are not repeated as a notice.
    if (told.length === 0) notice.current = notify.error(e)
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
  }
  const anew = () => {
    setError(undefined)
    if (notice.current !== undefined) dismiss(notice.current)
  }
  const submit = rhf.handleSubmit(async output => {
    anew()
    setSaving(true)
    try {
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
  })
  // After the form has taken theirs: what resets a form ends a save under way.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one save for each choice
  useEffect(() => {
    if (saves > 0) void submit()
  }, [saves])
  return {
    rhf: rhf as unknown as UseFormReturn<V>,
    fields: boundFields<V>(),
    submit: () => void submit(),
    refused,
    anew,
    isSaving,
    readOnly,
    error,
    hasError: (...names) => names.some(n => get(errors as FieldErrors<V>, n) !== undefined),
    storedProblems: (...names) => names.flatMap(n => (get(dirtyFields, n) === undefined ? (problems[n] ?? []) : [])),
    mounted,
    version: version as RecordForm<V>['version'],
    labelOf: path => mounted.get(path) || options.version?.label?.(path) || wordsOf(path),
    resolve: (newer, mine, isSave) => {
      const chosen = structuredClone(newer.values)
      for (const d of mine) set(chosen, d.path, d.ours)
      version.hold({ tag: newer.tag, values: newer.values })
      // Compared with theirs from now on; each field says by itself whether it differs.
      rhf.reset(newer.values, { keepValues: true })
      for (const name of mounted.keys()) rhf.setValue(name as Path<V>, get(chosen, name), { shouldDirty: true })
      for (const key of Object.keys(chosen)) if (!isMounted(key)) rhf.setValue(key as Path<V>, chosen[key])
      if (isSave) setSaves(n => n + 1)
    },
    postpone: version.postpone,
  }
}

export type FormProps<V extends FieldValues> = {
  form: RecordForm<V>
  /** Names the form for screen readers. */
  label: string
  /** Label of the primary button. */
  submit: string
  /** Its label while saving. */
  submitting?: string
  /** Shown as Cancel, or Back where the form is read-only. */
  onCancel?: () => void
  /** Label of that button where a screen names another. */
  cancel?: string
  /** Outlined red, at the other end of the footer. */
  danger?: Action
  /** False where there is nothing to save just now. */
  bar?: boolean
  children: ReactNode
}
/** The form with its sticky footer. */
export function Form<V extends FieldValues>({
  form,
  label,
  submit,
  submitting,
  onCancel,
  cancel,
  danger,
  bar = true,
  children,
}: FormProps<V>) {
  const { isSaving, readOnly, error, mounted } = form
  const [setting] = useState(() => ({ mounted, readOnly }))
  const back = cancel ?? (readOnly ? 'Back' : 'Cancel')
  return (
    <FormProvider {...form.rhf}>
      <FormSetting value={setting.readOnly === readOnly ? setting : { mounted, readOnly }}>
        <Stack
          component="form"
          aria-label={label}
          noValidate
          spacing={2}
          useFlexGap
          onSubmit={(e: React.FormEvent) => {
            e.preventDefault()
            if (!readOnly && !isSaving) form.submit()
          }}
        >
          <FormNews form={form} />
          {error && <Alert severity="error">{error}</Alert>}
          {children}
          {bar && <FormBar {...{ submit, submitting, back, onCancel, danger, isSaving, readOnly }} />}
        </Stack>
      </FormSetting>
    </FormProvider>
  )
}

export type SectionProps = { title?: string; help?: string; children: ReactNode }
/** A card of fields: two columns from 900 px, one below. */
export function Section({ title, help, children }: SectionProps) {
  return (
    // Open: what sticks inside (the headings of a grid) sticks to the window.
    <Card
      component="section"
      sx={{ p: { xs: 2, sm: 2.5 }, overflow: 'visible' }}
      {...(title && { 'aria-label': title })}
    >
      {title && (
        <Typography variant="h2" sx={{ mb: help ? 0.25 : 2 }}>
          {title}
        </Typography>
      )}
      {help && <Typography sx={{ color: 'text.secondary', mb: 2, maxWidth: '72ch' }}>{help}</Typography>}
      <Box
        sx={{
          display: 'grid',
          columnGap: 3,
          rowGap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {children}
      </Box>
    </Card>
  )
}
