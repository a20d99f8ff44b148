// The fields of tags, where a form shows them.
import { Skeleton } from '@mui/material'
import { Suspense } from 'react'
import { later } from '../../web/kit/later.ts'
import type { OperationFieldsProps } from './option-fields.tsx'
import type { TagsFieldProps } from './tags-field.tsx'

// An input with suggestions is heavy, and few of the forms have one.
const TagFieldLazy = later(() => import('./tag-field.tsx').then(m => ({ default: m.TagField })))
const TagsFieldLazy = later(() => import('./tags-field.tsx').then(m => ({ default: m.TagsField })))
const room = <Skeleton variant="rounded" height={64} />

/** One tag: of the signed-in user, found by the server, or typed. */
export const TagField = (props: OperationFieldsProps) => (
  <Suspense fallback={room}>
    <TagFieldLazy {...props} />
  </Suspense>
)
/** Several tags. */
export const TagsField = (props: TagsFieldProps) => (
  <Suspense fallback={room}>
    <TagsFieldLazy {...props} />
  </Suspense>
)
