// The chargers that a reader has chosen in the list, by their keys; loaded when an action needs them.
import { call } from '@wattdesk/wire/call'
import { listChargers } from '#fleet/chargers/charger.contract.ts'
import { MOST_CHARGERS } from '#fleet/maintenance/maintenance.words.ts'
import type { Chosen } from '#kit/choice.ts'

/** The keys of chosen chargers; of all that match, those that the server finds now. */
export async function keysOf(teamId: number, chosen: Chosen): Promise<number[]> {
  if (chosen.kind === 'rows') return chosen.rows.map(r => Number(r.id))
  if (chosen.count > MOST_CHARGERS)
    throw new Error(
      `At most ${MOST_CHARGERS.toLocaleString('en-IN')} charge points: narrow the list, or plan by a saved view`,
    )
  const { sort: _, ...query } = chosen.query
  const { data } = await call(listChargers, { params: { teamId }, query })
  const except = new Set(chosen.except.map(e => Number(e.id)))
  return data.map(c => c.chargepoint_pk).filter(pk => !except.has(pk))
}
