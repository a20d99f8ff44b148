// A form in one of three frames: a page with a bar at its end, a card with buttons of its own, or a dialog. Fields, checks,
// the server's refusals and the question before a save are the same in all of them (use-record-form.ts).
import { Alert, Stack } from '@mui/material'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import type { Action } from './actions.tsx'
import { FormBar } from './form-bar.tsx'
import { CardButtons, CardFrame } from './form-card.tsx'
import { FormNews } from './form-news.tsx'
import { FormSetting } from './form-setting.ts'
import { later } from './later.ts'
import { PLAIN } from './read-only-part.tsx'
import type { RecordForm } from './record-form.ts'

export type { RecordForm } from './record-form.ts'
export { FieldGrid, Section } from './section.tsx'
export { useRecordForm } from './use-record-form.ts'

// Pages do without.
const FormDialog = later(() => import('./form-dialog.tsx'))

type Common<V extends FieldValues> = {
  form: RecordForm<V>
  /** Label of the primary button. */
  submit: string
  /** Its label while saving; 'Saving...' where it begins with Save. */
  submitting?: string
  /** False where there is nothing to save just now. */
  bar?: boolean
  children: ReactNode
}
/** The whole of a screen. */
export type PageFormProps<V extends FieldValues> = Common<V> & {
  in?: 'page'
  /** Names the form for screen readers. */
  label: string
  /** Shown as Cancel, or Back where the form is read-only. */
  onCancel?: () => void
  /** Label of that button where a screen names another. */
  cancel?: string
  /** Outlined red, at the other end of the footer. */
  danger?: Action
}
/** A part of a screen. */
export type CardFormProps<V extends FieldValues> = Common<V> & {
  in: 'card'
  label: string
  /** With a title the form draws its card; without, it stands in what the screen has drawn. */
  title?: string
  /** A line below the title. */
  help?: string
  onCancel?: () => void
  cancel?: string
  /** The primary button is red: what it does cannot be undone. */
  destructive?: boolean
  /** Buttons as wide as the form, one below the other. */
  stacked?: boolean
}
/** Over a screen: opened by a click, closed by `onClose`, which also belongs into `onSaved`. */
type DialogFormProps<V extends FieldValues> = Common<V> & {
  in: 'dialog'
  title: string
  /** Names the form for screen readers; else its title does. */
  label?: string
  /** The subject of the form, above the fields. */
  text?: string
  onClose: () => void
  destructive?: boolean
  maxWidth?: 'xs' | 'sm' | 'md'
}
export type FormProps<V extends FieldValues> = PageFormProps<V> | CardFormProps<V> | DialogFormProps<V>

const ofSaving = ({ submit, submitting }: Pick<Common<FieldValues>, 'submit' | 'submitting'>): string =>
  submitting ?? (submit.startsWith('Save') ? 'Saving...' : submit)

/** Fields with what is said above them; `children` are those of the form. */
function Body({ form, children }: { form: RecordForm<FieldValues>; children: ReactNode }) {
  const { error } = form
  const alert = useRef<HTMLDivElement>(null)
  // In a long form the reader is far below when a refusal comes.
  useEffect(() => {
    if (error) alert.current?.scrollIntoView?.({ block: 'nearest' })
  }, [error])
  return (
    <>
      <FormNews form={form} />
      {error && (
        <Alert severity="error" ref={alert}>
          {error}
        </Alert>
      )}
      {children}
    </>
  )
}

/** The form with the end that its frame has. */
export function Form<V extends FieldValues>(props: FormProps<V>) {
  const { form, submit, bar = true, children } = props
  const frame = props.in ?? 'page'
  const { isSaving, readOnly, mounted } = form
  const [setting] = useState(() => ({ mounted, readOnly }))
  useEffect(() => {
    form.frame.current = frame
  })
  const onSubmit = (e: React.FormEvent) => {
    e.preventDefault()
    // A dialog is a child of the form it was opened from.
    e.stopPropagation()
    if (bar) form.submit()
  }
  const button = {
    label: submit,
    saving: ofSaving(props),
    isSaving,
    destructive: 'destructive' in props && props.destructive === true,
  }
  const body = <Body form={form as unknown as RecordForm<FieldValues>}>{children}</Body>
  const inFrame = () => {
    if (props.in === 'dialog') {
      const { title, label = title, text, onClose, maxWidth } = props
      return (
        <Suspense>
          <FormDialog
            title={title}
            label={label}
            text={text}
            onClose={onClose}
            maxWidth={maxWidth}
            onSubmit={onSubmit}
            button={bar && !readOnly ? button : undefined}
            guard={{ isDirty: form.asksToLeave, isSaving }}
          >
            {body}
          </FormDialog>
        </Suspense>
      )
    }
    const cancel = props.cancel ?? (readOnly ? 'Back' : 'Cancel')
    const { label, onCancel } = props
    const inline = (end: ReactNode) => (
      <Stack
        component="form"
        aria-label={label}
        noValidate
        spacing={2}
        useFlexGap
        onSubmit={onSubmit}
        {...(readOnly && { sx: PLAIN })}
      >
        {body}
        {bar && end}
      </Stack>
    )
    if (props.in !== 'card')
      return inline(
        <FormBar button={button} cancel={cancel} onCancel={onCancel} danger={props.danger} readOnly={readOnly} />,
      )
    const buttons = (
      <CardButtons
        button={button}
        cancel={cancel}
        onCancel={onCancel}
        readOnly={readOnly}
        stacked={props.stacked === true}
      />
    )
    return (
      <CardFrame title={props.title} help={props.help} guard={{ isDirty: form.asksToLeave, isSaving }}>
        {inline(buttons)}
      </CardFrame>
    )
  }
  return (
    <FormProvider {...form.rhf}>
      <FormSetting value={setting.readOnly === readOnly ? setting : { mounted, readOnly }}>{inFrame()}</FormSetting>
    </FormProvider>
  )
}
