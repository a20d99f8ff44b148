// The exceptions from settings: who said so, when and why, and taking them back (CAMP-06).
import Block from '@mui/icons-material/BlockOutlined'
import { Button, Stack, Typography } from '@mui/material'
import { Suspense, useState } from 'react'
import { DataGrid } from '#kit/data-grid.tsx'
import { later } from '#kit/later.ts'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { recordFilters } from '#kit/record-grid.ts'
import { useAccess, useSession } from '#kit/session.ts'
import { takeBack } from './settings-exception.actions.ts'
import { listSettingsExceptions } from './settings-exception.contract.ts'
import { settingsExceptionFields } from './settings-exception.fields.ts'
import { settingsExceptionColumns } from './settings-exception-columns.tsx'

const ExceptionDialog = later(() => import('./exception-dialog.parts.tsx').then(m => ({ default: m.ExceptionDialog })))
const filterFields = recordFilters(settingsExceptionFields)
const actions = [takeBack]

/** `templateId`: those alone that take a key of the template out. */
export function SettingsExceptions({ templateId }: { templateId?: number }) {
  const { teamId } = useSession()
  const mayAdd = useAccess('Campaign').may('U')
  const [isAdding, setAdding] = useState(false)
  const state = useListState({ pageSize: 5, sort: 'chargepoint_id', prefix: 'exception-' })
  const list = useList(
    listSettingsExceptions,
    { params: { teamId }, ...(templateId !== undefined && { query: { templateId } }) },
    state,
    { enabled: teamId !== 0 },
  )
  return (
    <section aria-label="Exceptions">
      <Stack direction="row" sx={{ mb: 1.5, justifyContent: 'space-between', alignItems: 'center', gap: 1 }}>
        <Typography variant="h3" component="h2">
          Exceptions
        </Typography>
        {mayAdd && (
          <Button size="small" color="inherit" variant="outlined" startIcon={<Block />} onClick={() => setAdding(true)}>
            Add exception
          </Button>
        )}
      </Stack>
      <DataGrid
        label="Exceptions"
        columns={settingsExceptionColumns}
        list={list}
        state={state}
        rowId={e => e.exception_id}
        rowLink={e => `/charger/${e.chargepoint_pk}?tab=config`}
        actions={actions}
        search="Search by charger, key, reason or person"
        filterFields={filterFields}
        file="settings-exceptions"
        empty={{
          title: 'No exceptions',
          text: 'A key that is to differ at one charge point is excepted, with the reason.',
        }}
      />
      {isAdding && (
        <Suspense>
          <ExceptionDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </section>
  )
}
