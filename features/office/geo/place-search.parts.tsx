// Search of a place by name: a combobox over GET geo/search, asked 400 ms after the last key.
import Search from '@mui/icons-material/Search'
import { Box, InputAdornment, MenuItem, MenuList, OutlinedInput, Paper, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { Place } from '@wattdesk/base/place'
import { query } from '@wattdesk/wire/call'
import { type KeyboardEvent, useId, useState } from 'react'
import { useDebounced } from '#kit/delayed.ts'
import { searchPlaces } from './geo.contract.ts'

const SHORTEST = 2

export function PlaceSearch({ onChoose }: { onChoose: (place: Place) => void }) {
  const id = useId()
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const q = useDebounced(text).trim()
  const found = useQuery({
    ...query(searchPlaces, { query: { q } }),
    enabled: open && q.length >= SHORTEST,
    staleTime: 60_000,
    placeholderData: old => old,
  })
  const shown = open && text.trim().length >= SHORTEST && q.length >= SHORTEST
  const places = shown ? (found.data?.data ?? []) : []
  const say = found.error
    ? 'The search is not available. Click the map or type the address.'
    : found.data && places.length === 0 && !found.isFetching
      ? 'No place found. Click the map or type the address.'
      : ''

  const choose = (place: Place) => {
    setText(place.label)
    setOpen(false)
    onChoose(place)
  }
  const keys = (e: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key]
    const place = places[active]
    if (step && places.length > 0) {
      e.preventDefault()
      setActive((active + step + places.length) % places.length)
    } else if (e.key === 'Enter') {
      // Enter chooses; it never sends the form around it.
      e.preventDefault()
      if (place && !found.isPlaceholderData) choose(place)
    } else if (e.key === 'Escape' && open) {
      e.stopPropagation()
      setOpen(false)
    }
  }
  return (
    <Box sx={{ position: 'relative' }} onBlur={e => !e.currentTarget.contains(e.relatedTarget) && setOpen(false)}>
      <OutlinedInput
        fullWidth
        size="small"
        value={text}
        placeholder="Search a place or coordinates"
        onChange={e => {
          setText(e.target.value)
          setOpen(true)
          setActive(0)
        }}
        onKeyDown={keys}
        startAdornment={
          <InputAdornment position="start">
            <Search fontSize="small" />
          </InputAdornment>
        }
        inputProps={{
          'aria-label': 'Search a place',
          role: 'combobox',
          'aria-autocomplete': 'list',
          'aria-expanded': places.length > 0,
          'aria-controls': `${id}-list`,
          ...(places.length > 0 && { 'aria-activedescendant': `${id}-${active}` }),
          autoComplete: 'off',
          maxLength: 200,
        }}
      />
      {shown && (places.length > 0 || say) && (
        <Paper
          elevation={6}
          sx={{ position: 'absolute', insetInline: 0, top: '100%', mt: 0.5, zIndex: 'modal', overflow: 'hidden' }}
        >
          {places.length > 0 ? (
            <Places id={id} places={places} active={active} onChoose={choose} />
          ) : (
            <Typography role="status" variant="body2" sx={{ px: 2, py: 1.5 }}>
              {say}
            </Typography>
          )}
        </Paper>
      )}
    </Box>
  )
}

type PlacesProps = { id: string; places: readonly Place[]; active: number; onChoose: (place: Place) => void }
/** `id`: the beginning of the ids of the list and its options. */
function Places({ id, places, active, onChoose }: PlacesProps) {
  return (
    <MenuList id={`${id}-list`} role="listbox" aria-label="Places" disablePadding>
      {places.map((place, i) => (
        <MenuItem
          key={`${place.label} ${place.lat} ${place.lng}`}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === active}
          selected={i === active}
          tabIndex={-1}
          onMouseDown={e => e.preventDefault()}
          onClick={() => onChoose(place)}
          sx={{ whiteSpace: 'normal' }}
        >
          {place.label}
        </MenuItem>
      ))}
    </MenuList>
  )
}
