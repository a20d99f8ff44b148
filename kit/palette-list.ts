// The rows of a list in the palette: the first five that the server finds.
import { call } from '@wattdesk/wire/call'
import type { AnyEndpoint, Args, DataOf } from '@wattdesk/wire/endpoint'
import { addPaletteSource } from './shortcuts.ts'

type Source = Parameters<typeof addPaletteSource>[0]
type Found = Awaited<ReturnType<Source['find']>>[number]
type RowOf<E> = DataOf<E> extends readonly (infer R)[] ? R : never
type PaletteList<E extends AnyEndpoint> = Omit<Source, 'find'> &
  Required<Pick<Found, 'icon'>> & {
    /** The arguments of the list for the text that was typed. */
    args: (teamId: number, page: { page: 1; pageSize: 5; q: string }) => Args<E>
    entry: (row: RowOf<E>) => Omit<Found, 'id' | 'icon'> & { id: number }
  }

export const addPaletteList = <E extends AnyEndpoint>(
  list: E,
  { args, entry, icon, ...source }: PaletteList<E>,
): void =>
  addPaletteSource({
    ...source,
    find: async (text, { teamId, signal }) => {
      const { data } = await call(list, args(teamId, { page: 1, pageSize: 5, q: text }), { signal })
      return (data as readonly RowOf<E>[]).map(row => {
        const { id, ...shown } = entry(row)
        return { id: String(id), ...shown, icon }
      })
    },
  })
