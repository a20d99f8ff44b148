// The components of a device model as a tree: by name, below it the places where the station has it more than once. On a phone a
// list to choose from.
import ExpandLess from '@mui/icons-material/ExpandLess'
import ExpandMore from '@mui/icons-material/ExpandMore'
import { Box, Card, List, ListItemButton, ListItemText, MenuItem, TextField, Typography } from '@mui/material'
import { useMemo, useState } from 'react'
import type { DeviceComponent } from './device-model.contract.ts'

/** Where a component stands: 'EVSE 1, connector 2'. */
function placeText({ componentInstance, evseId, connectorId }: DeviceComponent): string {
  const evse = evseId === 0 ? '' : `EVSE ${evseId}${connectorId === 0 ? '' : `, connector ${connectorId}`}`
  return [componentInstance, evse].filter(Boolean).join(', ') || 'Charge point'
}

const countText = (n: number): string => (n === 1 ? '1 variable' : `${n} variables`)

type Group = { name: string; of: DeviceComponent[]; variables: number }
const groupsOf = (components: readonly DeviceComponent[]): Group[] =>
  [...Map.groupBy(components, c => c.component)].map(([name, of]) => ({
    name,
    of,
    variables: of.reduce((n, c) => n + c.variables, 0),
  }))

type Props = {
  components: readonly DeviceComponent[]
  variables: number
  isCut: boolean
  /** The key of the chosen component; '' for all. */
  chosen: string
  onChoose: (key: string) => void
  isPhone: boolean
}

function Leaf({ text, count, isChosen, indent, onClick }: LeafProps) {
  return (
    <ListItemButton
      dense
      selected={isChosen}
      aria-current={isChosen || undefined}
      aria-label={`${text}, ${countText(count)}`}
      onClick={onClick}
      sx={{ pl: indent ? 4 : 2 }}
    >
      <ListItemText primary={text} slotProps={{ primary: { sx: { overflowWrap: 'anywhere' } } }} />
      <Typography component="span" sx={{ color: 'text.secondary', fontSize: '0.75rem', ml: 1 }}>
        {count}
      </Typography>
    </ListItemButton>
  )
}
type LeafProps = { text: string; count: number; isChosen: boolean; indent?: boolean; onClick: () => void }

function Branch({ group: g, chosen, onChoose }: { group: Group } & Pick<Props, 'chosen' | 'onChoose'>) {
  const [isOpen, setOpen] = useState(g.of.some(c => c.key === chosen))
  const [only] = g.of
  if (g.of.length === 1 && only)
    return (
      <Leaf
        text={only.evseId === 0 && only.componentInstance === '' ? g.name : `${g.name}, ${placeText(only)}`}
        count={g.variables}
        isChosen={only.key === chosen}
        onClick={() => onChoose(only.key)}
      />
    )
  return (
    <>
      <ListItemButton
        dense
        aria-expanded={isOpen}
        aria-label={`${g.name}, ${countText(g.variables)}`}
        onClick={() => setOpen(!isOpen)}
      >
        <ListItemText primary={g.name} slotProps={{ primary: { sx: { overflowWrap: 'anywhere' } } }} />
        <Typography component="span" sx={{ color: 'text.secondary', fontSize: '0.75rem', mx: 1 }}>
          {g.variables}
        </Typography>
        {isOpen ? <ExpandLess fontSize="small" /> : <ExpandMore fontSize="small" />}
      </ListItemButton>
      {isOpen && (
        <List component="div" dense disablePadding>
          {g.of.map(c => (
            <Leaf
              key={c.key}
              text={placeText(c)}
              count={c.variables}
              isChosen={c.key === chosen}
              indent
              onClick={() => onChoose(c.key)}
            />
          ))}
        </List>
      )}
    </>
  )
}

export function ComponentTree({ components, variables, isCut, chosen, onChoose, isPhone }: Props) {
  const groups = useMemo(() => groupsOf(components), [components])
  if (isPhone)
    return (
      <TextField
        select
        label="Component"
        value={chosen}
        onChange={e => onChoose(e.target.value)}
        fullWidth
        size="small"
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">All components</MenuItem>
        {components.map(c => (
          <MenuItem key={c.key} value={c.key}>
            {`${c.component}, ${placeText(c)} (${c.variables})`}
          </MenuItem>
        ))}
      </TextField>
    )
  return (
    <Card component="nav" aria-label="Components" sx={{ maxHeight: 640, overflow: 'auto' }}>
      <List component="div" dense disablePadding>
        <Leaf text="All components" count={variables} isChosen={chosen === ''} onClick={() => onChoose('')} />
        {groups.map(g => (
          <Branch key={g.name} group={g} chosen={chosen} onChoose={onChoose} />
        ))}
      </List>
      {isCut && (
        <Box sx={{ p: 2, color: 'text.secondary', fontSize: '0.75rem' }}>
          There are more components than are shown here: the search finds them all.
        </Box>
      )}
    </Card>
  )
}
