// The cards above a list: each counts rows of the whole scope and narrows the list to them while it is pressed.
import type { Condition, Filters } from '@wattdesk/base/filters'
import type { Icon } from './actions.tsx'
import { type ListControls, noFilters } from './list-state.ts'
import { FilterTile, Tiles } from './stat-tile.tsx'

/** `figure` is the field of the summary; a card without a condition shows all. */
export type FilterCard<S> = { label: string; figure: keyof S; icon: Icon; only?: Omit<Condition, 'id'> }

type Props<S> = {
  cards: readonly FilterCard<S>[]
  summary: S | undefined
  state: ListControls
  /** The noun of the counted records, for screen readers: `chargers`. */
  noun: string
}
export function FilterTiles<S extends Record<string, number>>({ cards, summary, state, noun }: Props<S>) {
  const now = JSON.stringify(state.filters)
  return (
    <Tiles>
      {cards.map(({ label, figure, icon, only }) => {
        const filters: Filters = only ? { combine: 'AND', conditions: [{ id: 'card', ...only }] } : noFilters
        const isChosen = only !== undefined && JSON.stringify(filters) === now
        return (
          <FilterTile
            key={label}
            label={label}
            icon={icon}
            value={summary?.[figure]}
            isLoading={summary === undefined}
            says={`${label} ${noun}: ${summary?.[figure] ?? 'loading'}`}
            isPressed={isChosen}
            onPress={() => state.set({ filters: isChosen ? noFilters : filters })}
          />
        )
      })}
    </Tiles>
  )
}
