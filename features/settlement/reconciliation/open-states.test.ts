// The line of the month's end about charge points in a state without a GSTIN (TAX-02): named, and gone once one is there.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordFinance } from '#people/teams/team-finance-history.store.ts'
import { addLine } from '#people/teams/team-registration.store.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { newCharger } from '#testing/ocpp.ts'
import { booksOf } from './books.store.ts'
import { openLines } from './books-read.store.ts'
import { OPEN_WORDS } from './open-item.words.ts'
import { periodOf } from './period.rules.ts'

const JUNE = '2026-06'
const PUNE = '27AAPFU0939F1ZV'
let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const read = async (path: string) => {
  const url = `/cms/v1/team/${t.world.one.companyId}/reconciliation/${path}`
  return (await t.app.inject({ url, headers: await t.as('admin') })).json()
}
const named = async (month = JUNE): Promise<string[]> =>
  (await read(`open/unregistered?month=${month}`)).data.map((i: { what: string }) => i.what)
const line = async () =>
  (await read(`month?month=${JUNE}`)).data.lines.find((l: { kind: string }) => l.kind === 'unregistered')
/** A session of June on a charger in a state, with a bill by a supplier of another or the same state. */
async function sessionIn(
  state: string,
  supplierState: string | null,
  more: { teamId?: number; country?: string } = {},
) {
  const { companyId } = t.world.one
  const teamId = more.teamId ?? t.world.one.teamId
  const { pk, id } = await newCharger(t, { teamId })
  // As old records have states.
  await sql`update charger set state = ${state}, country = ${more.country ?? 'IN'} where chargepoint_pk = ${pk}`.execute(
    t.db,
  )
  const { rows } = await sql<{ id: number }>`
    insert into transaction (company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type, connector_id,
      id_tag, started_at, stopped_at, meter_start_wh, meter_stop_wh, tolerance_watt, payment_type, energy_wh, charged_paise)
    values (${companyId}, ${teamId}, ${pk}, ${id}, 'Hall', 'DC', 1, ${id}, '2026-06-10T09:00:00Z', '2026-06-10T10:00:00Z', 0,
      1000, 300, 'RFID', 1000, 11800) returning transaction_id as id`.execute(t.db)
  if (supplierState !== null)
    await sql`insert into bill (transaction_id, version, company_id, team_id, billed_at, energy_wh, taxable_paise, cgst_paise,
        sgst_paise, igst_paise, gross_paise, surcharge_paise, gateway_fee_paise, total_paise, commission_percent_paise,
        commission_unit_paise, supplier_state, tax_ppm, lines, facts)
      values (${rows[0]?.id ?? 0}, 1, ${companyId}, ${teamId}, '2026-06-10T10:00:00Z', 1000, 10000, 0, 0, 1800, 11800, 0, 0, 11800,
        0, 0, ${supplierState}, 180000, '[]', '{}')`.execute(t.db)
  return id
}
const change = (teamId: number, isEnded: boolean) =>
  t.db.transaction().execute(async trx => {
    const at = new Date()
    await addLine(trx, teamId, { gstin: PUNE, legalName: 'One', address: 'Pune' }, { at, isEnded })
    await recordFinance(trx, [teamId], at)
  })

test('named are charge points with sessions of the month in a state where nobody upwards has a GSTIN', async () => {
  // Karnataka is where the company has its number.
  await sessionIn('Karnataka', '29')
  expect([await named(), (await line()).open]).toEqual([[], 0])
  const pune = await sessionIn('mh', '29')
  const unbilled = await sessionIn('State of Kerala', null)
  await sessionIn('Atlantis', '29')
  await sessionIn('Maharashtra', '29', { country: 'LK' })
  // The platform supplied there, in its own state.
  await sessionIn('Gujarat', '24')
  expect((await named()).toSorted()).toEqual(
    [`Charge point ${pune} in mh`, `Charge point ${unbilled} in State of Kerala`].toSorted(),
  )
  expect(await line()).toEqual({ kind: 'unregistered', open: 2, amount: 236 })
  // It is told, and holds back no closing.
  const open = await t.db
    .transaction()
    .execute(trx =>
      openLines(
        trx,
        booksOf(
          { kind: 'company', teamId: t.world.one.companyId, companyId: t.world.one.companyId },
          { userType: 'ADMIN' },
        ),
        periodOf(JUNE, 'Asia/Kolkata'),
        t.services.now(),
      ),
    )
  expect(open).not.toContain(OPEN_WORDS.unregistered.label)
  const [item] = (await read(`open/unregistered?month=${JUNE}&sort=at`)).data
  expect(item).toMatchObject({ nextStep: expect.stringContaining('Finance tab'), team_name: 'One North' })
  expect(await named('2026-07')).toEqual([])
  // A number of the team, or of a team above, is enough; one that has ended is none.
  for (const teamId of [t.world.one.teamId, t.world.one.companyId]) {
    await change(teamId, false)
    expect(await named()).toEqual([`Charge point ${unbilled} in State of Kerala`])
    await change(teamId, true)
    expect(await named()).toHaveLength(2)
  }
  await change(t.world.one.siblingId, false)
  expect(await named()).toHaveLength(2)
})
