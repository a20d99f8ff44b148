// The field of a tag, where a form shows it.
import { Skeleton } from '@mui/material'
import { Suspense } from 'react'
import { later } from '../../web/kit/later.ts'
import type { OperationFieldsProps } from './option-fields.tsx'

// An input with suggestions is heavy, and two of the forms have one.
const TagFieldLazy = later(() => import('./tag-field.tsx').then(m => ({ default: m.TagField })))
/** The tags of the signed-in user valid here; of a user without any, those of the team with no driver. */
export const TagField = (props: OperationFieldsProps) => (
  <Suspense fallback={<Skeleton variant="rounded" height={64} />}>
    <TagFieldLazy {...props} />
  </Suspense>
)
