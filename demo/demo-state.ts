// How far the demo of an installation has come, as the setting `demo` says.
import * as users from '#people/users/user.store.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { setting } from '#platform/db/setting.ts'
import type { Registers } from './history.ts'

export type DemoState = { state: 'filling' } | { state: 'ready'; seededAt: string; registers: Registers }

/** The state of the demo; undefined in an installation without. */
export async function demoState(db: Db | Trx): Promise<DemoState | undefined> {
  return (await setting(db, 'demo')) as DemoState | undefined
}

const NO_DEMO =
  '--demo-resets removes everything that is stored, and this database is not that of a demo: it was left as it is. Take an empty data folder or database.'
/** Throws with a text for people where the database has users and no demo. An empty one becomes a demo's. */
export async function demandDemo(db: Db | Trx): Promise<void> {
  if ((await demoState(db)) === undefined && (await users.count(db)) > 0) throw new Error(NO_DEMO)
}
