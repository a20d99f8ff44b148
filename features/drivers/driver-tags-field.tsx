// The choice of RFID tags that a driver is given: those with no driver, and the way to make a new one.
import Add from '@mui/icons-material/Add'
import { Box, Button, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useEffect, useEffectEvent, useMemo } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { useAddress } from '../../web/kit/address.ts'
import { ErrorNotice } from '../../web/kit/error.tsx'
import type { RecordForm } from '../../web/kit/form.tsx'
import { useAccess } from '../../web/kit/session.ts'
import { listAvailableTags } from '../remote-operations/remote-operation.contract.ts'

/** Hands on the tag that was made elsewhere a moment ago, whose form leads back with its number (D-DRV-3); once. */
export function useMadeTag(onMade: (id: number) => void): void {
  const [params, change] = useAddress()
  const made = params.get('made')
  const take = useEffectEvent(() => {
    if (made === null) return
    if (/^[1-9]\d{0,9}$/.test(made)) onMade(Number(made))
    change(now => now.delete('made'), { replace: true })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each tag once
  useEffect(() => take(), [made])
}

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
      ? `No RFID tag is without a driver. ${canCreate ? 'Make a new one here.' : 'Whoever may create tags makes a new one.'}`
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
