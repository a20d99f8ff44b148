// Ctrl/Cmd K: screens, the actions of the screen, and objects by id or name, as far as the user's rights go; the
// palette says what it searches. `?` lists the shortcuts.
import Search from '@mui/icons-material/Search'
import {
  Box,
  Dialog,
  DialogContent,
  DialogTitle,
  InputBase,
  List,
  ListItemButton,
  ListItemText,
  ListSubheader,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Action, type Icon, labelOf, useRun } from './actions.tsx'
import { useDebounced } from './delayed.ts'
import { holdsAny, sessionOf, useSessionState } from './session.ts'
import { type PaletteEntry, type PaletteSource, paletteSources, shortcutText, useOffered } from './shortcuts.ts'

/** `title`: the banner's title of the screen, if it differs from the label. */
export type PaletteScreen = { label: string; to: string; icon?: Icon; group: string; title?: string }
type Entry = {
  id: string
  group: string
  label: string
  hint?: string | undefined
  icon?: Icon | undefined
  go: () => void
}

const has = (text: string, q: string): boolean =>
  q
    .toLowerCase()
    .split(/\s+/)
    .every(part => text.toLowerCase().includes(part))

/** The sources that the reader's role may look into, in the order of their names. */
function useSources(): readonly PaletteSource[] {
  const role = sessionOf(useSessionState())?.role ?? null
  return useMemo(
    () =>
      paletteSources()
        .filter(s => holdsAny(role, s.right))
        .toSorted((a, b) => a.group.localeCompare(b.group)),
    [role],
  )
}

type Finds = { found: readonly (PaletteEntry & { group: string; source: string })[]; failed: readonly string[] }
/** The results of all sources for `q`, and the names of the sources that failed. */
function useFound(q: string, sources: readonly PaletteSource[]) {
  const text = useDebounced(q.trim(), 250)
  const teamId = sessionOf(useSessionState())?.teamId ?? 0
  return useQuery({
    queryKey: ['palette', teamId, sources.map(s => s.id), text],
    enabled: text.length >= 2 && sources.length > 0,
    staleTime: 10_000,
    queryFn: async ({ signal }): Promise<Finds> => {
      const answers = await Promise.allSettled(sources.map(s => s.find(text, { teamId, signal })))
      return {
        found: answers.flatMap((a, i) =>
          a.status === 'fulfilled'
            ? a.value.map(f => ({ ...f, group: sources[i]?.group ?? '', source: sources[i]?.id ?? '' }))
            : [],
        ),
        failed: answers.flatMap((a, i) => (a.status === 'rejected' ? [sources[i]?.group.toLowerCase() ?? ''] : [])),
      }
    },
  })
}

const listed = new Intl.ListFormat('en-IN')
/** The kinds of things that the palette finds, in words: no more than it does find. */
const promiseOf = (sources: readonly PaletteSource[]): string =>
  `Finds ${listed.format(['screens', 'actions of this screen', ...sources.map(s => s.group.toLowerCase())])}.`

export type PaletteProps = {
  onClose: () => void
  screens: readonly PaletteScreen[]
  /** Actions of the shell itself: appearance, density, log out. */
  actions: readonly Action[]
}
export function Palette(props: PaletteProps) {
  return (
    <Dialog
      open
      onClose={props.onClose}
      fullWidth
      maxWidth="sm"
      slotProps={{ paper: { 'aria-label': 'Search' } }}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
    >
      <PaletteBody {...props} />
    </Dialog>
  )
}

/** The screens, actions and objects that match `q`. */
function useEntries(q: string, found: readonly Finds['found'][number][], props: PaletteProps): readonly Entry[] {
  const { onClose, screens, actions } = props
  const navigate = useNavigate()
  const run = useRun()
  const offered = useOffered()
  const leave = (go: () => void) => () => {
    onClose()
    go()
  }
  return [
    ...found.map(f => ({
      id: `${f.source}:${f.id}`,
      group: f.group,
      label: f.label,
      hint: f.hint,
      icon: f.icon,
      go: leave(() => void navigate(f.to)),
    })),
    ...[...offered, ...actions]
      .filter(a => has(labelOf(a, undefined), q))
      .map(a => ({
        id: `action:${a.id}`,
        group: 'Actions',
        label: labelOf(a, undefined),
        hint: a.shortcut && shortcutText(a.shortcut),
        icon: a.icon,
        go: leave(() => void run(a, undefined)),
      })),
    ...screens
      .filter(s => has(`${s.group} ${s.label} ${s.title ?? ''}`, q))
      .map(s => ({
        id: `screen:${s.to}`,
        group: 'Screens',
        label: s.title ?? s.label,
        hint: s.title === undefined || s.title === s.label ? s.group : `${s.group} / ${s.label}`,
        icon: s.icon,
        go: leave(() => void navigate(s.to)),
      })),
  ].slice(0, 60)
}

