// The rows of a list in the palette: the first five that the server finds.
import type { Right } from '@wattdesk/base/access'
import { call } from '@wattdesk/wire/call'
import type { AnyEndpoint, Args, DataOf } from '@wattdesk/wire/endpoint'
import { ofTeam } from './record-calls.ts'
import { addPaletteSource } from './shortcuts.ts'

type Source = Parameters<typeof addPaletteSource>[0]
type Found = Awaited<ReturnType<Source['find']>>[number]
type RowOf<E> = DataOf<E> extends readonly (infer R)[] ? R : never
type PaletteList<E extends AnyEndpoint> = Pick<Source, 'group'> &
  Required<Pick<Found, 'icon'>> & {
    /** The right to look for the records, where it is not that of their list. */
    right?: Right
    /** Parameters of the list beside those of the search: an order, for instance. */
    query?: Partial<QueryOf<E>>
    /** Makes the text to search for from the typed text; missing: the typed text itself. */
    searched?: (text: string) => string
    entry: (row: RowOf<E>) => Omit<Found, 'id' | 'icon'> & { id: number }
  }
type QueryOf<E> = Args<E> extends { query: infer Q } ? Q : object

/**
 * Lets the palette find the rows of a list of the current team, which its path names, or its query.
 *
 * @example addPaletteList(listUsers, { group: 'Users', icon: Person, query: { sort: 'username' }, entry: u => ({ … }) })
 */
export function addPaletteList<E extends AnyEndpoint>(
  list: E,
  { group, icon, right = list.can as Right, query, searched = text => text, entry }: PaletteList<E>,
): void {
  addPaletteSource({
    id: group.toLowerCase().replaceAll(' ', '-'),
    group,
    right,
    find: async (text, { teamId, signal }) => {
      const args = ofTeam(list, teamId, { ...query, page: 1, pageSize: 5, q: searched(text) })
      const { data } = await call(list, args as Args<E>, { signal })
      return (data as readonly RowOf<E>[]).map(row => {
        const { id, ...shown } = entry(row)
        return { id: String(id), ...shown, icon }
      })
    },
  })
}
