// The columns of the list of charging sites, for the grid and for files.
import Balance from '@mui/icons-material/BalanceOutlined'
import type { Column } from '#kit/columns.tsx'
import { numberText } from '#kit/figures.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import type { SiteRow } from './charging-site.contract.ts'
import { BALANCING_WORDS } from './charging-site.words.ts'

const [ENABLED, DISABLED] = BALANCING_WORDS

const wordOf = (s: SiteRow) => (s.is_load_balancing === 1 ? ENABLED : DISABLED)

const loadText = ({ load_balancing_value: value, load_balancing_unit: unit }: SiteRow): string =>
  value === null ? '–' : `${numberText(value, String(value).split('.')[1]?.length ?? 0)} ${unit}`

export const chargingSiteColumns: readonly Column<SiteRow>[] = [
  { field: 'zone_name', header: 'Site Name', identity: true, minWidth: 220, flex: 1.6 },
  { field: 'load_balancing_value', header: 'Load Value', value: loadText, minWidth: 140 },
  {
    field: 'is_load_balancing',
    header: 'Load Balancing',
    minWidth: 150,
    value: wordOf,
    cell: s => <ToneChip tone={s.is_load_balancing === 1 ? 'success' : 'offline'} label={wordOf(s)} icon={Balance} />,
    head: true,
  },
  { field: 'chargers', header: 'Chargers', kind: 'number', value: s => s.chargers.length, minWidth: 110, flex: 0.6 },
  { field: 'running_sessions', header: 'Running Sessions', kind: 'number', minWidth: 150, flex: 0.7 },
  { field: 'team_name', header: 'Team', minWidth: 160, hidden: true },
]