function PaletteBody(props: PaletteProps) {
  const [q, setQ] = useState('')
  const [at, setAt] = useState(0)
  const sources = useSources()
  const found = useFound(q, sources)
  const entries = useEntries(q, found.data?.found ?? [], props)
  const base = useId()
  const chosen = Math.min(at, Math.max(0, entries.length - 1))
  const keys = (e: React.KeyboardEvent) => {
    if (e.key === 'ArrowDown' || e.key === 'ArrowUp') {
      e.preventDefault()
      const to = (chosen + (e.key === 'ArrowDown' ? 1 : entries.length - 1)) % Math.max(1, entries.length)
      setAt(to)
      document.getElementById(`${base}-${to}`)?.scrollIntoView({ block: 'nearest' })
    }
    if (e.key === 'Enter') entries[chosen]?.go()
  }
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, borderBottom: 1, borderColor: 'divider' }}>
        <Search fontSize="small" color="action" />
        <InputBase
          autoFocus
          fullWidth
          placeholder="Search"
          value={q}
          onChange={e => {
            setQ(e.target.value)
            setAt(0)
          }}
          onKeyDown={keys}
          sx={{ py: 1 }}
          inputProps={{
            role: 'combobox',
            'aria-label': 'Search',
            'aria-describedby': `${base}-promise`,
            'aria-expanded': true,
            'aria-controls': `${base}-list`,
            ...(entries.length > 0 && { 'aria-activedescendant': `${base}-${chosen}` }),
          }}
        />
      </Box>
      <FoundList base={base} entries={entries} chosen={chosen} />
      {entries.length === 0 && (
        <Typography role="status" sx={{ p: 3, textAlign: 'center', color: 'text.secondary' }}>
          {found.isFetching ? 'Searching...' : `Nothing found for "${q}".`}
        </Typography>
      )}
      <Typography
        id={`${base}-promise`}
        variant="caption"
        sx={{ px: 2, py: 1, borderTop: 1, borderColor: 'divider', color: 'text.secondary' }}
      >
        {found.data?.failed.length
          ? `Could not be searched just now: ${listed.format(found.data.failed)}.`
          : promiseOf(sources)}
      </Typography>
    </>
  )
}

/** The entries under the names of their groups. `base`: the beginning of their ids. */
function FoundList({ base, entries, chosen }: { base: string; entries: readonly Entry[]; chosen: number }) {
  return (
    <List
      id={`${base}-list`}
      role="listbox"
      aria-label="Found"
      dense
      sx={{ maxHeight: '60vh', overflowY: 'auto', pt: 0 }}
    >
      {entries.map((e, i) => {
        const items: ReactNode[] = []
        if (e.group !== entries[i - 1]?.group)
          items.push(
            <ListSubheader key={`group:${e.group}`} role="presentation" sx={{ lineHeight: '32px' }}>
              {e.group}
            </ListSubheader>,
          )
        const I = e.icon
        items.push(
          <ListItemButton
            key={e.id}
            id={`${base}-${i}`}
            component="li"
            role="option"
            tabIndex={-1}
            aria-selected={i === chosen}
            selected={i === chosen}
            onClick={e.go}
            sx={{ gap: 1.5 }}
          >
            {I ? <I fontSize="small" /> : <Box sx={{ width: 20 }} />}
            <ListItemText primary={e.label} />
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              {e.hint}
            </Typography>
          </ListItemButton>,
        )
        return items
      })}
    </List>
  )
}

export function ShortcutList({ onClose, actions }: Pick<PaletteProps, 'onClose' | 'actions'>) {
  const offered = useOffered()
  const rows = [
    { label: 'Search', shortcut: 'Mod+K' },
    { label: 'This list', shortcut: '?' },
    ...[...offered, ...actions].flatMap(a =>
      a.shortcut ? [{ label: labelOf(a, undefined), shortcut: a.shortcut }] : [],
    ),
  ]
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="shortcuts-title">
      <DialogTitle id="shortcuts-title">Shortcuts</DialogTitle>
      <DialogContent>
        <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr auto', gap: 1 }}>
          {rows.map(r => (
            <Box key={r.shortcut} sx={{ display: 'contents' }}>
              <dt>{r.label}</dt>
              <Box component="dd" sx={{ m: 0 }}>
                <kbd>{shortcutText(r.shortcut)}</kbd>
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
    </Dialog>
  )
}
