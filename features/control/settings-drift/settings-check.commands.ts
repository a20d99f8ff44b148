// Compares the chargers that wait for it: in pieces, each in a transaction that commits, so that what was compared before
// the process ended stays so and the rest still waits (docs/decisions/0067-drift-of-settings.md).
import type { Services } from '#office/installation/services.ts'
import { compareSettings, takeWaiting } from './settings-compare.store.ts'

const PIECE = 500
const RUN_MS = 30_000

/** Works until nobody waits, or for half a minute; returns how many chargers were compared. */
export async function compareWaiting(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { most = PIECE, forMs = RUN_MS }: { most?: number; forMs?: number } = {},
): Promise<number> {
  const until = performance.now() + forMs
  let done = 0
  for (;;) {
    const taken = await db.transaction().execute(async trx => {
      const pks = await takeWaiting(trx, most)
      if (pks.length > 0) await compareSettings(trx, pks, now())
      return pks.length
    })
    done += taken
    if (taken === 0 || performance.now() > until) return done
  }
}
