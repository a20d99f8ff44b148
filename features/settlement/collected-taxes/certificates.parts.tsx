// The certificate of the team for a quarter: month by month, with rates and bases, held against the ledger; to print and to save.
import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import Download from '@mui/icons-material/DownloadOutlined'
import Print from '@mui/icons-material/PrintOutlined'
import ReportProblem from '@mui/icons-material/ReportProblemOutlined'
import { Alert, Box, Button, Card, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { monthText } from '@wattdesk/base/time'
import { query } from '@wattdesk/wire/call'
import { useState } from 'react'
import { useAddress } from '#kit/address.ts'
import { DetailList } from '#kit/detail-list.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { moneyText } from '#kit/figures.tsx'
import { monthsTo } from '#kit/month-select.tsx'
import { notify } from '#kit/notices.tsx'
import { useSession } from '#kit/session.ts'
import { FormSkeleton } from '#kit/skeleton.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import { saveCertificate } from './certificate-save.parts.ts'
import { getTaxCertificate, type TaxCertificate } from './collected-tax.contract.ts'
import { monthsOfQuarter } from './collected-tax.rules.ts'

const quarterText = (first: string): string => `${monthText(first)} to ${monthText(monthsOfQuarter(first)[2])}`
/** Records are kept for eight years. */
const MONTHS_KEPT = 96
const rate = (n: number | null): string => (n === null ? '–' : `${n} %`)

type Cell = readonly [header: string, of: (m: TaxCertificate['months'][number]) => string]
const CELLS: readonly Cell[] = [
  ['Net value', m => moneyText(m.tcsBase)],
  ['TCS rate', m => rate(m.tcsRate)],
  ['Central', m => moneyText(m.tcsCgst)],
  ['State', m => moneyText(m.tcsSgst)],
  ['Integrated', m => moneyText(m.tcsIgst)],
  ['Gross value', m => moneyText(m.tdsBase)],
  ['TDS rate', m => rate(m.tdsRate)],
  ['Given back', m => moneyText(m.tdsGivenBack)],
  ['TDS', m => moneyText(m.tds)],
]
function Months({ c }: { c: TaxCertificate }) {
  const { sums: s } = c
  const sums = ['', '', s.tcsCgst, s.tcsSgst, s.tcsIgst, '', '', '', s.tds]
  return (
    // A wide table scrolls by itself, so it takes the focus.
    <Box tabIndex={0} role="region" aria-label="Month by month" sx={{ overflowX: 'auto' }}>
      <Box
        component="table"
        sx={{
          width: '100%',
          borderSpacing: 0,
          whiteSpace: 'nowrap',
          fontVariantNumeric: 'tabular-nums',
          '& td, & th': { py: 0.75, px: 1, textAlign: 'right', borderBottom: 1, borderColor: 'divider' },
          '& th:first-of-type': { textAlign: 'left', pl: 0 },
          '& th': { fontWeight: 550 },
        }}
      >
        <thead>
          <tr>
            <th scope="col">Month</th>
            {CELLS.map(([header]) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {c.months.map(m => (
            <tr key={m.month}>
              <th scope="row">{monthText(m.month)}</th>
              {CELLS.map(([header, of]) => (
                <td key={header}>{of(m)}</td>
              ))}
            </tr>
          ))}
          <Box component="tr" sx={{ fontWeight: 600 }}>
            <th scope="row">Together</th>
            {sums.map((n, i) => (
              <td key={CELLS[i]?.[0]}>{n === '' ? '' : moneyText(Number(n))}</td>
            ))}
          </Box>
        </tbody>
      </Box>
    </Box>
  )
}

export function TaxCertificates() {
  const { teamId, teamName, user } = useSession()
  const [quarters] = useState(() =>
    monthsTo(new Date(), user.businessZone, MONTHS_KEPT).filter(m => /-(01|04|07|10)$/.test(m)),
  )
  const [params, change] = useAddress()
  const asked = params.get('quarter')
  const [present = '', last = present] = quarters
  const quarter = asked !== null && quarters.includes(asked) ? asked : last
  const q = useQuery({
    ...query(getTaxCertificate, { params: { teamId, quarter } }),
    enabled: teamId !== 0 && quarter !== '',
  })
  const c = q.data?.data
  return (
    <Stack spacing={2}>
      <Stack data-noprint direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <TextField
          select
          size="small"
          label="Quarter"
          value={quarter}
          onChange={e => change(now => now.set('quarter', e.target.value))}
          sx={{ width: { xs: '100%', sm: 300 } }}
        >
          {quarters.map(m => (
            <MenuItem key={m} value={m}>
              {quarterText(m)}
            </MenuItem>
          ))}
        </TextField>
        {c && c.months.length > 0 && (
          <>
            <Button
              variant="outlined"
              color="inherit"
              startIcon={<Download />}
              onClick={() => void saveCertificate(c).catch((e: unknown) => notify.error(e))}
            >
              Download PDF
            </Button>
            <Button variant="outlined" color="inherit" startIcon={<Print />} onClick={() => window.print()}>
              Print
            </Button>
          </>
        )}
      </Stack>
      {q.error && !c && <ErrorNotice error={q.error} onRetry={() => void q.refetch()} />}
      {q.isPending && <FormSkeleton fields={6} />}
      {c && (
        <Card component="section" aria-label="Certificate" sx={{ p: { xs: 2, sm: 2.5 } }}>
          <Typography variant="h2" sx={{ mb: 2 }}>
            {`Tax collected and deducted from ${teamName}`}
          </Typography>
          <DetailList
            items={[
              { label: 'Period', value: quarterText(c.from) },
              { label: 'Owner', value: c.owner.name },
              { label: 'GSTIN', value: c.owner.gstin },
              { label: 'PAN', value: c.owner.pan },
              { label: 'Taken by', value: c.taker && `${c.taker.name}, ${c.taker.gstin}` },
            ]}
          />
          {c.reason === null ? (
            <Stack sx={{ mt: 2, gap: 2 }}>
              <Months c={c} />
              <div>
                {c.isEqual ? (
                  <ToneChip tone="success" icon={CheckCircle} label="The sums are those of the ledger" />
                ) : (
                  <ToneChip tone="fault" icon={ReportProblem} label="The sums are not those of the ledger" />
                )}
              </div>
            </Stack>
          ) : (
            <Alert severity="info" sx={{ mt: 2 }}>
              {c.reason}
            </Alert>
          )}
        </Card>
      )}
    </Stack>
  )
}
