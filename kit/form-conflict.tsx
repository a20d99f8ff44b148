// The notice above a form whose record somebody else changed, and the choice between theirs and ours (D-GEN-17).
import { Alert, Button } from '@mui/material'
import { Suspense, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { Changed } from './form-version.ts'
import { later } from './later.ts'
import type { RecordForm } from './record-form.ts'
import { sessionOf, useSessionState } from './session.ts'
import { RelativeTime } from './time.tsx'

// Two people meet seldom.
const ConflictDialog = later(() => import('./form-conflict-dialog.tsx'))

/** 'asha changed this record 2 min ago.' */
function Who({ changed }: { changed: Changed }) {
  const me = sessionOf(useSessionState())?.user.username
  if (!changed) return <>This record was changed by somebody else.</>
  return (
    <>
      {changed.by === me ? 'You changed this record elsewhere' : `${changed.by} changed this record`}{' '}
      <RelativeTime within at={changed.at} />.
    </>
  )
}

/** The notice above the fields: who changed the record while the form is open, and the way to the differences. */
export default function FormConflict({ form }: { form: RecordForm<FieldValues> }) {
  const { version, readOnly } = form
  const [isOpen, setOpen] = useState(false)
  const { newer, applied } = version
  // A refused save opens the comparison by itself.
  const asks = newer !== undefined && !readOnly && (isOpen || newer.message !== undefined)
  return (
    <>
      {applied && (
        <Alert severity="info" onClose={version.dismiss} role="status">
          <Who changed={applied.changed} /> The form shows it as it is now.
        </Alert>
      )}
      {newer && (
        <Alert
          severity="warning"
          role="status"
          action={
            <Button color="inherit" size="small" onClick={() => setOpen(true)}>
              Show changes
            </Button>
          }
        >
          <Who changed={newer.changed} /> What you typed is kept.
        </Alert>
      )}
      {asks && (
        <Suspense>
          <ConflictDialog
            newer={newer}
            before={version.base().values}
            ours={form.rhf.getValues()}
            label={form.labelOf}
            onClose={() => {
              setOpen(false)
              form.postpone()
            }}
            onChoose={(mine, save) => {
              setOpen(false)
              form.resolve(newer, mine, save)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
