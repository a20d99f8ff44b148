// A card with a short list of what happened, the newest first: some at once, all on demand; and how many there are at most.
import { Box, Button, Card, Stack, Typography } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { ErrorNotice } from './error.tsx'
import { RowsSkeleton } from './skeleton.tsx'

type Props<T> = {
  title: string
  help: string
  /** The answer of the list's call. */
  source: { data: { data: readonly T[] } | undefined; error: unknown; isPending: boolean; refetch: () => unknown }
  /** Said where there are none. */
  none: string
  /** A row, with its key; made of ShortRow. */
  row: (item: T) => ReactNode
  /** So many are shown at once. */
  first?: number
  /** The server tells no more than this, where it has a bound. */
  most?: number
  /** Beside the list: a dialog that a row opens. */
  children?: ReactNode
}
export function ShortList<T>({ title, help, source, none, row, first = 5, most, children }: Props<T>) {
  const [isWhole, setWhole] = useState(false)
  const { data, error, isPending } = source
  const all = data?.data ?? []
  const shown = isWhole ? all : all.slice(0, first)
  return (
    <Card component="section" aria-label={title} sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography variant="h2" sx={{ mb: 0.25 }}>
        {title}
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 1.5, maxWidth: '72ch' }}>{help}</Typography>
      {error !== null && !data && <ErrorNotice error={error} onRetry={() => void source.refetch()} />}
      {isPending && <RowsSkeleton rows={2} />}
      {data && all.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{none}</Typography>}
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {shown.map(row)}
      </Stack>
      {all.length > shown.length && (
        <Button size="small" color="inherit" onClick={() => setWhole(true)}>
          Show all {all.length}
        </Button>
      )}
      {isWhole && most !== undefined && all.length >= most && (
        <Typography sx={{ color: 'text.secondary', mt: 1 }}>The newest {most} are shown.</Typography>
      )}
      {children}
    </Card>
  )
}

type Columns = Record<string, string>
/** A row of ShortList: cells in the columns that the width has. */
export const ShortRow = ({ columns, children }: { columns: Columns; children: ReactNode }) => (
  <Box
    component="li"
    sx={{
      display: 'grid',
      columnGap: 2,
      rowGap: 0.5,
      alignItems: 'center',
      py: 1,
      borderTop: 1,
      borderColor: 'divider',
      gridTemplateColumns: columns,
    }}
  >
    {children}
  </Box>
)
