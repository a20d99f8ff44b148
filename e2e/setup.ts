// Once before all journeys: the portal is built if it is older than its sources, and a data folder is filled with worlds of
// the tests, one for each file of journeys, of which each product takes a copy (e2e/product.ts).
import { chmodSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { buildDocumentsCode, buildPortal, isDocumentsCodeStale, isPortalStale } from '#app/portal.ts'
import { openStore } from '#app/start.ts'
import { create } from '#fleet/chargers/charger-write.store.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { makePlatform, makeWorld, type World } from '#testing/world.ts'

/**
 * The environment variable with the folder of the filled database (`data`) and the keys of its rows (`worlds.json`).
 */
export const FILLED = 'WATTDESK_E2E_FILLED'

/** The world of a file of journeys by its path: `e2e/shell.spec.ts` plays in that of `shell`. */
export const worldOf = (file: string): string => basename(file, '.spec.ts')

export default async function setup(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'wattdesk-e2e-filled-'))
  // PostgreSQL's own user must pass through when the tests run as root.
  chmodSync(folder, 0o755)
  const [worlds] = await Promise.all([
    fill(join(folder, 'data')),
    isPortalStale() ? buildPortal() : undefined,
    isDocumentsCodeStale() ? buildDocumentsCode() : undefined,
  ])
  writeFileSync(join(folder, 'worlds.json'), JSON.stringify(worlds))
  process.env[FILLED] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

async function fill(dataFolder: string): Promise<Record<string, World>> {
  const store = await openStore({ databaseUrl: undefined, dataFolder })
  const db = openDb(store.connection)
  const worlds: Record<string, World> = {}
  try {
    const platform = await makePlatform(db)
    for (const file of globSync('*.spec.ts', { cwd: import.meta.dirname }))
      worlds[worldOf(file)] = await makeWorld(db, platform, worldOf(file))
    await placeChargers(db, worlds['dashboard-map'])
    return worlds
  } finally {
    await db.destroy()
    await store.embedded?.stop()
  }
}

/** Places the chargers for the journey on the map: three together, a fourth nearby, a fifth far away, a sixth nowhere. */
async function placeChargers(db: Db, world: World | undefined): Promise<void> {
  const places = [
    [22.5726, 88.3639],
    [22.5726, 88.3639],
    [22.5726, 88.3639],
    [22.95, 88.75],
    [28.6139, 77.209],
    [0, 0],
  ]
  for (const [n, [latitude = 0, longitude = 0]] of places.entries())
    await create(db, {
      teamId: world?.one.teamId ?? 0,
      chargepointId: `PLACED-${n + 1}`,
      chargepointName: `Placed ${n + 1}`,
      street: 'Hosur Road',
      city: 'Kolkata',
      latitude,
      longitude,
      connectors: [],
    })
}
