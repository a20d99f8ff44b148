// The form of the pages in front of the sign-in: fields in one column, a wide button, and below it the way back.
import { CallError } from '@wattdesk/wire/call'
import type { FieldValues } from 'react-hook-form'
import { type CardFormProps, Form } from '#kit/form.tsx'
import { clearSession } from '#kit/session.ts'

/** As everywhere a 401 clears the session data; in front of the sign-in the page stays and shows the text (D-AUTH-4). */
export const staying = <T,>(reply: Promise<T>): Promise<T> =>
  reply.catch(error => {
    if (error instanceof CallError && error.status === 401) clearSession()
    throw error
  })

type Props<V extends FieldValues> = Omit<CardFormProps<V>, 'in' | 'stacked'>
export const EntryForm = <V extends FieldValues>(props: Props<V>) => <Form in="card" stacked {...props} />
