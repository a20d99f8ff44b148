// Meter values of a session: charts of five measurands where there are values, and every value in a table.
import { Box, Button, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { plainNumber } from '@wattdesk/base/numbers'
import { address, query } from '@wattdesk/wire/call'
import { useMemo, useState } from 'react'
import { ChartCard } from '#kit/chart-card.tsx'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { Figure } from '#kit/figures.tsx'
import { useLocalList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { notify } from '#kit/notices.tsx'
import { saveFile } from '#kit/save-file.ts'
import { useSession } from '#kit/session.ts'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { type SignedFormat, signedFile } from './signed-values.words.ts'
import { getSignedValues, listMeterValues, type MeterValue } from './transaction.contract.ts'
import { type MeterChart, meterCharts } from './transaction.rules.ts'

type Row = MeterValue & { n: number }
/** A reading as a number; any other text ('Cable') stays as it came. */
const figureOf = (r: { value: string }): number | string => plainNumber(r.value) ?? r.value
/** With its digits as they came, the whole ones grouped: '43,59,650', '7,370.0'. */
const shown = ({ value, isSigned }: MeterValue): string => {
  // It is saved whole by the button above.
  if (isSigned) return 'Signed data'
  const number = plainNumber(value)
  if (number === undefined) return value
  const digits = value.trim().split('.')[1]?.length ?? 0
  return number.toLocaleString('en-IN', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
const columns: readonly Column<Row>[] = [
  {
    field: 'measurand',
    header: 'Measurand',
    identity: true,
    minWidth: 240,
    flex: 1.5,
    value: r => (r.location === null || r.location === 'Outlet' ? r.measurand : `${r.measurand} (${r.location})`),
  },
  {
    field: 'value',
    header: 'Value',
    kind: 'number',
    minWidth: 110,
    value: figureOf,
    cell: r => <Figure>{shown(r)}</Figure>,
  },
  { field: 'unit', header: 'Unit', minWidth: 90, flex: 0.6 },
  { field: 'value_timestamp', header: 'Time', kind: 'time', minWidth: 170 },
]
const clock = (x: Date | string): string =>
  x instanceof Date ? x.toLocaleTimeString('en-IN', { hour: '2-digit', minute: '2-digit', hour12: false }) : x

function Chart({ chart, id }: { chart: MeterChart; id: number }) {
  const { x, series } = useMemo(() => {
    const times = [...new Set(chart.lines.flatMap(l => l.points.map(p => p.at.getTime())))].sort((a, b) => a - b)
    return {
      x: times.map(t => new Date(t)),
      series: chart.lines.map(l => {
        const at = new Map(l.points.map(p => [p.at.getTime(), p.value]))
        return { id: l.name, label: l.name, values: times.map(t => at.get(t) ?? null) }
      }),
    }
  }, [chart])
  return (
    <ChartCard
      title={chart.measurand}
      unit={chart.unit}
      x={x}
      series={series}
      formatX={clock}
      height={220}
      file={`${chart.measurand}_${id}`}
    />
  )
}

type Signed = { transactionId: number; signedValues: number | null; ocmfValues: number | null }
/** Saves the signed values of a session; without any there is nothing to save. */
function SignedValues({ transactionId, signedValues, ocmfValues }: Signed) {
  const { teamId } = useSession()
  const [isBusy, setBusy] = useState(false)
  if (!signedValues) return null
  const save = async (format: SignedFormat) => {
    setBusy(true)
    try {
      const link = address(getSignedValues, { params: { teamId, id: transactionId }, query: { format } })
      await saveFile(link, signedFile(transactionId, format), getSignedValues)
    } catch (error) {
      notify.error(error)
    } finally {
      setBusy(false)
    }
  }
  const count = signedValues === 1 ? '1 reading is signed' : `${signedValues} readings are signed`
  return (
    <Stack
      direction="row"
      component="section"
      aria-label="Signed values"
      sx={{ alignItems: 'center', gap: 1, flexWrap: 'wrap' }}
    >
      <Typography variant="body2" sx={{ flexGrow: 1, minWidth: 240, color: 'text.secondary' }}>
        {`${count} by the meter.`}
        {!!ocmfValues &&
          ' The transparency software of S.A.F.E. checks those in OCMF: open the XML file there. A value without a key asks for the key on the charge point.'}
      </Typography>
      <Button size="small" disabled={isBusy} onClick={() => void save('json')}>
        Save signed values
      </Button>
      {!!ocmfValues && (
        <Button size="small" disabled={isBusy} onClick={() => void save('xml')}>
          Save for verification
        </Button>
      )}
    </Stack>
  )
}

export function Meters({ connectorId, ...signed }: Signed & { connectorId: number }) {
  const { transactionId } = signed
  const { teamId } = useSession()
  const [shown, setShown] = useState(true)
  const values = useQuery({
    ...query(listMeterValues, { params: { teamId, id: transactionId, x: connectorId } }),
    // Asked for only where the statistics are shown (D-TXN-5).
    enabled: shown,
  })
  const data = values.data?.data
  const charts = useMemo(() => meterCharts(data ?? []), [data])
  const rows = useMemo(() => data?.map((v, n): Row => ({ ...v, n })).reverse(), [data])
  const state = useListState({ pageSize: 10, prefix: 'm-' })
  const list = useLocalList<Row>({ ...values, data: rows }, state, { search: r => [r.measurand, r.value, r.unit] })
  return (
    <Stack spacing={2} component="section" aria-label="Statistics">
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
        <Typography variant="h2" sx={{ flexGrow: 1 }}>
          Statistics
        </Typography>
        <Button size="small" color="inherit" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? 'Hide statistics' : 'Show statistics'}
        </Button>
      </Stack>
      <SignedValues {...signed} />
      {shown && values.error && <ErrorNotice error={values.error} onRetry={() => void values.refetch()} />}
      {shown && values.isPending && <BlockSkeleton height={220} />}
      {shown && charts.length > 0 && (
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
            // No half row stays empty.
            '& > :last-child:nth-of-type(odd)': { gridColumn: '1 / -1' },
          }}
        >
          {charts.map(c => (
            <Chart key={c.measurand} chart={c} id={transactionId} />
          ))}
        </Box>
      )}
      {shown && data && (
        <DataGrid
          label="Meter values"
          columns={columns}
          list={list}
          state={state}
          rowId={r => r.n}
          search="Search meter values"
          file={`meter_values_${transactionId}`}
          empty={{ title: 'No meter values yet', text: 'The charger has not sent a reading for this session.' }}
        />
      )}
    </Stack>
  )
}
