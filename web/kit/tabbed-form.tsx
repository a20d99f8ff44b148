// A form on several tabs: a tab with errors is marked and gone to after a save that was refused, what is stored wrongly is
// said on its tab and keeps no other from being saved, and a tab with nothing to save has no bar.
import { Alert, Stack } from '@mui/material'
import { Suspense, useEffect } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Form, type PageFormProps, type RecordForm } from './form.tsx'
import { FormSkeleton } from './skeleton.tsx'
import { type TabItem, Tabs, useTab } from './tabs.tsx'

export type FormTab = Omit<TabItem, 'hasError'> & {
  /** The values that stand on it, by their names; without any it has nothing to save. */
  fields?: readonly string[]
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

type TabbedFormProps<V extends FieldValues> = Omit<PageFormProps<V>, 'children' | 'bar'> & { items: readonly FormTab[] }
export function TabbedForm<V extends FieldValues>({ items, form, label, ...rest }: TabbedFormProps<V>) {
  const shown = items.filter(i => !i.hidden)
  const ids = shown.map(i => i.id)
  const [tab, setTab] = useTab(ids)
  const { submitCount } = form.rhf.formState
  const isWrong = (item: FormTab | undefined) => item?.fields !== undefined && form.hasError(...item.fields)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a try to save leads anywhere
  useEffect(() => {
    const wrong = shown.find(isWrong)
    if (submitCount > 0 && wrong && !isWrong(shown.find(i => i.id === tab))) setTab(wrong.id)
  }, [submitCount])
  return (
    <Form form={form} label={label} bar={shown.find(i => i.id === tab)?.fields !== undefined} {...rest}>
      <Tabs
        label={label}
        keep
        items={shown.map(({ fields = noFields, panel, ...item }) => ({
          ...item,
          hasError: form.hasError(...fields),
          panel: (
            <Suspense fallback={<FormSkeleton />}>
              <Stack spacing={2}>
                <Stored form={form} fields={fields} />
                {panel}
              </Stack>
            </Suspense>
          ),
        }))}
      />
    </Form>
  )
}
