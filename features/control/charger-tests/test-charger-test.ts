// A test of a charger for other tests: open, with a charger that is connected by its journal.
import type { TestApp } from '#testing/app.ts'
import * as store from './charger-test.store.ts'

let count = 0
/** Begins one in a team, and returns its number. */
export async function newChargerTest(t: TestApp, teamId: number): Promise<number> {
  const now = t.services.now()
  const { chargerTestId: id } = await t.db.transaction().execute(async trx =>
    store.create(trx, (await store.lockCompany(trx, teamId)) ?? 0, {
      teamId,
      name: 'Maker One',
      token: (++count).toString(16).padStart(32, '0'),
      securityProfile: 0,
      keyHash: null,
      isEncrypted: false,
      createdBy: 'admin',
      createdAt: now,
      endsAt: new Date(now.getTime() + 3_600_000),
    }),
  )
  const no = (await store.connect(t.db, id)) ?? 0
  const handshake = { identity: null, isTls: false, offered: 'ocpp1.6', software: null }
  const note = store.noteLine(id, now, { note: 'connected', no, protocol: 'ocpp1.6', user: null, ...handshake })
  await store.addLines(t.db, [note])
  return id
}
