// The place above a form where what somebody else saved meanwhile is told; its words load when there is something to tell.
import { Suspense } from 'react'
import type { FieldValues } from 'react-hook-form'
import { later } from './later.ts'
import type { RecordForm } from './record-form.ts'

const FormConflict = later(() => import('./form-conflict.tsx'))

export function FormNews<V extends FieldValues>({ form }: { form: RecordForm<V> }) {
  const { newer, applied } = form.version
  if (!newer && !applied) return null
  return (
    <Suspense>
      <FormConflict form={form as unknown as RecordForm<FieldValues>} />
    </Suspense>
  )
}
