// The choice of RFID tags that a driver is given: those with no driver, and the way to make a new one.
import Add from '@mui/icons-material/Add'
import { Box, Button, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { ErrorNotice } from '../../web/kit/error.tsx'
import type { RecordForm } from '../../web/kit/form.tsx'
import { useAccess } from '../../web/kit/session.ts'
import { listAvailableTags } from '../remote-operations/remote-operation.contract.ts'

type Props<V extends FieldValues> = {
  form: RecordForm<V>
  name: Path<V>
  /** The team whose tags may be given. */
  teamId: number
  onNewTag: () => void
}
export function TagsField<V extends FieldValues>({ form, name, teamId, onNewTag }: Props<V>) {
  const { canCreate } = useAccess('Tag')
  const free = useQuery({
    ...query(listAvailableTags, { params: {}, query: { teamId, forDriver: 'true' } }),
    enabled: teamId !== 0,
    // One was perhaps made a moment ago.
    staleTime: 0,
  })
  const options = useMemo(() => (free.data?.data ?? []).map(t => ({ value: t.id, label: t.tag })), [free.data])
  const total = free.data?.total ?? 0
  const { MultiSelect } = form.fields
  const hint = free.data
    ? options.length === 0
      ? 'Every RFID tag has a driver already.'
      : total > options.length
        ? `The first ${options.length.toLocaleString('en-IN')} of ${total.toLocaleString('en-IN')} tags without a driver`
        : `${total.toLocaleString('en-IN')} ${total === 1 ? 'tag' : 'tags'} without a driver`
    : '\u00a0'
  return (
    <>
      <MultiSelect name={name} label="RFID Tags" options={options} placeholder="Select tags" help={hint} wide />
      {free.error && (
        <Box sx={{ gridColumn: '1 / -1' }}>
          <ErrorNotice error={free.error} onRetry={() => void free.refetch()} />
        </Box>
      )}
      {canCreate && (
        <Box sx={{ gridColumn: '1 / -1', display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
          <Button variant="outlined" color="inherit" startIcon={<Add />} onClick={onNewTag}>
            Create new RFID tag
          </Button>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            What you have entered here is kept meanwhile.
          </Typography>
        </Box>
      )}
    </>
  )
}
