// The RFID Tags tab of a driver: the tags, each with a Remove, and what may be added to them.
import LinkOff from '@mui/icons-material/LinkOff'
import { Card, Link, Stack, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { call, query } from '@wattdesk/wire/call'
import { useMemo, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { listAvailableTags } from '#control/remote-operations/remote-operation.contract.ts'
import { type Action, ActionButton } from '#kit/actions.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { Form, useRecordForm } from '#kit/form.tsx'
import { useAccess } from '#kit/session.ts'
import { RowsSkeleton } from '#kit/skeleton.tsx'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import { addDriverTags, type Driver, type DriverTag, listDriverTags, removeDriverTag } from './driver.contract.ts'
import { TagsBody } from './driver-body.contract.ts'
import { TagsField, useMadeTag } from './driver-tags-field.tsx'

const refreshes = [listDriverTags, listAvailableTags, listRecordAudit] as const
const removal = (driverId: number): Action<DriverTag> => ({
  id: 'remove-driver-tag',
  label: 'Remove',
  icon: LinkOff,
  right: 'Customers.delete',
  danger: true,
  confirm: t => ({ title: t.tag, text: 'This driver will have this RFID tag no longer.', yes: 'Remove', danger: true }),
  run: t => call(removeDriverTag, { params: { id: driverId, tagId: t.id } }),
  refreshes,
})

const NONE: { tagIds: number[] } = { tagIds: [] }
function AddTags({ driver, onNewTag, onAdded }: { driver: Driver; onNewTag: () => void; onAdded: () => void }) {
  const form = useRecordForm({
    schema: TagsBody,
    values: NONE,
    save: body => call(addDriverTags, { params: { id: driver.id }, body }),
    refreshes,
    onSaved: onAdded,
  })
  useMadeTag(id => form.rhf.setValue('tagIds', [id], { shouldDirty: true }))
  return (
    <Form
      in="card"
      form={form}
      title="Add RFID tags"
      help="Tags that no driver has yet, of the driver's team and the teams above and below it."
      label="Add RFID tags"
      submit="Add RFID Tags"
    >
      <TagsField name="tagIds" teamId={driver.teamId} onNewTag={onNewTag} />
    </Form>
  )
}

type Props = { driver: Driver; readOnly: boolean; onNewTag: () => void }
export default function DriverTags({ driver, readOnly, onNewTag }: Props) {
  const { canView } = useAccess('Tag')
  const [round, setRound] = useState(0)
  const q = useQuery(query(listDriverTags, { params: { id: driver.id } }))
  const remove = useMemo(() => removal(driver.id), [driver.id])
  const tags = q.data?.data
  return (
    <Stack spacing={2}>
      <Card component="section" aria-label="RFID Tags" sx={{ p: { xs: 2, sm: 2.5 } }}>
        <Typography variant="h2" sx={{ mb: 0.25 }}>
          RFID Tags
        </Typography>
        <Typography sx={{ color: 'text.secondary', mb: 1.5, maxWidth: '72ch' }}>
          {driver.active === 'Y'
            ? 'Cards that the driver charges with.'
            : 'The driver is disabled: chargers answer Blocked to all of these tags.'}
        </Typography>
        {q.error && !tags && <ErrorNotice error={q.error} onRetry={() => void q.refetch()} />}
        {q.isPending && <RowsSkeleton rows={2} />}
        {tags?.length === 0 && (
          <Typography sx={{ color: 'text.secondary' }}>This driver has no RFID tags yet.</Typography>
        )}
        {tags && tags.length > 0 && (
          <Table size="small" aria-label="RFID tags of this driver">
            <TableHead>
              <TableRow>
                <TableCell>RFID Tag</TableCell>
                <TableCell align="right">{!readOnly && 'Action'}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {tags.map(t => (
                <TableRow key={t.id}>
                  <TableCell sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
                    {canView ? (
                      <Link component={RouterLink} to={`/tag/${t.id}`} color="inherit" underline="hover">
                        {t.tag}
                      </Link>
                    ) : (
                      t.tag
                    )}
                  </TableCell>
                  <TableCell align="right">
                    {!readOnly && <ActionButton action={remove} target={t} size="small" />}
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        )}
      </Card>
      {/* Anew after each: nothing of what was given stands chosen. */}
      {!readOnly && <AddTags key={round} driver={driver} onNewTag={onNewTag} onAdded={() => setRound(round + 1)} />}
    </Stack>
  )
}
