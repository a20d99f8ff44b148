// The figures of sessions by team and business hour: what counts, hours cut by the business time zone, a figure that cannot
// be written, and all of them worked out anew from the sessions.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { figures } from '#app/admin.ts'
import { decide } from '#desk/session-reviews/session-review.commands.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { at, bootedCharger, energy, newTag, sessionsOf, start, stop } from '#testing/ocpp.ts'
import { compareFigures, ensureFigures, renewStaleFigures } from './usage.store.ts'

let t: TestApp
let ws: string
let idTag: string
beforeAll(async () => {
  t = await startApp()
  ws = (await t.listen()).ws
  idTag = await newTag(t)
})
afterAll(() => t.close())

type Sums = { sessions: number; finished: number; successful: number; energyWh: number; chargedPaise: number }
const sums = async (): Promise<Sums> =>
  (
    await sql<Sums>`select coalesce(sum(sessions), 0)::int as sessions, coalesce(sum(finished), 0)::int as finished,
      coalesce(sum(successful), 0)::int as successful, coalesce(sum(energy_wh), 0)::bigint as energy_wh,
      coalesce(sum(charged_paise), 0)::bigint as charged_paise from usage_hour`.execute(t.db)
  ).rows[0] as Sums
/** The amounts that a deed adds to the figures. */
async function adds(deed: () => Promise<unknown>): Promise<Partial<Sums>> {
  const before = await sums()
  await deed()
  const after = await sums()
  return Object.fromEntries(
    Object.entries(after)
      .map(([k, v]) => [k, v - before[k as keyof Sums]] as const)
      .filter(([, v]) => v !== 0),
  )
}
const booted = () => bootedCharger(t, ws)
const anyone = { userId: null, username: 'test', ip: null, written: 0 }
const reviewOf = async (pk: number) =>
  (
    await sql<{
      id: number
    }>`select id from session_review where chargepoint_pk = ${pk} and decided_at is null`.execute(t.db)
  ).rows[0]?.id ?? 0

describe('what counts', () => {
  test('a start is a session, its bill is energy and revenue; the same again adds nothing', async () => {
    const c = await booted()
    let id = 0
    expect(
      await adds(async () => {
        id = (await start(c, idTag)).transactionId
      }),
    ).toEqual({ sessions: 1 })
    await c.call('MeterValues', { connectorId: 1, transactionId: id, meterValue: [energy(at(5), 3000)] })
    expect(await adds(() => stop(c, id))).toEqual({
      finished: 1,
      successful: 1,
      energyWh: 10_000,
      chargedPaise: 21_240,
    })
    expect(await adds(() => stop(c, id))).toEqual({})
    expect(await adds(() => start(c, idTag))).toEqual({})
    await c.close()
  })

  test('one that waits for a person is not finished and has no energy and no revenue until it is decided', async () => {
    const c = await booted()
    const { transactionId } = await start(c, idTag)
    await c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(at(5), 3000)] })
    expect(await adds(() => stop(c, transactionId, { meterStop: 9_000_000_000_000 }))).toEqual({})
    const id = await reviewOf(c.pk)
    const bill = () => decide(t.services, { kind: 'all', teamId: 0 }, id, { action: 'bill', note: 'x' }, anyone)
    // 2 kWh at 18.00 and 18 %.
    expect(await adds(bill)).toEqual({ finished: 1, successful: 1, energyWh: 2000, chargedPaise: 4248 })
    await c.close()
  })

  test('one that is let go never has any, whatever register it told', async () => {
    const c = await booted()
    const { transactionId } = await start(c, idTag)
    await stop(c, transactionId, { meterStop: 9_000_000_000_000 })
    const id = await reviewOf(c.pk)
    const dismiss = () => decide(t.services, { kind: 'all', teamId: 0 }, id, { action: 'dismiss', note: 'x' }, anyone)
    expect(await adds(dismiss)).toEqual({ finished: 1 })
    expect(await sessionsOf(t, c.pk)).toEqual([expect.objectContaining({ inReview: false, energyWh: 0 })])
    await c.close()
  })

  test('a change of the way of paying alone moves the money to its line', async () => {
    const c = await booted()
    const { transactionId } = await start(c, idTag)
    await stop(c, transactionId)
    await sql`update transaction set payment_type = 'CARD' where transaction_id = ${transactionId}`.execute(t.db)
    expect(await compareFigures(t.db)).toEqual({ hours: [], days: [], teams: [] })
    await c.close()
  })

  test('registers as large as they come, hour after hour: every stop is answered and ends its session', async () => {
    const ends = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const c = await booted()
        const { transactionId } = await start(c, idTag)
        const answer = await stop(c, transactionId, { meterStop: Number.MAX_SAFE_INTEGER })
        await c.close()
        return [answer, (await sessionsOf(t, c.pk))[0]?.inReview]
      }),
    )
    expect(ends).toEqual(ends.map(() => [{}, true]))
  })
})

