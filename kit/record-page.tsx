// The page of a stored record, whose number the address has, and the page of a new record.
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
type ReadProps<R> = Pick<PageProps, 'title'> & {
  read: (id: number) => Read<R>
  /** The notice where no such record is there or no record has this number; then the list is shown. */
  missing: string
  /** 'said': a reader without the right stays and reads so; else the list is shown, with a notice. */
  refusal?: 'said'
  /** The number of fields of its form, for the skeleton. */
  fields?: number
}
type RecordPageProps<R> = ReadProps<R> &
  Pick<PageProps, 'crumbs'> & {
    /** The record's number, as the address has it. */
    id: string
    list: string
    children: (reply: R) => ReactNode
  }
/** Reads a record and shows its page; meanwhile the title with a skeleton, or the error with a way to try again. */
export function RecordPage<R>(props: RecordPageProps<R>) {
  const { id, read, missing, refusal, fields, list, title, crumbs, children } = props
  const isId = /^[1-9]\d{0,9}$/.test(id) && Number(id) <= 2_147_483_647
  const q = useQuery({ ...read(Number(id)), enabled: isId })
  const status = q.error instanceof CallError ? q.error.status : undefined
  if (!isId || status === 404) return <Gone text={missing} to={list} />
  if (status === 403 && refusal !== 'said') return <Gone text="Not Authorized" to={list} />
  if (q.data) return children(q.data)
  return (
    <Page title={title} {...(crumbs && { crumbs })}>
      {q.error ? (
        <ErrorNotice error={q.error} onRetry={() => void q.refetch()} />
      ) : (
        <FormSkeleton {...(fields && { fields })} />
      )}
    </Page>
  )
}

/** A record's page once it is read. `name`: the record in the way back. */
type Shown = Omit<PageProps, 'crumbs'> & { name: string }
type RecordPagesProps<R> = ReadProps<R> & {
  /** The record's number, as the address has it; undefined: a new record is made. */
  id: string | undefined
  /**
   * The list that the pages belong to, with its label in the way back. `goneTo`: where a missing record leads instead; `over`: the
   * page that the list belongs to.
   */
  list: { label: string; path: string; goneTo?: string; over?: { label: string; to: string } }
  /** The record in the way back until its name is read. */
  unread?: string
  /** The page of a new record. */
  fresh: Pick<PageProps, 'title' | 'children'>
  /** The page of the record that was read, under `title` if it names no other; undefined: the reply has no record. */
  children: (reply: R) => Shown | undefined
}
/**
 * The page of a new record, or of a stored one, below the way back to their list.
 *
 * @example
 * <RecordPages id={id} list={{ label: 'Things', path: '/things' }} read={readThing} missing="Thing not found" title="Edit thing"
 *   fresh={{ title: 'New thing', children: <ThingForm /> }}>
 *   {({ data, tag }) => ({ name: data.name, children: <ThingForm thing={data} tag={tag} /> })}
 * </RecordPages>
 */
export function RecordPages<R>({ id, list, unread = '…', title, fresh, children, ...reading }: RecordPagesProps<R>) {
  const crumbs = (label: string) => [...(list.over ? [list.over] : []), { label: list.label, to: list.path }, { label }]
  if (id === undefined) return <Page {...fresh} crumbs={crumbs('New')} />
  const away = list.goneTo ?? list.path
  return (
    <RecordPage {...reading} id={id} list={away} title={title} crumbs={crumbs(unread)}>
      {reply => {
        const { name, ...page } = children(reply) ?? {}
        if (name === undefined) return <Gone text={reading.missing} to={away} />
        return <Page title={title} {...(page as Shown)} crumbs={crumbs(name)} />
      }}
    </RecordPage>
  )
}

/** Whether the page of a record only shows it: the reader may not change it, or the address asks for a view. */
export function useReadOnly(feature: Feature): boolean {
  const { canUpdate } = useAccess(feature)
  const [params] = useSearchParams()
  return !canUpdate || params.get('mode') === 'view'
}
