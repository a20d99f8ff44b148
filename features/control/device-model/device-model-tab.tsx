// The Config tab of a charge point that speaks OCPP 2.0.1: its components as a tree, their variables, and a change of each.
import { Alert, Box, Stack, Typography, useMediaQuery } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { Suspense, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { DataGrid } from '#kit/data-grid.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { later } from '#kit/later.ts'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { usePolling } from '#kit/live.ts'
import { useAccess, useSession } from '#kit/session.ts'
import { timeText } from '#kit/time.tsx'
import { ComponentTree } from './component-tree.tsx'
import { type DeviceReport, type DeviceVariable, getDeviceModel, listDeviceVariables } from './device-model.contract.ts'
import { gapText } from './device-model.rules.ts'
import { readAgain, variableActions } from './device-variable.actions.ts'
import { columns, filterFields } from './device-variable-columns.tsx'

const ChangeVariableDialog = later(() => import('./change-variable-dialog.tsx'))

const POLL_MS = 30_000
/** While parts of a report come. */
const OFTEN_MS = 3000
const COMPONENT = 'component'

/** What is wrong with the last report; undefined where all of it is there. */
function reportProblem(r: DeviceReport): string | undefined {
  if (r.refusal !== null) return `The device model could not be read on ${timeText(r.askedAt ?? '')}: ${r.refusal}.`
  if (r.endedAt === null) {
    if (r.lastAt === null) return `It was asked for on ${timeText(r.askedAt ?? '')}, and no part has come yet.`
    const gaps = gapText({ gaps: r.missing.map(({ from, to }) => [from, to] as const) })
    const missing = [gaps && `${gaps} of the report did not come`, !r.hasLast && 'its end did not come'].filter(Boolean)
    return `The report of ${timeText(r.lastAt)} is not whole: ${missing.join(', and ')}. What was known before still stands.`
  }
  if (r.leftOut > 0)
    return `${r.leftOut} values of the report are not kept: there is room for 20,000 of a charge point.`
  return undefined
}

type Props = { charger: { chargepoint_pk: number; chargepoint_id: string; connection: { socketOpen: boolean } } }
export default function DeviceModelTab({ charger }: Props) {
  const { chargepoint_pk: pk, chargepoint_id: id } = charger
  const isConnected = charger.connection.socketOpen
  const { teamId } = useSession()
  const hasFullAccess = useAccess('ChargerPoint').may('FA')
  const isPhone = useMediaQuery('(max-width:899.95px)', { noSsr: true })
  const [params, setParams] = useSearchParams()
  const chosen = params.get(COMPONENT) ?? ''
  const state = useListState({ pageSize: 20, sort: 'key', prefix: 'variable-' })
  const polling = usePolling(POLL_MS)
  const model = useQuery({
    ...query(getDeviceModel, { params: { teamId, id: String(pk) } }),
    enabled: teamId !== 0,
    refetchInterval: q => {
      const report = q.state.data?.data.report
      const isComing = report && report.endedAt === null && report.refusal === null
      return isComing && isConnected ? OFTEN_MS : polling
    },
  })
  const list = useList(
    listDeviceVariables,
    { params: { teamId, id: String(pk) }, query: chosen === '' ? {} : { of: chosen } },
    state,
    { enabled: teamId !== 0, refetchInterval: polling },
  )
  const [open, setOpen] = useState<DeviceVariable>()
  const [read, actions] = useMemo(() => {
    const target = { pk, isConnected, hasFullAccess }
    return [readAgain(target), variableActions(target, setOpen)] as const
  }, [pk, isConnected, hasFullAccess])
  const choose = (key: string) =>
    setParams(
      before => {
        const next = new URLSearchParams(before)
        if (key === '') next.delete(COMPONENT)
        else next.set(COMPONENT, key)
        next.delete('variable-page')
        return next
      },
      { replace: true },
    )
  const data = model.data?.data
  const problem = data?.report ? reportProblem(data.report) : undefined
  return (
    <Stack spacing={2}>
      {model.error && !data && <ErrorNotice error={model.error} onRetry={() => void model.refetch()} />}
      {data?.readAt && (
        <Typography sx={{ color: 'text.secondary' }}>
          The device model was read on {timeText(data.readAt)}. It is read again each day, and after a start with
          another firmware.
        </Typography>
      )}
      {problem && <Alert severity="warning">{problem}</Alert>}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: '1fr', md: '260px minmax(0, 1fr)' },
          alignItems: 'start',
        }}
      >
        {data && (
          <ComponentTree
            components={data.components}
            variables={data.variables}
            isCut={data.isCut}
            chosen={chosen}
            onChoose={choose}
            isPhone={isPhone}
          />
        )}
        <Box sx={{ minWidth: 0, gridColumn: { md: 2 } }}>
          <DataGrid
            label="Device model"
            columns={columns}
            list={list}
            state={state}
            rowId={v => v.key}
            actions={actions}
            add={read}
            search="Search variables and values"
            filterFields={filterFields}
            file={`device-model-${id}`}
            empty={{
              title: 'No device model available',
              text: 'The charge point is asked for it within a minute after it has connected.',
            }}
          />
        </Box>
      </Box>
      {open && (
        <Suspense>
          <ChangeVariableDialog pk={pk} charger={id} of={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </Stack>
  )
}
