// How far a campaign has come: its chargers by state, as tiles that narrow the list; its waves; and its models (CAMP-05).
import {
  Box,
  Card,
  CardContent,
  LinearProgress,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import type { Filters } from '@wattdesk/base/filters'
import { type ListControls, noFilters } from '#kit/list-state.ts'
import { FilterTile, Tiles } from '#kit/stat-tile.tsx'
import { Time } from '#kit/time.tsx'
import type { CampaignProgress } from './campaign.contract.ts'
import { CHARGER_STATES } from './campaign.words.ts'

const only = (state: string): Filters => ({
  combine: 'AND',
  conditions: [{ id: 'tile', field: 'state', operator: 'equals', value: state }],
})
export function StateTiles({ states, state }: Pick<CampaignProgress, 'states'> & { state: ListControls }) {
  const now = JSON.stringify(state.filters)
  return (
    <Tiles>
      {CHARGER_STATES.filter(s => s !== 'Not sent' || (states[s] ?? 0) > 0).map(s => {
        const isChosen = JSON.stringify(only(s)) === now
        return (
          <FilterTile
            key={s}
            label={s}
            value={states[s] ?? 0}
            says={`${s}: ${states[s] ?? 0}`}
            isPressed={isChosen}
            onPress={() => state.set({ filters: isChosen ? noFilters : only(s) })}
          />
        )
      })}
    </Tiles>
  )
}

const share = (n: number, of: number): string => `${of === 0 ? 0 : Math.floor((n * 100) / of)} %`
export const Waves = ({ waves, current }: Pick<CampaignProgress, 'waves'> & { current: number }) => (
  <Card component="section" aria-label="Waves">
    <CardContent>
      <Typography variant="h3" component="h2" sx={{ mb: 1.5 }}>
        Waves
      </Typography>
      <Stack spacing={1.5}>
        {waves.map(w => (
          <Box key={w.wave}>
            <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1, flexWrap: 'wrap' }}>
              <Typography sx={{ fontWeight: w.wave === current ? 600 : 400 }}>
                Wave {w.wave}
                {w.wave > current ? ', not begun' : ''}
              </Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {w.verified} of {w.size} verified ({share(w.verified, w.size)}), {w.ended - w.verified - w.unsent} given
                up
                {w.unsent > 0 && `, ${w.unsent} not sent`}
              </Typography>
            </Stack>
            <LinearProgress
              variant="buffer"
              value={w.size === 0 ? 0 : (w.verified * 100) / w.size}
              valueBuffer={w.size === 0 ? 0 : (w.ended * 100) / w.size}
              aria-label={`Wave ${w.wave}`}
              sx={{ bgcolor: 'action.selected', '& .MuiLinearProgress-dashed': { display: 'none' } }}
            />
          </Box>
        ))}
      </Stack>
    </CardContent>
  </Card>
)

/** By the names of the tiles above; those that are not of one state have a name of their own. */
const SUMS = [
  ['Waiting', ['Queued', 'Waiting for session']],
  ['Failed', ['Failed']],
  ['Under way', ['Sent', 'Downloading', 'Downloaded', 'Installing', 'Installed']],
  ['Verified', ['Verified']],
  ['Given up', ['Given up']],
  ['Not sent', ['Not sent']],
] as const
type Counts = CampaignProgress['states']
const sumOf = (of: Counts, states: readonly (keyof Counts)[]): number => states.reduce((n, s) => n + (of[s] ?? 0), 0)
/** On a phone the version stands below the model. */
const BESIDE = { display: { xs: 'none', sm: 'table-cell' } } as const
export function Models({ models }: Pick<CampaignProgress, 'models'>) {
  const sums = SUMS.filter(([label, states]) => label !== 'Not sent' || models.some(m => sumOf(m.states, states) > 0))
  return (
    <Card component="section" aria-label="By model">
      <CardContent>
        <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
          By model and version before
        </Typography>
        <Box sx={{ overflowX: 'auto' }} role="region" aria-label="Models and versions" tabIndex={0}>
          <Table
            size="small"
            sx={{
              '& th': { whiteSpace: { sm: 'nowrap' }, lineHeight: 1.2, verticalAlign: 'bottom' },
              '& .MuiTableCell-root': { px: { xs: 0.5, sm: 1 }, fontSize: { xs: '0.75rem', sm: '0.8125rem' } },
            }}
          >
            <TableHead>
              <TableRow>
                <TableCell>Model</TableCell>
                <TableCell sx={BESIDE}>Version before</TableCell>
                {sums.map(([label]) => (
                  <TableCell key={label} align="right">
                    {label}
                  </TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {models.map(m => (
                <TableRow key={`${m.vendor} ${m.model} ${m.versionBefore}`}>
                  <TableCell sx={{ overflowWrap: 'anywhere' }}>
                    {m.vendor} {m.model}
                    <Box component="span" sx={{ display: { xs: 'block', sm: 'none' }, color: 'text.secondary' }}>
                      {m.versionBefore || '–'}
                    </Box>
                  </TableCell>
                  <TableCell sx={BESIDE}>{m.versionBefore || '–'}</TableCell>
                  {sums.map(([label, states]) => (
                    <TableCell key={label} align="right">
                      {sumOf(m.states, states).toLocaleString('en-IN')}
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
      </CardContent>
    </Card>
  )
}

export const CampaignHistory = ({ events }: Pick<CampaignProgress, 'events'>) => (
  <Card component="section" aria-label="History">
    <CardContent>
      <Typography variant="h3" component="h2" sx={{ mb: 1.5 }}>
        History
      </Typography>
      <Stack component="ol" spacing={1} sx={{ listStyle: 'none', p: 0, m: 0 }}>
        {events.map(e => (
          <Box component="li" key={e.id}>
            <Typography component="span" sx={{ fontWeight: 550 }}>
              {e.what} {e.by ? `by ${e.by}` : ''}
            </Typography>
            <Typography component="span" variant="body2" sx={{ color: 'text.secondary', ml: 1 }}>
              <Time at={e.at} />
            </Typography>
            {e.note && <Typography sx={{ overflowWrap: 'anywhere' }}>{e.note}</Typography>}
          </Box>
        ))}
      </Stack>
    </CardContent>
  </Card>
)
