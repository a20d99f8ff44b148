// The choice of RFID tags that a driver is given: those with no driver, and the way to make a new one.
import Add from '@mui/icons-material/Add'
import { Box, Button, Typography } from '@mui/material'
import { query } from '@wattdesk/wire/call'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { listAvailableTags } from '#control/remote-operations/remote-operation.contract.ts'
import { useAddress } from '#kit/address.ts'
import { FoundField } from '#kit/found-field.tsx'
import { useAccess } from '#kit/session.ts'
import { type Finder, OFFERED } from '#kit/use-found.ts'

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

const finderOf = (teamId: number) => {
  const asked = { teamId, forDriver: 'true' as const }
  return {
    find: (q: string) => query(listAvailableTags, { params: {}, query: { ...asked, limit: OFFERED, ...(q && { q }) } }),
    read: (keys: readonly number[]) =>
      query(listAvailableTags, { params: {}, query: { ...asked, keys: keys.join(',') } }),
    found: reply => ({ options: reply.data.map(t => ({ value: t.id, label: t.tag })), total: reply.total }),
  } satisfies Finder<number, { data: { id: number; tag: string }[]; total: number }>
}

type Props = {
  /** The name of the field in its form. */
  name: string
  /** The team whose tags may be given. */
  teamId: number
  onNewTag: () => void
}
export function TagsField({ name, teamId, onNewTag }: Props) {
  const { canCreate } = useAccess('Tag')
  const finder = useMemo(() => finderOf(teamId), [teamId])
  const helpOf = (total: number) =>
    total === 0
      ? `No RFID tag is without a driver. ${canCreate ? 'Create a new one here.' : 'A user who may create tags creates a new one.'}`
      : `${total.toLocaleString('en-IN')} ${total === 1 ? 'tag' : 'tags'} without a driver${total > OFFERED ? '. Type to find a tag' : ''}`
  return (
    <>
      <FoundField
        multiple
        wide
        name={name}
        label="RFID Tags"
        finder={finder}
        enabled={teamId !== 0}
        placeholder="Select tags"
        noOptionsText="No RFID tag without a driver found"
        helpOf={helpOf}
      />
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
