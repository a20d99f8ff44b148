// The rows of chargers that were picked one by one, as they are now: read by their ids through the list's own export.
import type { Condition } from '@wattdesk/base/filters'
import { call } from '@wattdesk/wire/call'
import type { Picked } from '../../web/kit/choice.ts'
import { type ChargerRow, listChargers } from './charger.contract.ts'

/** As much as the value of one condition may hold, with room for the commas. */
const LONGEST = 900

/** Conditions that together name all of these ids. */
export function conditionsOf(ids: readonly string[]): Condition[] {
  const all: Condition[] = []
  let part: string[] = []
  const close = () => {
    if (part.length > 0) all.push({ field: 'chargepoint_id', operator: 'isAnyOf', value: part.join(',') })
    part = []
  }
  for (const id of ids) {
    // A comma would be read as the end of the id.
    if (id.includes(',')) all.push({ field: 'chargepoint_id', operator: 'equals', value: id })
    else {
      if (part.join(',').length + id.length > LONGEST) close()
      part.push(id)
    }
  }
  close()
  return all
}

/** Those that are still there, in the order they were picked. */
export async function readPicked(teamId: number, picked: readonly Picked[]): Promise<ChargerRow[]> {
  const found = new Map<number, ChargerRow>()
  for (const condition of conditionsOf(picked.map(p => p.name))) {
    const filters = JSON.stringify({ combine: 'AND', conditions: [condition] })
    const { data } = await call(listChargers, { params: { teamId }, query: { filters, export: 'true' } })
    for (const row of data) found.set(row.chargepoint_pk, row)
  }
  return picked.flatMap(p => found.get(Number(p.id)) ?? [])
}