describe('a figure that cannot be written', () => {
  test.each([
    ['a sum no column holds', `alter table usage_change add constraint broken check (energy_wh < 0) not valid`],
    [
      'the totals of a team',
      `create function broken() returns trigger language plpgsql as $$
        begin raise exception 'broken'; end $$; create trigger broken before insert on usage_change
        for each row execute function broken()`,
    ],
  ])('%s: holds no start and no stop up, and is worked out anew', async (what, ddl) => {
    const c = await booted()
    const before = await sums()
    await sql.raw(ddl).execute(t.db)
    const { transactionId } = await start(c, idTag)
    expect(await stop(c, transactionId)).toEqual({})
    expect(await sessionsOf(t, c.pk)).toEqual([expect.objectContaining({ totalPaise: 21_240, inReview: false })])
    expect(await sums()).toEqual(before)
    await expect(renewStaleFigures(t.db)).rejects.toThrow()
    await sql
      .raw(
        what.startsWith('a sum')
          ? 'alter table usage_change drop constraint broken'
          : 'drop trigger broken on usage_change; drop function broken()',
      )
      .execute(t.db)
    expect(await renewStaleFigures(t.db)).toBe(1)
    const { sessions, energyWh } = await sums()
    expect([sessions - before.sessions, energyWh - before.energyWh]).toEqual([1, 10_000])
    expect(await renewStaleFigures(t.db)).toBe(0)
    expect(await compareFigures(t.db)).toEqual({ hours: [], days: [], teams: [] })
    await c.close()
  })
})

describe('hours', () => {
  const minutes = async () => {
    const { rows } = await sql<{ m: number }>`select distinct extract(minute from hour at time zone 'UTC')::int as m
      from usage_hour where sessions <> 0 order by 1`.execute(t.db)
    return rows.map(r => r.m)
  }

  test('are those of the business time zone, whatever zone the connection has', async () => {
    // 23:59 and 00:01 in India: two days.
    const times = ['2026-03-01T18:29:00Z', '2026-03-01T18:31:00Z']
    const c = await booted()
    await sql`update connection_history set at = at - interval '9 years' where chargepoint_pk = ${c.pk}`.execute(t.db)
    await t.db.connection().execute(async one => {
      await sql`set time zone 'America/St_Johns'`.execute(one)
      for (const timestamp of times)
        await sql`insert into transaction (company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type,
            connector_id, id_tag, started_at, meter_start_wh, tolerance_watt)
          values (1, ${t.world.one.siblingId}, ${c.pk}, 'X', 'X', 'DC', 1, 'X', ${timestamp}, 0, 300)`.execute(one)
      await sql`reset time zone`.execute(one)
    })
    const { rows } = await sql<{ hour: Date; sessions: number }>`select hour, sessions from usage_hour
      where team_id = ${t.world.one.siblingId} order by 1`.execute(t.db)
    expect(rows).toEqual([
      { hour: new Date('2026-03-01T17:30:00Z'), sessions: 1 },
      { hour: new Date('2026-03-01T18:30:00Z'), sessions: 1 },
    ])
    expect(await minutes()).toEqual([30])
    await c.close()
  })

  test('are cut anew when the product is started with another zone, with the same sums, and back', async () => {
    const before = await sums()
    expect(await ensureFigures(t.db, 'Asia/Kolkata')).toBe(false)
    expect(await ensureFigures(t.db, 'Asia/Kathmandu')).toBe(true)
    expect(await minutes()).toEqual([15])
    const c = await booted()
    await start(c, idTag)
    await c.close()
    expect(await minutes()).toEqual([15])
    expect(await sums()).toEqual({ ...before, sessions: before.sessions + 1 })
    expect(await ensureFigures(t.db, 'Asia/Kolkata')).toBe(true)
    expect(await minutes()).toEqual([30])
    expect(await compareFigures(t.db)).toEqual({ hours: [], days: [], teams: [] })
  })
})

describe('the command', () => {
  test('says what differs from the sessions, and works it out anew beside sessions that begin and end', async () => {
    expect(await figures(t.db, 'check', 'Asia/Kolkata')).toEqual(['The figures are those of the sessions.'])
    await sql`update usage_hour_kept set energy_wh = energy_wh + 5 where hour = (select max(hour) from usage_hour_kept)`.execute(
      t.db,
    )
    await sql`update usage_team_kept set sessions = sessions + 1`.execute(t.db)
    await sql`select usage_fold()`.execute(t.db)
    await sql`update usage_team_kept set sessions = sessions + 1`.execute(t.db)
    await sql`update usage_day_kept set wallet_paise = wallet_paise + 1 where day = (select max(day) from usage_day_kept)`.execute(
      t.db,
    )
    const said = await figures(t.db, 'check', 'Asia/Kolkata')
    expect(said.join('\n')).toMatch(
      /Wh, \d+ paise \(card \d+, wallet \d+, RFID \d+\); the sessions say(.|\n)*\d: not the sum of its hours(.|\n)*its total is not the sum of its hours/,
    )
    const c = await booted()
    const ids: number[] = []
    const busy = (async () => {
      for (let n = 0; n < 5; n++) {
        const { transactionId } = await start(c, idTag, { timestamp: at(n), meterStart: n })
        await stop(c, transactionId, { timestamp: at(n + 0.5), meterStop: n })
        ids.push(transactionId)
      }
    })()
    await Promise.all([busy, figures(t.db, 'rebuild', 'Asia/Kolkata'), figures(t.db, 'rebuild', 'Asia/Kolkata')])
    expect(ids).toHaveLength(5)
    expect(await compareFigures(t.db)).toEqual({ hours: [], days: [], teams: [] })
    await c.close()
  })
})
