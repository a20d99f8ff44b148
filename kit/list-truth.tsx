// The notice of a grid whose rows are not those of its page number and search: still loading, or not read again.
import { Alert } from '@mui/material'
import { useDelayed } from './delayed.ts'
import { ErrorNotice } from './error.tsx'
import { type List, wordsOf } from './list.ts'
import type { ListControls } from './list-state.ts'
import { queryErrorText } from './notices.tsx'
import { clockText } from './time.tsx'

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
const figure = (n: number): string => n.toLocaleString('en-IN')
const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
type Props = { list: List<unknown>; state: ListControls }

/** True while the rows of before stand in for those asked for. */
export const isStandIn = ({ list }: Pick<Props, 'list'>): boolean => list.shownBefore !== null && list.rows.length > 0

/** The pager's words: of rows that stand in it claims nothing. */
export const pagerText = (
  { list, state }: Props,
  { from, to, count }: { from: number; to: number; count: number },
): string => (isStandIn({ list }) ? `Loading page ${state.page}` : `${figure(from)}–${figure(to)} of ${figure(count)}`)

const WAIT_MS = 1000
/** Above the rows: whose they are while others are on their way, or as of when they are where reading again failed. */
export function RowsNotice({ list, state }: Props) {
  const standIn = useDelayed(isStandIn({ list }) && !list.error, WAIT_MS)
  if (list.error)
    return (
      <ErrorNotice
        error={list.error}
        onRetry={list.refetch}
        text={`${ended(queryErrorText(list.error))} These rows are as of ${clockText(list.readAt)}.`}
      />
    )
  if (!standIn) return null
  const [old, asked] = [list.shownBefore ?? '', wordsOf(state.query)]
  return (
    <Alert severity="info" role="status">
      {old === asked
        ? `These rows are still in the order of before, as of ${clockText(list.readAt)}.`
        : `These rows are still ${old}, as of ${clockText(list.readAt)}. ${sentence(asked)} is being loaded.`}
    </Alert>
  )
}

/** In place of rows that could not be had. */
export const RowsMissing = ({ list, state }: Props) => (
  <ErrorNotice
    error={list.error}
    onRetry={list.refetch}
    {...(list.shownBefore !== null && {
      text: `${sentence(wordsOf(state.query))} could not be loaded. ${ended(queryErrorText(list.error))}`,
    })}
  />
)
