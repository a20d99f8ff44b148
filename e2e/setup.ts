// Once before all journeys: the portal is built if it is older than its sources, and a data folder is filled with the world
// of the tests, of which each product takes a copy (e2e/product.ts).
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPortal, isPortalStale } from '../app/portal.ts'
import { openStore } from '../app/start.ts'
import { openDb } from '../platform/db/db.ts'
import { makeWorld } from '../testing/world.ts'

/** Of the environment: the folder with the filled database (`data`) and the keys of its rows (`world.json`). */
export const FILLED = 'WATTDESK_E2E_FILLED'

export default async function setup(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'wattdesk-e2e-filled-'))
  // PostgreSQL's own user must pass through when the tests run as root.
  chmodSync(folder, 0o755)
  const [, world] = await Promise.all([isPortalStale() ? buildPortal() : undefined, fill(join(folder, 'data'))])
  writeFileSync(join(folder, 'world.json'), JSON.stringify(world))
  process.env[FILLED] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

async function fill(dataFolder: string) {
  const store = await openStore({ databaseUrl: undefined, dataFolder })
  const db = openDb(store.connection)
  try {
    return await makeWorld(db)
  } finally {
    await db.destroy()
    await store.embedded?.stop()
  }
}
