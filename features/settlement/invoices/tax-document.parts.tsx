// A document for the tax office on a page of its own: to read, print and save.
import Download from '@mui/icons-material/DownloadOutlined'
import Print from '@mui/icons-material/PrintOutlined'
import { Box, Card, Typography } from '@mui/material'
import type { UseQueryResult } from '@tanstack/react-query'
import { CallError } from '@wattdesk/wire/call'
import { Fragment, type ReactNode, useMemo } from 'react'
import type { Action } from '#kit/actions.tsx'
import { DetailList } from '#kit/detail-list.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { Gone } from '#kit/gone.tsx'
import { notify } from '#kit/notices.tsx'
import { Page } from '#kit/page.tsx'
import { FormSkeleton } from '#kit/skeleton.tsx'

type Fact = readonly [label: string, value: string | null]
type Figure = { label: string; amount: string; isStrong?: boolean }
type DocumentWords = {
  /** 'Tax Invoice' */
  title: string
  number: string
  head: readonly Fact[]
  sections: readonly { heading: string; facts: readonly Fact[] }[]
  /** What was supplied or paid for, each with its amount. */
  lines: readonly { text: string; amount?: string }[]
  figures: readonly Figure[]
  foot?: ReactNode
}

const items = (facts: readonly Fact[]) => facts.map(([label, value]) => ({ label, value }))
const HEADING = { mt: 3, mb: 1 }
const AMOUNT = { textAlign: 'right !important', fontVariantNumeric: 'tabular-nums' }

function Amounts({ of: d }: { of: DocumentWords }) {
  return (
    <Box
      component="table"
      aria-label={`Amounts of ${d.number}`}
      sx={{ width: '100%', borderSpacing: 0, '& td, & th': { py: 0.75, textAlign: 'left', fontWeight: 'inherit' } }}
    >
      <tbody>
        {d.lines.map(l => (
          <tr key={l.text}>
            <th scope="row" colSpan={l.amount === undefined ? 2 : 1}>
              {l.text}
            </th>
            {l.amount !== undefined && (
              <Box component="td" sx={AMOUNT}>
                {l.amount}
              </Box>
            )}
          </tr>
        ))}
        {d.figures.map((f, i) => (
          <Box
            component="tr"
            key={f.label}
            sx={{
              fontWeight: f.isStrong ? 600 : 400,
              ...(i === 0 && { '& td, & th': { borderTop: 1, borderColor: 'divider' } }),
            }}
          >
            <th scope="row">{f.label}</th>
            <Box component="td" sx={AMOUNT}>
              {f.amount}
            </Box>
          </Box>
        ))}
      </tbody>
    </Box>
  )
}

type Props<D> = {
  /** The list that the document stands in. */
  list: { label: string; to: string }
  /** Without it the address names no document. */
  found: UseQueryResult<{ data: D }> | undefined
  words: (document: D) => DocumentWords
  save: (document: D) => Promise<void>
  missing: string
}
export function TaxDocumentPage<D>({ list, found, words, save, missing }: Props<D>) {
  const document = found?.data?.data
  const download = useMemo<Action>(
    () => ({
      id: 'document-pdf',
      label: 'Download PDF',
      icon: Download,
      run: () => document && save(document).catch((e: unknown) => notify.error(e)),
    }),
    [document, save],
  )
  const actions = useMemo<Action[]>(
    () => [{ id: 'document-print', label: 'Print', icon: Print, run: () => window.print() }],
    [],
  )
  const status = found?.error instanceof CallError ? found.error.status : undefined
  const crumbs = [{ label: 'Tax papers', to: '/tax-papers' }, list]
  if (!found || status === 404) return <Gone text={missing} to={list.to} />
  if (status === 403) return <Gone text="Not Authorized" to="/tax-papers" />
  if (!document)
    return (
      <Page title={list.label} crumbs={crumbs}>
        {found.error ? (
          <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <FormSkeleton fields={10} />
        )}
      </Page>
    )
  const d = words(document)
  return (
    <Page
      title={`${d.title} ${d.number}`}
      crumbs={[...crumbs, { label: d.number }]}
      primary={download}
      actions={actions}
    >
      <Card component="section" aria-label={d.number} sx={{ p: { xs: 2, sm: 2.5 }, maxWidth: 880 }}>
        <Typography variant="h2" sx={{ mb: 2 }}>
          {d.title}
        </Typography>
        <DetailList items={items(d.head)} />
        {d.sections.map(s => (
          <Fragment key={s.heading}>
            <Typography variant="h3" sx={HEADING}>
              {s.heading}
            </Typography>
            <DetailList items={items(s.facts)} />
          </Fragment>
        ))}
        <Typography variant="h3" sx={HEADING}>
          Amount
        </Typography>
        <Amounts of={d} />
        {d.foot}
      </Card>
    </Page>
  )
}
