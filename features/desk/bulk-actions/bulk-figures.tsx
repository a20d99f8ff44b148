// The charge points of an act by state, as tiles, each of which narrows the list when pressed.
import type { Filters } from '@wattdesk/base/filters'
import { type ListControls, noFilters } from '#kit/list-state.ts'
import { FilterTile, Tiles } from '#kit/stat-tile.tsx'
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
          <FilterTile
            key={s}
            label={s}
            value={counts[s]}
            says={`${s}: ${counts[s]}`}
            isPressed={isChosen}
            onPress={() => state.set({ filters: isChosen ? noFilters : only(s) })}
          />
        )
      })}
    </Tiles>
  )
}
