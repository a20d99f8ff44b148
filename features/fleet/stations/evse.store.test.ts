// The database names a connector as the rules do (evse-words.rules.ts).
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { newCharger } from '#testing/ocpp.ts'
import { connectorWordsSql, evsesOf, placeMarkSql, placeWordsSql, type ShownEvse, shownEvseSql } from './evse.store.ts'
import { connectorMark, connectorWords } from './evse-words.rules.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

test('with and without EVSEs, alone and with others in its EVSE, and after the connector is gone', async () => {
  const { pk } = await newCharger(t, { connectorCount: 4 })
  // 1 has not spoken 2.0.1, 2 is alone in its EVSE, 3 and 4 share one.
  for (const [id, evse, within] of [
    [2, 7, 1],
    [3, 8, 1],
    [4, 8, 2],
  ])
    await sql`update connector set evse_id = ${evse}, evse_connector_id = ${within}
      where chargepoint_pk = ${pk} and connector_id = ${id}`.execute(t.db)
  const evseOf = await evsesOf(t.db, [pk])
  const { rows } = await sql<ShownEvse & { connectorId: number; words: string; mark: string; own: string | null }>`
    select x.connector_id, ${shownEvseSql('x')}, ${placeWordsSql('x')} as words, ${placeMarkSql('x')} as mark,
      (select ${connectorWordsSql('n')} from connector n
        where n.chargepoint_pk = x.chargepoint_pk and n.connector_id = x.connector_id) as own
    from (select ${pk}::int as chargepoint_pk, generate_series(1, 5) as connector_id) x order by 1`.execute(t.db)
  expect(rows.map(r => r.words)).toEqual([
    'connector 1',
    'EVSE 7',
    'EVSE 8, connector 1',
    'EVSE 8, connector 2',
    'connector 5',
  ])
  for (const { connectorId, evseId, evseConnectorId, words, mark, own } of rows) {
    const named = { connectorId, ...evseOf(pk, connectorId) }
    expect({ evseId, evseConnectorId }).toEqual(evseOf(pk, connectorId))
    expect(words).toBe(connectorWords(named))
    expect(mark).toBe(connectorMark(named))
    if (connectorId < 5) expect(own).toBe(words)
  }
})
