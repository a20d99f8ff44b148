// The Config tab of a charge point: its keys with their values, what was set beside them, and a change of each (S-CONFIG).
import { Alert, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { Suspense, useMemo, useState } from 'react'
import { DataGrid } from '#kit/data-grid.tsx'
import { later } from '#kit/later.ts'
import { useLocalList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { usePolling } from '#kit/live.ts'
import { useAccess, useSession } from '#kit/session.ts'
import { timeText } from '#kit/time.tsx'
import { keyActions, readAgain } from './charger-config.actions.ts'
import { type ConfigKey, getChargerConfig } from './charger-config.contract.ts'
import { columns, configRowOf } from './charger-config-columns.tsx'

const ChangeKeyDialog = later(() => import('./change-key-dialog.tsx'))

const POLL_MS = 30_000
const filterFields = [
  { field: 'key', label: 'Key', type: 'text' },
  { field: 'value', label: 'Value', type: 'text' },
  // As set, Differs, After a restart, Not read since, Refused.
  { field: 'standing', label: 'Set here', type: 'text' },
] as const
const types = Object.fromEntries(filterFields.map(f => [f.field, f.type]))

type Props = { charger: { chargepoint_pk: number; chargepoint_id: string; connection: { socketOpen: boolean } } }
export default function ChargerConfigTab({ charger }: Props) {
  const { chargepoint_pk: pk, chargepoint_id: id } = charger
  const isConnected = charger.connection.socketOpen
  const { teamId } = useSession()
  const access = useAccess('ChargerPoint')
  const hasFullAccess = access.may('FA')
  const state = useListState({ pageSize: 20, sort: 'key', prefix: 'config-' })
  const q = useQuery({
    ...query(getChargerConfig, { params: { teamId, id: String(pk) } }),
    enabled: teamId !== 0,
    refetchInterval: usePolling(POLL_MS),
  })
  const config = q.data?.data
  const rows = useMemo(() => config?.keys.map(configRowOf), [config])
  const list = useLocalList({ ...q, data: rows }, state, {
    search: k => [k.key, k.value, k.meaning, k.wanted?.value],
    filterFields: types,
  })
  const [open, setOpen] = useState<ConfigKey>()
  const [read, actions] = useMemo(() => {
    const target = { chargepoint_id: id, isConnected, hasFullAccess }
    return [readAgain(target), keyActions(target, setOpen)] as const
  }, [id, isConnected, hasFullAccess])
  return (
    <Stack spacing={2}>
      {config?.readAt && (
        <Typography sx={{ color: 'text.secondary' }}>
          All keys were read on {timeText(config.readAt)}
          {config.firmware && `, with firmware ${config.firmware}`}. They are read again each day, and after a start
          with another firmware.
        </Typography>
      )}
      {config?.failed && (
        <Alert severity="warning">
          The configuration could not be read on {timeText(config.failed.at)}: {config.failed.error}.
        </Alert>
      )}
      <DataGrid
        label="Configuration"
        columns={columns}
        list={list}
        state={state}
        rowId={k => k.key}
        actions={actions}
        add={read}
        search="Search keys, values and meanings"
        filterFields={filterFields}
        file={`configuration-${id}`}
        empty={{
          title: 'No configuration available',
          text: 'The charge point is asked for it within a minute after it has connected.',
        }}
      />
      {open && (
        <Suspense>
          <ChangeKeyDialog charger={id} of={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </Stack>
  )
}
