// The teams of the demo as their screens show them: descriptions and points on the map, one made this week and one
// inactive.
import * as teams from '#people/teams/team.store.ts'
import * as records from '#people/teams/team-record.store.ts'
import type { Trx } from '#platform/db/db.ts'

/** The facts of a team, by its name. */
const known: Record<string, { description: string; lat: number; lng: number }> = {
  'Wattdesk Platform': { description: 'Runs the platform', lat: 23.1619, lng: 72.6837 },
  'Amberline Charging': { description: 'Public charging in the south of India', lat: 12.9716, lng: 77.5946 },
  'Bluegrid Mobility': { description: 'Fleets and highways in the west and north', lat: 19.076, lng: 72.8777 },
  'Amberline South': { description: 'Karnataka and Tamil Nadu', lat: 12.9352, lng: 77.6245 },
  'Amberline Bengaluru': { description: 'Malls and offices of the city', lat: 12.9784, lng: 77.6408 },
  'Amberline Chennai': { description: 'Along the East Coast Road', lat: 13.0827, lng: 80.2707 },
  'Amberline Hyderabad': { description: 'HITEC City and the airport', lat: 17.385, lng: 78.4867 },
  'Bluegrid Mumbai': { description: 'Bus and taxi depots', lat: 19.076, lng: 72.8777 },
  'Bluegrid Delhi NCR': { description: 'Offices around Delhi', lat: 28.6139, lng: 77.209 },
  'Bluegrid Gujarat': { description: 'Highways of Gujarat', lat: 23.0225, lng: 72.5714 },
}

const DAY_MS = 86_400_000
/** How long before the present the teams were made. */
export const TEAM_DAYS = 420
/** A new team with what is known of it; made before the first session of the past. */
export function teamOf<T extends { name: string }>(team: T, now: Date) {
  const { description, lat, lng } = known[team.name] ?? {}
  const createdAt = new Date(now.getTime() - TEAM_DAYS * DAY_MS)
  return {
    ...team,
    ...(description !== undefined && { description }),
    ...(lat !== undefined && { latitude: lat }),
    ...(lng !== undefined && { longitude: lng }),
    createdAt,
  }
}

type Made = { amberline: number; now: Date }

/** Fills in what the network has made. */
export async function makeTeams(trx: Trx, { amberline, now }: Made): Promise<void> {
  const rising = [
    { name: 'Amberline Kochi', city: 'Kochi', state: 'Kerala', days: 3, isActive: true, lat: 9.9312, lng: 76.2673 },
    {
      name: 'Amberline Mysuru',
      city: 'Mysuru',
      state: 'Karnataka',
      days: 210,
      isActive: false,
      lat: 12.2958,
      lng: 76.6394,
    },
  ]
  for (const { name, city, state, days, isActive, lat, lng } of rising) {
    const id = await teams.create(trx, {
      parentId: amberline,
      companyType: 'C',
      name,
      city,
      state,
      latitude: lat,
      longitude: lng,
      description: isActive ? 'Opens with the next sites' : 'Rests until its sites are rebuilt',
      createdAt: new Date(now.getTime() - days * DAY_MS),
    })
    if (!isActive) await records.update(trx, id, { active: 'N' })
  }
}
