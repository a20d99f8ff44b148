// The charger meant by a text, which may be a number or a name (D-GEN-4), in the store and on the paths that use it.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Scope } from '#platform/access/scope.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { chargerKey } from './charger-id.store.ts'

let t: TestApp
/** The key of the first charger is the name of the second. */
let [first, second] = [0, 0]
beforeAll(async () => {
  t = await startApp()
  first = t.world.chargers.ac.pk
  second = t.world.chargers.dc.pk
  await sql`update charger set chargepoint_id = ${String(first)} where chargepoint_pk = ${second}`.execute(t.db)
})
afterAll(() => t.close())

const scope = (): Scope => {
  const { companyId } = t.world.one
  return { kind: 'company', teamId: companyId, companyId }
}
const named = (text: string, way?: Parameters<typeof chargerKey>[3]) => chargerKey(t.db, scope(), text, way)

test('a text that is both is the number first, or the name first, as the path says', async () => {
  expect(await named(String(first))).toBe(first)
  expect(await named(String(first), { first: 'id' })).toBe(second)
  expect(await named(String(second))).toBe(second)
  expect(await named(String(second), { first: 'id' })).toBe(second)
})

test.each(['0', '-1', '1.5', '2147483648', '99999999999999999999', '', ' ', 'AC-2'])(
  '%j is no number of a charger, and no error',
  async text => expect(await named(text)).toBeUndefined(),
)
test('a number is not read out of a longer text', async () => {
  expect(await named(`0${first}`)).toBeUndefined()
  expect(await named(`${first} `)).toBeUndefined()
})
test('a charger of another team is not found', async () => {
  const { other } = t.world.chargers
  expect([await named(String(other.pk)), await named(other.id)]).toEqual([undefined, undefined])
})

test('the paths of a charger, its station and its sessions read the number first', async () => {
  const headers = await t.as('admin')
  const team = `/cms/v1/team/${t.world.one.teamId}`
  const got = async (url: string) => (await t.app.inject({ url, headers })).json()
  expect((await got(`${team}/charger/${first}`)).data.chargepoint_pk).toBe(first)
  expect((await got(`${team}/charging-status/${first}`)).data.id).toBe(first)
  expect((await got(`${team}/transactions/scope?charger=${first}`)).data.charger.chargepoint_id).toBe('AC-1')
})

test('a deleted charger is found where its history is asked for, and after those that are there', async () => {
  await sql`update charger set deleted_at = now() where chargepoint_pk = ${first}`.execute(t.db)
  expect(await named('AC-1')).toBeUndefined()
  expect(await named('AC-1', { deleted: true })).toBe(first)
  expect(await named(String(first))).toBe(second)
})
