// The chargers of a site in its form: attached chargers, each with a button to remove it, and chargers that may join. A
// charger moves between the two as it is added or removed; the site changes once the form is saved.
import Close from '@mui/icons-material/Close'
import EvStation from '@mui/icons-material/EvStationOutlined'
import { Box, Button, FormHelperText, FormLabel, IconButton, Link, Stack, Typography } from '@mui/material'
import { query } from '@wattdesk/wire/call'
import { useId, useMemo, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { ErrorNotice } from '#kit/error.tsx'
import { FoundSelect } from '#kit/found-field.tsx'
import { notify } from '#kit/notices.tsx'
import { useAccess } from '#kit/session.ts'
import { useField } from '#kit/use-field.ts'
import { type Finder, OFFERED, useFound } from '#kit/use-found.ts'
import { listChargerIds } from './charging-site.contract.ts'
import { ALREADY_ADDED } from './charging-site.words.ts'
import { idsOf, idsText } from './charging-site-body.contract.ts'
import { poolOf } from './site-chargers.rules.ts'
import { chargerIdsIn } from './site-reading.rules.ts'

const NOTHING: readonly string[] = []
const finderOf = (teamId: number) =>
  ({
    find: q =>
      query(listChargerIds, { params: { teamId }, query: { unassignedOnly: 'true', limit: OFFERED, ...(q && { q }) } }),
    found: reply => ({ options: chargerIdsIn(reply).map(id => ({ value: id, label: id })), total: reply.total }),
  }) satisfies Finder<string, Parameters<typeof chargerIdsIn>[0] & { total: number }>

function ChargerChip({ id, onRemove }: { id: string; onRemove?: () => void }) {
  const { canView } = useAccess('ChargerPoint')
  return (
    <Stack
      component="li"
      direction="row"
      sx={{
        alignItems: 'center',
        gap: 0.75,
        minHeight: 32,
        maxWidth: '100%',
        pl: 1.25,
        pr: onRemove ? 0.25 : 1.25,
        border: 1,
        borderColor: 'divider',
        borderRadius: 4,
        fontSize: '0.8125rem',
      }}
    >
      <EvStation aria-hidden sx={{ fontSize: 16, color: 'text.secondary' }} />
      <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {canView && !onRemove ? (
          <Link component={RouterLink} to={`/charger/${encodeURIComponent(id)}`} color="inherit" underline="hover">
            {id}
          </Link>
        ) : (
          id
        )}
      </Box>
      {onRemove && (
        <IconButton size="small" aria-label={`Remove ${id}`} onClick={onRemove} sx={{ p: 0.5 }}>
          <Close sx={{ fontSize: 16 }} />
        </IconButton>
      )}
    </Stack>
  )
}

type Props = {
  name: string
  /** The team whose chargers, and those of the teams below, may come. */
  teamId: number
  /** The chargers that the stored site has. */
  stored: readonly string[]
}
export function SiteChargers({ name, teamId, stored }: Props) {
  const { field, error, off, id: below } = useField({ name, label: 'Chargers' })
  const choiceId = useId()
  const [chosen, setChosen] = useState<string | null>(null)
  const attached = useMemo(() => idsOf(field.value as string), [field.value])
  const finder = useMemo(() => finderOf(teamId), [teamId])
  const found = useFound(finder, NOTHING, { enabled: teamId !== 0 && !off })
  const [free, typed] = [found.options, found.typed]
  const pool = useMemo(
    () =>
      poolOf(
        (free ?? []).map(o => o.value),
        stored.filter(id => id.toLowerCase().includes(typed.trim().toLowerCase())),
        attached,
      ),
    [free, stored, attached, typed],
  )
  const add = () => {
    if (chosen === null) return
    setChosen(null)
    if (attached.includes(chosen)) return notify.warning(ALREADY_ADDED)
    field.onChange(idsText([...attached, chosen]))
  }
  // The chargers that this form takes or releases, before the server knows.
  const moved = stored.filter(id => !attached.includes(id)).length - attached.filter(id => !stored.includes(id)).length
  const count = Math.max((found.total ?? 0) + (typed === '' ? moved : 0), pool.length)
  const hint = count > 0 ? `${count} unassigned charger(s) available` : 'No unassigned chargers found'
  return (
    <Box sx={{ gridColumn: '1 / -1' }} data-field>
      {attached.length > 0 ? (
        <Stack
          component="ul"
          aria-label="Chargers of this site"
          direction="row"
          useFlexGap
          sx={{ flexWrap: 'wrap', gap: 1, m: 0, p: 0, listStyle: 'none' }}
        >
          {attached.map(id => (
            <ChargerChip
              key={id}
              id={id}
              {...(!off && { onRemove: () => field.onChange(idsText(attached.filter(a => a !== id))) })}
            />
          ))}
        </Stack>
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>No chargers stand at this site yet.</Typography>
      )}
      {!off && (
        <Box sx={{ mt: 2, maxWidth: 560 }}>
          <FormLabel
            htmlFor={choiceId}
            id={`${choiceId}-label`}
            sx={{ display: 'block', mb: 0.5, fontSize: '0.8125rem', fontWeight: 500, color: 'text.primary' }}
          >
            Add Existing Charger
          </FormLabel>
          <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1 }}>
            <FoundSelect
              id={choiceId}
              found={{ ...found, options: pool.map(value => ({ value, label: value })) }}
              value={chosen}
              onChange={setChosen}
              placeholder="Select a charger"
              noOptionsText="No chargers found"
            />
            <Button variant="outlined" color="inherit" disabled={chosen === null} onClick={add} sx={{ flexShrink: 0 }}>
              Add Charger
            </Button>
          </Stack>
          {found.error ? (
            <Box sx={{ mt: 1 }}>
              <ErrorNotice error={found.error} onRetry={found.retry} />
            </Box>
          ) : (
            <FormHelperText role="status">
              {teamId === 0 ? 'Select the team first.' : free === undefined ? '\u00a0' : hint}
            </FormHelperText>
          )}
        </Box>
      )}
      {error && (
        <FormHelperText id={`${below}-below`} error>
          {error}
        </FormHelperText>
      )}
    </Box>
  )
}
