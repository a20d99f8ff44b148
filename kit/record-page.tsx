// The page of one record, by its number in the address.
import { useQuery } from '@tanstack/react-query'
import type { Feature } from '@wattdesk/base/access'
import { CallError } from '@wattdesk/wire/call'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { ErrorNotice } from './error.tsx'
import { Gone } from './gone.tsx'
import { Page, type PageProps } from './page.tsx'
import { useAccess } from './session.ts'
import { FormSkeleton } from './skeleton.tsx'

type Read<R> = { queryKey: readonly unknown[]; queryFn: (context: { signal: AbortSignal }) => Promise<R> }
type RecordPageProps<R> = Pick<PageProps, 'title' | 'crumbs'> & {
  /** The record's number, as the address has it. */
  id: string
  read: (id: number) => Read<R>
  /** The notice where no such record is there or no record has this number; then `list` is shown. */
  missing: string
  list: string
  children: (reply: R) => ReactNode
}
/** Reads a record and shows its page; meanwhile the title with a skeleton, or the error with a way to try again. */
export function RecordPage<R>({ id, read, missing, list, title, crumbs, children }: RecordPageProps<R>) {
  const isId = /^[1-9]\d{0,9}$/.test(id) && Number(id) <= 2_147_483_647
  const q = useQuery({ ...read(Number(id)), enabled: isId })
  const status = q.error instanceof CallError ? q.error.status : undefined
  if (!isId || status === 404) return <Gone text={missing} to={list} />
  if (status === 403) return <Gone text="Not Authorized" to={list} />
  if (q.data) return children(q.data)
  return (
    <Page title={title} {...(crumbs && { crumbs })}>
      {q.error ? <ErrorNotice error={q.error} onRetry={() => void q.refetch()} /> : <FormSkeleton />}
    </Page>
  )
}

/** Whether the page of a record only shows it: the reader may not change it, or the address asks for a view. */
export function useReadOnly(feature: Feature): boolean {
  const { canUpdate } = useAccess(feature)
  const [params] = useSearchParams()
  return !canUpdate || params.get('mode') === 'view'
}
