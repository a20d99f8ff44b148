// Exports of a month for the accountant: GSTR-1 held against registers and ledger, and the files that can be saved.
import Download from '@mui/icons-material/DownloadOutlined'
import { Alert, Box, Button, Card, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { monthText } from '@wattdesk/base/time'
import { address, call, query } from '@wattdesk/wire/call'
import { type ReactNode, useState } from 'react'
import { useAddress } from '#kit/address.ts'
import { ErrorNotice } from '#kit/error.tsx'
import { type Stream, saveCsvStream, saveExcelStream } from '#kit/export.ts'
import { moneyText } from '#kit/figures.tsx'
import { modeNow } from '#kit/mode.ts'
import { MonthSelect, useMonth } from '#kit/month-select.tsx'
import { notify } from '#kit/notices.tsx'
import { saveFile } from '#kit/save-file.ts'
import { useSession } from '#kit/session.ts'
import { RowsSkeleton } from '#kit/skeleton.tsx'
import { LedgerBridge } from '#settlement/reconciliation/amounts.parts.tsx'
import { Faults, SectionTable } from './gstr1-table.tsx'
import { OperatorTable } from './operator-table.tsx'
import { PAYOUT_LEDGER_NAMES, SALES_LEDGER_NAMES } from './tally.words.ts'
import type { TaxExports as Data } from './tax-export.contract.ts'
import * as contract from './tax-export.contract.ts'
import { gstr1File, tallyPayoutsFile, tallySalesFile } from './tax-export.rules.ts'
import { form26QStream, gstr8Stream } from './working-paper-columns.tsx'

export function TaxExports() {
  const { teamId } = useSession()
  const [month] = useMonth()
  const [params, change] = useAddress()
  const gstin = params.get('gstin') ?? undefined
  const asked = { params: { teamId }, query: { month, ...(gstin !== undefined && { gstin }) } }
  const q = useQuery({ ...query(contract.getTaxExports, asked), enabled: teamId !== 0 })
  const data = q.data?.data
  // Another month has other numbers.
  const chooseMonth = (to: string) =>
    change(now => {
      now.delete('gstin')
      now.set('month', to)
    })
  return (
    <Stack spacing={2}>
      <Stack direction="row" useFlexGap sx={{ gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
        <MonthSelect label="Month" value={month} onChoose={chooseMonth} />
        {data && data.numbers.length > 0 && (
          <TextField
            select
            size="small"
            label="GST number"
            value={data.gstin ?? ''}
            onChange={e => change(now => now.set('gstin', e.target.value))}
            sx={{ width: { xs: '100%', sm: 420 } }}
          >
            {data.numbers.map(n => (
              <MenuItem key={n.gstin} value={n.gstin}>
                {`${n.gstin} ${n.name}`}
              </MenuItem>
            ))}
          </TextField>
        )}
      </Stack>
      {q.error && !data && <ErrorNotice error={q.error} onRetry={() => void q.refetch()} />}
      {!data && q.isPending && <RowsSkeleton rows={7} />}
      {data && (
        <>
          <Notes data={data} />
          <Card component="section" aria-label="GSTR-1" sx={{ p: { xs: 2, sm: 2.5 } }}>
            <Stack spacing={3}>
              {data.gstin === null ? (
                <div>
                  <Typography variant="h2">GSTR-1</Typography>
                  <Typography sx={{ color: 'text.secondary' }}>
                    No document of this month has a GST number of the supplier.
                  </Typography>
                </div>
              ) : (
                <SectionTable data={data} />
              )}
              {data.operator && <OperatorTable data={data.operator} />}
              <Faults data={data} />
              <div>
                <LedgerBridge data={data.books} heading="All GST numbers, from the register to the ledger" />
                <Beside data={data} />
              </div>
            </Stack>
          </Card>
          <Files data={data} />
        </>
      )}
    </Stack>
  )
}

function Notes({ data }: { data: Data }) {
  const { documents, total } = data.withoutNumber
  return (
    <>
      {data.isOpen && <Alert severity="info">The month is open: its figures may change.</Alert>}
      {data.leftOut === 'teams' && (
        <Alert severity="info">
          Other teams of the company have documents under this number. The files hold those of this team and the teams
          below it: choose the company’s own team for the whole return.
        </Alert>
      )}
      {data.leftOut === 'companies' && (
        <Alert severity="info">
          This is the platform’s GST number. The files hold the documents of this team alone; the return is the
          platform’s.
        </Alert>
      )}
      {documents > 0 && (
        <Alert severity="warning">
          {`${documents.toLocaleString('en-IN')} ${documents === 1 ? 'document has' : 'documents have'} no GST number of a supplier, of ${moneyText(total)} in all. They are in no return.`}
        </Alert>
      )}
    </>
  )
}

const taxOf = (h: { cgst: number; sgst: number; igst: number }): string =>
  `CGST ${moneyText(h.cgst)}, SGST ${moneyText(h.sgst)}, IGST ${moneyText(h.igst)}`
/** What the way to the ledger does not say. */
const Beside = ({ data: { numbers, commission } }: { data: Data }) => (
  <>
    {numbers.length > 1 && (
      <Typography sx={{ color: 'text.secondary', mt: 1 }}>
        This sales register and the ledger are of all GST numbers of the team.
      </Typography>
    )}
    {commission && (
      <Typography sx={{ color: 'text.secondary', mt: 1 }}>
        {`Tax on the commission by its documents: ${taxOf(commission.documents)}. By the ledger: ${taxOf(commission.ledger)}.`}
      </Typography>
    )}
  </>
)

type FileProps = { title: string; children: ReactNode; button: ReactNode }
const FileRow = ({ title, children, button }: FileProps) => (
  <Box
    component="li"
    sx={{
      display: 'flex',
      flexDirection: { xs: 'column', sm: 'row' },
      alignItems: { xs: 'stretch', sm: 'flex-start' },
      justifyContent: 'space-between',
      gap: { xs: 1, sm: 3 },
      py: 1.5,
      borderTop: 1,
      borderColor: 'divider',
      '&:first-of-type': { borderTop: 0 },
    }}
  >
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="h3">{title}</Typography>
      <Typography sx={{ color: 'text.secondary', maxWidth: '76ch' }}>{children}</Typography>
    </Box>
    <Box sx={{ flexShrink: 0 }}>{button}</Box>
  </Box>
)

type SaveProps = { label: string; disabled?: boolean; save: () => Promise<void> }
/** Off while the file is on its way. */
function SaveButton({ label, disabled = false, save }: SaveProps) {
  const [isSaving, setSaving] = useState(false)
  const run = async () => {
    setSaving(true)
    try {
      await save()
    } catch (error) {
      notify.error(error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <Button
      fullWidth
      variant="outlined"
      color="inherit"
      startIcon={<Download />}
      disabled={disabled || isSaving}
      onClick={() => void run()}
    >
      {label}
    </Button>
  )
}

type TableProps = { label: string; file: string; stream: () => Promise<Stream> }
const TableButtons = ({ label, file, stream }: TableProps) => (
  <Stack direction="row" spacing={1}>
    <SaveButton label={`${label} as CSV`} save={async () => saveCsvStream(await stream(), file)} />
    <SaveButton label={`${label} as Excel`} save={async () => saveExcelStream(await stream(), file)} />
  </Stack>
)

function Files({ data: { month, gstin } }: { data: Data }) {
  const { teamId } = useSession()
  const of = { params: { teamId }, query: { month } }
  const number = gstin ?? ''
  const ofNumber = { params: { teamId }, query: { month, gstin: number } }
  const saveGstr1 = async () =>
    saveFile(address(contract.getGstr1, ofNumber), gstr1File(number, month, await modeNow()), contract.getGstr1)
  const saveSales = async () =>
    saveFile(
      address(contract.getTallySales, ofNumber),
      tallySalesFile(number, month, await modeNow()),
      contract.getTallySales,
    )
  const savePayouts = async () =>
    saveFile(address(contract.getTallyPayouts, of), tallyPayoutsFile(month, await modeNow()), contract.getTallyPayouts)
  const gstr8 = async (): Promise<Stream> => gstr8Stream((await call(contract.getGstr8, of)).data)
  const form26Q = async (): Promise<Stream> => form26QStream((await call(contract.getForm26Q, of)).data)
  return (
    <Card component="section" aria-label="Files" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography variant="h2">{`Files of ${monthText(month)}`}</Typography>
      <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
        <FileRow title="GSTR-1" button={<SaveButton label="Save GSTR-1" disabled={gstin === null} save={saveGstr1} />}>
          Invoices, notes, services and numbers of {gstin ?? 'a GST number'}, as JSON that the GST portal takes in.
        </FileRow>
        <FileRow title="GSTR-8" button={<TableButtons label="GSTR-8" file={`GSTR8_${month}`} stream={gstr8} />}>
          Tax collected at source from the payouts of the month, by the GST number of the supplier; under several
          numbers of a collector by these first, for each files its own.
        </FileRow>
        <FileRow title="26Q" button={<TableButtons label="26Q" file={`26Q_${month}`} stream={form26Q} />}>
          Tax deducted at source in the quarter that has this month, by payee and payout.
        </FileRow>
        <FileRow
          title="Tally: sales"
          button={<SaveButton label="Save sales" disabled={gstin === null} save={saveSales} />}
        >
          Each invoice and note of {gstin ?? 'a GST number'} as a voucher, for the books of the supplier. Ledgers:{' '}
          {SALES_LEDGER_NAMES.join('; ')}.
        </FileRow>
        <FileRow title="Tally: payouts" button={<SaveButton label="Save payouts" save={savePayouts} />}>
          Each settlement of the month as a journal, and what was paid in the month, for the books of the company that
          pays. Ledgers: {PAYOUT_LEDGER_NAMES.join('; ')}.
        </FileRow>
      </Box>
    </Card>
  )
}
