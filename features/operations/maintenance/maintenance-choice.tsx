// The fields by which a maintenance chooses its charge points: one by one, by their sites, and by a view of their list.
import { query } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import { chargerFinder } from '#fleet/chargers/charger-finder.parts.ts'
import { FoundField } from '#kit/found-field.tsx'
import type { Finder } from '#kit/use-found.ts'
import { listSavedViews, type SavedView } from '#office/saved-views/saved-view.contract.ts'
import { siteFinder } from '#power/charging-sites/site-field.parts.tsx'

const viewFinder = (teamId: number, known: readonly { value: number; label: string }[]) =>
  ({
    find: () => query(listSavedViews, { params: { teamId }, query: { list: 'chargers' } }),
    found: reply => ({ options: reply.data.map(v => ({ value: v.id, label: v.name })), total: reply.data.length }),
    known,
  }) satisfies Finder<number, { data: SavedView[] }>

type Props = { teamId: number; disabled: boolean; view: { value: number; label: string } | undefined }
export function ChoiceFields({ teamId, disabled, view }: Props) {
  const [chargers, sites] = useMemo(() => [chargerFinder(teamId), siteFinder(teamId)], [teamId])
  const views = useMemo(() => viewFinder(teamId, view ? [view] : []), [teamId, view])
  return (
    <>
      <FoundField
        multiple
        wide
        name="chargers"
        label="Charge points"
        finder={chargers}
        disabled={disabled}
        placeholder="Search charge points"
        noOptionsText="No charge points found"
      />
      <FoundField
        multiple
        name="sites"
        label="Sites"
        help="All charge points that stand there when this is saved."
        finder={sites}
        disabled={disabled}
        placeholder="Search sites"
        noOptionsText="No sites found"
      />
      <FoundField
        name="view_id"
        label="Saved view"
        help="All charge points that the view of the list shows when this is saved."
        finder={views}
        disabled={disabled}
        placeholder="None"
        noOptionsText="No views of the list of charge points are saved"
      />
    </>
  )
}
