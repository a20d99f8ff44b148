// A form on several tabs: after a refused save the tabs with errors are marked and the first is opened, an invalid
// stored value is shown on its tab and keeps no other tab from being saved, and a tab with nothing to save has no bar.
// Tabs with forms of their own stand apart, since no form may contain another.
import { Alert, AlertTitle, Box, Stack } from '@mui/material'
import { Suspense, useEffect, useId, useRef } from 'react'
import { type FieldErrors, type FieldValues, get } from 'react-hook-form'
import { Form, type PageFormProps, type RecordForm } from './form.tsx'
import { ReadOnlyPart } from './read-only-part.tsx'
import { FormSkeleton } from './skeleton.tsx'
import { TabBar, type TabItem, TabPanel, useTab } from './tabs.tsx'

export type FormTab = Omit<TabItem, 'hasError'> & {
  /** The names of the values on the tab; a tab without any has nothing to save. */
  fields?: readonly string[]
  /** Set for a tab with forms of its own or with costly content: it is rendered while shown, outside of this form. */
  apart?: boolean
  /** The reader may not change the fields of this tab, though those of another. */
  readOnly?: boolean
}

const noFields: readonly string[] = []

/** The errors of the stored values of a tab. */
function Stored<V extends FieldValues>({ form, fields }: { form: RecordForm<V>; fields: readonly string[] }) {
  const problems = form.readOnly ? noFields : form.storedProblems(...fields)
  if (problems.length === 0) return null
  return (
    <Alert severity="warning">
      What is stored here needs a correction: {problems.map(ended).join(' ')} Everything else can be saved without it.
    </Alert>
  )
}
const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

/** All texts that errors of a form carry, each once, in the order of its values. */
export function errorTexts(errors: unknown): string[] {
  if (typeof errors !== 'object' || errors === null) return []
  const { message, ref: _, ...inner } = errors as { message?: unknown; ref?: unknown }
  const own = typeof message === 'string' && message !== '' ? [message] : []
  return [...new Set([...own, ...Object.values(inner).flatMap(errorTexts)])]
}

type ProblemsProps<V extends FieldValues> = {
  form: RecordForm<V>
  title: string
  /** Tabs whose errors the reader does not see at their fields; without them all errors are named. */
  others: readonly Pick<FormTab, 'label' | 'fields'>[] | undefined
}
/** What is wrong on tabs that are not shown, each text after the name of its tab. */
const hiddenTexts = (errors: FieldErrors, others: readonly Pick<FormTab, 'label' | 'fields'>[]): string[] =>
  others.flatMap(({ label, fields = noFields }) =>
    errorTexts(fields.map(name => get(errors, name) as unknown)).map(text => `${label}: ${text}`),
  )

/** Above the tabs, after a save that was refused: what is wrong elsewhere in the form, so that one save tells all. */
function Problems<V extends FieldValues>({ form, title, others }: ProblemsProps<V>) {
  const { errors, submitCount } = form.rhf.formState
  const all = () => (others ? hiddenTexts(errors, others) : errorTexts(errors))
  const texts = submitCount > 0 ? all() : []
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a try to save leads there
  useEffect(() => {
    if (texts.length > 0) box.current?.scrollIntoView?.({ block: 'center' })
  }, [submitCount])
  if (texts.length === 0) return null
  return (
    <Alert severity="error" ref={box} sx={{ mb: 2 }}>
      <AlertTitle>{title}</AlertTitle>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {texts.map(t => (
          <li key={t}>{t}</li>
        ))}
      </Box>
    </Alert>
  )
}

type TabbedFormProps<V extends FieldValues> = Omit<PageFormProps<V>, 'children' | 'bar'> & {
  items: readonly FormTab[]
  /** Heads a list of all errors above the tabs; without it the errors of the tabs that are not shown are listed there. */
  problems?: string
}
export function TabbedForm<V extends FieldValues>({ items, form, label, problems, ...rest }: TabbedFormProps<V>) {
  const shown = items.filter(i => !i.hidden)
  const ids = shown.map(i => i.id)
  const [tab, setTab] = useTab(ids)
  const base = useId()
  const { submitCount } = form.rhf.formState
  const isWrong = (item: FormTab | undefined) => item?.fields !== undefined && form.hasError(...item.fields)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a try to save leads anywhere
  useEffect(() => {
    const wrong = shown.find(isWrong)
    if (submitCount > 0 && wrong && !isWrong(shown.find(i => i.id === tab))) setTab(wrong.id)
  }, [submitCount])
  const panels = shown.map(({ fields = noFields, apart = false, readOnly = false, panel, ...item }) => ({
    ...item,
    apart,
    hasError: form.hasError(...fields),
    panel: (
      <Suspense fallback={<FormSkeleton />}>
        <Stack spacing={2}>
          {!readOnly && <Stored form={form} fields={fields} />}
          {readOnly ? <ReadOnlyPart>{panel}</ReadOnlyPart> : panel}
        </Stack>
      </Suspense>
    ),
  }))
  const panelOf = (item: (typeof panels)[number]) => (
    <TabPanel key={item.id} item={item} isShown={item.id === tab} keep={!item.apart} base={base} />
  )
  return (
    <div>
      <Form form={form} label={label} bar={shown.find(i => i.id === tab)?.fields !== undefined} {...rest}>
        <Box>
          <Problems
            form={form}
            title={problems ?? 'Please fix the following errors:'}
            others={problems === undefined ? shown.filter(i => i.id !== tab) : undefined}
          />
          <TabBar label={label} items={panels} current={tab} onChoose={setTab} base={base} />
          {panels.filter(i => !i.apart).map(panelOf)}
        </Box>
      </Form>
      {panels.filter(i => i.apart).map(panelOf)}
    </div>
  )
}
