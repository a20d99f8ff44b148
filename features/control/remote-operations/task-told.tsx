// What a charge point tells in parts after it has accepted an operation: how far it has come, and what is there.
import {
  Alert,
  Box,
  Button,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { call, keyOf } from '@wattdesk/wire/call'
import { useState } from 'react'
import { ask } from '#kit/confirm.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { notify } from '#kit/notices.tsx'
import { RawText } from '#kit/raw-text.tsx'
import { useAccess } from '#kit/session.ts'
import { timeText } from '#kit/time.tsx'
import {
  type CustomerText,
  deleteCustomerInformation,
  readCustomerInformation,
} from './customer-information.contract.ts'
import { getTask, type Task } from './remote-operation.contract.ts'
import { standingText, type ToldTable, toldTable } from './told-rows.rules.ts'

type Told = NonNullable<Task['told']>
type Props = { charger: string; taskId: string; told: Told }

export default function TaskTold({ charger, taskId, told }: Props) {
  const table = toldTable(told.message, told.items)
  const isWrong = told.state === 'unfinished' || told.leftOut > 0
  return (
    <Stack spacing={2}>
      {told.removedAt === null && (
        <Alert severity={isWrong ? 'warning' : told.state === 'whole' ? 'success' : 'info'}>{standingText(told)}</Alert>
      )}
      {table && table.rows.length > 0 && <ToldRows table={table} isCut={told.itemsInAll > told.items.length} />}
      {told.isPersonal && <Personal charger={charger} taskId={taskId} told={told} />}
    </Stack>
  )
}

function ToldRows({ table: { title, headings, rows }, isCut }: { table: ToldTable; isCut: boolean }) {
  return (
    <Box component="section" aria-label={title}>
      <Typography variant="h3" sx={{ mb: 1 }}>
        {title} ({rows.length})
      </Typography>
      <TableContainer
        tabIndex={0}
        role="region"
        aria-label={`Rows of ${title.toLowerCase()}`}
        sx={{ maxHeight: 360, border: 1, borderColor: 'divider', borderRadius: 2 }}
      >
        <Table size="small" stickyHeader aria-label={title}>
          <TableHead>
            <TableRow>
              {headings.map(heading => (
                <TableCell key={heading}>{heading}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map(row => (
              <TableRow key={row.join('\n')}>
                {row.map((cell, n) => (
                  <TableCell
                    // The cells of a row stand in the order of the headings.
                    key={headings[n]}
                    {...(n === 0 && { component: 'th', scope: 'row' })}
                    sx={{ overflowWrap: 'anywhere', verticalAlign: 'top', minWidth: 64 }}
                  >
                    {cell}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      {isCut && (
        <Typography sx={{ mt: 1, color: 'text.secondary' }}>The first {rows.length} are shown here.</Typography>
      )}
    </Box>
  )
}

/** The text of a customer: shown on request, to readers with full access alone, and deleted by them. */
function Personal({ charger, taskId, told }: Props) {
  const cache = useQueryClient()
  const mayRead = useAccess('ChargerPoint').may('FA')
  const [shown, setShown] = useState<CustomerText>()
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const params = { chargerId: charger, taskId }
  if (told.removedAt !== null)
    return <Alert severity="info">The customer information was deleted on {timeText(told.removedAt)}.</Alert>
  if (told.parts === 0) return null
  const attempt = async (act: () => Promise<void>) => {
    setBusy(true)
    setError(undefined)
    try {
      await act()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  const read = () => attempt(async () => setShown((await call(readCustomerInformation, { params })).data))
  const remove = async () => {
    const isMeant = await ask({
      title: 'Delete customer information',
      text: 'The text is deleted here for good. What the charge point itself has stored stays there.',
      yes: 'Delete',
      danger: true,
    })
    if (!isMeant) return
    await attempt(async () => {
      const { message } = await call(deleteCustomerInformation, { params })
      setShown(undefined)
      notify.success(message ?? 'Deleted')
      await cache.invalidateQueries({ queryKey: keyOf(getTask) })
    })
  }
  return (
    <Box component="section" aria-label="Customer information">
      <Typography variant="h3" sx={{ mb: 1 }}>
        Customer information
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 1.5, maxWidth: '72ch' }}>
        This is personal data. Each reading is noted in the audit log
        {told.keptUntil !== null && `, and the text is deleted by itself after ${timeText(told.keptUntil)}`}.
      </Typography>
      {shown && (
        <Box sx={{ mb: 1.5 }}>
          <RawText label="Customer information" maxHeight={320}>
            {shown.text}
          </RawText>
        </Box>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
      {mayRead ? (
        <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
          {!shown && (
            <Button variant="contained" disabled={isBusy} onClick={() => void read()}>
              Show the text
            </Button>
          )}
          {shown && (
            <Button variant="outlined" disabled={isBusy} onClick={() => setShown(undefined)}>
              Hide the text
            </Button>
          )}
          <Button variant="outlined" color="error" disabled={isBusy} onClick={() => void remove()}>
            Delete the text
          </Button>
        </Stack>
      ) : (
        <Typography>Only readers with full access on charge points may see it.</Typography>
      )}
    </Box>
  )
}
