// `npm run bench -- tempers` in small: the same twenty chargers, slow, refusing, forgetting, rebooting and so on, with
// operations sent at random. Each task ends in the truth of what its charger did.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, startApp, type TestApp } from '#testing/app.ts'
import { newCharger, newTag } from '#testing/ocpp.ts'
import { disturb, MIX, profileOf } from '../bench/tempers.ts'
import { Operators } from '../bench/tempers-operators.ts'

let t: TestApp
let nowShift = 0
beforeAll(async () => {
  t = await startApp({ now: () => new Date(Date.now() + nowShift) })
})
afterAll(() => t.close())

test('twenty chargers of mixed temper: every task ends in the truth of what its charger did', async () => {
  const { http: url } = await t.listen()
  const people = ['admin', 'operator', 'root'].map(username => ({ username, password: PASSWORD }))
  const { body } = await new Operators(url, people).call<{ data: { charging_profile_pk: number } }>(
    ...([0, 'POST', 'charging-profile', profileOf(2)] as const),
  )
  const r = await disturb(
    {
      url,
      people,
      profiles: [body.data.charging_profile_pk],
      chargers: await Promise.all(
        MIX.map(async () => ({ identity: (await newCharger(t)).id, key: '', idTag: await newTag(t) })),
      ),
      tags: await Promise.all(Array.from({ length: 30 }, () => newTag(t))),
      ask: async <R>(text: string) => (await sql.raw<R>(text).execute(t.db)).rows,
      startsOver: async () => {
        nowShift = 91_000
      },
    },
    {
      seconds: 4,
      everySeconds: 0.03,
      pace: { slowest: 1, session: [0.3, 1.5], between: [0.5, 2], silence: 0.5 },
    },
  )
  expect(r.wrong).toEqual([])
  // How many there are in the time hangs on the machine; the hour of the bench counts them.
  expect(r.tasks).toBeGreaterThan(0)
  expect(r.sessions).toBeGreaterThan(0)
}, 60_000)
