// The charge points of an act by state, as tiles, each of which narrows the list when pressed.
import { ButtonBase } from '@mui/material'
import type { Filters } from '@wattdesk/base/filters'
import { type ListControls, noFilters } from '../../web/kit/list-state.ts'
import { StatTile, Tiles } from '../../web/kit/stat-tile.tsx'
import { BULK_STATES, type BulkAction } from './bulk-action.contract.ts'

const only = (state: string): Filters => ({
  combine: 'AND',
  conditions: [{ id: 'tile', field: 'state', operator: 'equals', value: state }],
})

export function BulkFigures({ counts, state }: { counts: BulkAction['counts']; state: ListControls }) {
  const now = JSON.stringify(state.filters)
  return (
    <Tiles>
      {BULK_STATES.map(s => {
        const isChosen = JSON.stringify(only(s)) === now
        return (
          <ButtonBase
            key={s}
            component="div"
            aria-pressed={isChosen}
            aria-label={`${s}: ${counts[s]}`}
            onClick={() => state.set({ filters: isChosen ? noFilters : only(s) })}
            sx={{
              display: 'block',
              textAlign: 'left',
              borderRadius: 2.5,
              '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: 2 },
              '& > *': { height: '100%', ...(isChosen && { borderColor: 'primary.main' }) },
            }}
          >
            <StatTile label={s} value={counts[s]} />
          </ButtonBase>
        )
      })}
    </Tiles>
  )
}
