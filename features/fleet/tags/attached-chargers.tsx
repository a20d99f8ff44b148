// The chargers that a tag is tied to; users who may change the tag can remove each.
import Delete from '@mui/icons-material/DeleteOutlined'
import { IconButton, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { call, query } from '@wattdesk/wire/call'
import { type Action, standing, useRole, useRun } from '#kit/actions.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { RowsSkeleton } from '#kit/skeleton.tsx'
import { RelativeTime } from '#kit/time.tsx'
import { READERS } from './tag.actions.ts'
import { detachCharger, listTagChargers, type Tag, type TagCharger } from './tag.contract.ts'

const detach = (tag: Tag): Action<TagCharger> => ({
  id: 'detach-charger',
  label: 'Remove',
  icon: Delete,
  right: 'Tag.update',
  danger: true,
  confirm: c => ({
    title: `Charger ${c.charge_box_id}`,
    text:
      tag.attachedChargers <= 1
        ? `This is the last charger of ${tag.tag}. Without any, the tag is valid at all chargers of its team and the teams below.`
        : `${tag.tag} will not be valid at ${c.charge_box_id} any more.`,
    yes: 'Remove',
    danger: true,
  }),
  run: c => call(detachCharger, { params: { id: tag.id, chargerId: c.charge_box_id } }),
  refreshes: READERS,
})

export const useAttached = (tag: Tag) => useQuery(query(listTagChargers, { params: { id: tag.id } }))

export function AttachedChargers({ tag, readOnly = false }: { tag: Tag; readOnly?: boolean }) {
  const q = useAttached(tag)
  const run = useRun()
  const role = useRole()
  const rows = q.data?.data
  if (!rows)
    return q.error ? <ErrorNotice error={q.error} onRetry={() => void q.refetch()} /> : <RowsSkeleton rows={2} />
  const action = detach({ ...tag, attachedChargers: rows.length })
  if (rows.length === 0)
    return (
      <Typography sx={{ color: 'text.secondary' }}>
        No charger is attached: the tag is valid at all chargers of its team and the teams below.
      </Typography>
    )
  return (
    <TableContainer>
      <Table size="small" aria-label="Attached Chargers">
        <TableHead>
          <TableRow>
            <TableCell>Chargerbox ID</TableCell>
            <TableCell>Description</TableCell>
            <TableCell>Last Heartbeat</TableCell>
            {!readOnly && <TableCell align="right">Actions</TableCell>}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(c => (
            <TableRow key={c.charge_box_id}>
              <TableCell sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{c.charge_box_id}</TableCell>
              <TableCell>{c.description || '–'}</TableCell>
              <TableCell>
                <RelativeTime at={c.last_heartbeat_timestamp} />
              </TableCell>
              {!readOnly && (
                <TableCell align="right">
                  {standing(action, c, role) === 'ready' && (
                    <IconButton
                      size="small"
                      aria-label={`Remove ${c.charge_box_id}`}
                      onClick={() => void run(action, c)}
                    >
                      <Delete fontSize="small" />
                    </IconButton>
                  )}
                </TableCell>
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}
