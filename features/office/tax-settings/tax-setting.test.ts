// Settings of the papers for the tax office: by whom, where, from which day, two at once; and what they leave behind.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import type { TaxSetting } from './tax-setting.contract.ts'
import { taxValueOn } from './tax-setting.rules.ts'
import { addEntry, taxEntries } from './tax-setting.store.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp({ now: () => new Date('2026-11-20T06:00:00Z') })
})
afterAll(() => t.close())

const path = (teamId: number) => `/cms/v1/team/${teamId}/tax/settings`
const read = async (person: Person, teamId: number): Promise<Map<string, TaxSetting>> => {
  const r = await t.app.inject({ url: path(teamId), headers: await t.as(person) })
  expect([r.statusCode, r.json().message]).toEqual([200, expect.anything()])
  return new Map((r.json().data as TaxSetting[]).map(s => [s.name, s]))
}
const write = async (person: Person, teamId: number, body: object) =>
  t.app.inject({ method: 'POST', url: path(teamId), payload: body, headers: await t.as(person) })
const platform = async () =>
  (await t.db.selectFrom('team').select('id').where('companyType', '=', 'GP').executeTakeFirstOrThrow()).id

test('the database and the rule agree on the letter of undertaking of any day', async () => {
  const { companyId } = t.world.one
  const gp = await platform()
  const entries = [
    [companyId, '2025-02-10', 'AD290225000001A'],
    [companyId, '2025-04-01', 'AD290425000002B'],
    [companyId, '2025-09-01', null],
    [companyId, '2026-03-31', 'AD290326000003C'],
    [null, '2025-05-01', 'AD240525000004D'],
  ] as const
  await t.db.transaction().execute(async trx => {
    for (const [id, since, value] of entries)
      await addEntry(trx, { companyId: id, name: 'lut', since, value, at: new Date(), userId: null })
  })
  const days = ['2025-02-09', '2025-02-10', '2025-03-31', '2025-04-01', '2025-05-01', '2025-08-31', '2025-09-01']
  days.push('2026-03-30', '2026-03-31', '2026-04-01')
  for (const [team, place] of [
    [companyId, companyId],
    [t.world.two.companyId, t.world.two.companyId],
    [gp, null],
  ] as const)
    for (const day of days) {
      const { rows } = await sql<{ lut: string | null }>`select lut_on(${team}, ${day}::date) as lut`.execute(t.db)
      expect(rows[0]?.lut, `${place} ${day}`).toBe(
        taxValueOn(await taxEntries(t.db, place), 'lut', { companyId: place, day }),
      )
    }
  const shown = (await read('stranger', t.world.two.companyId)).get('lut')
  expect(shown).toMatchObject({ value: null, empty: 'None', entries: [{ whose: 'product' }], mayChange: true })
  await sql`alter table tax_setting disable trigger all`.execute(t.db)
  await sql`delete from tax_setting where name = 'lut'`.execute(t.db)
  await sql`alter table tax_setting enable trigger all`.execute(t.db)
})

test('a company sets its own, and reads those of the installation', async () => {
  const { companyId } = t.world.one
  const settings = await read('admin', companyId)
  expect(settings.get('tcs')).toMatchObject({ value: false, mayChange: false, whose: 'installation', lastId: 0 })
  expect(settings.get('tcsRate')).toMatchObject({ value: 0.5, kind: 'percent' })
  expect(settings.get('rfidInvoices')).toMatchObject({ value: true, mayChange: true })

  const made = await write('admin', companyId, { name: 'rfidInvoices', since: '2026-12-01', value: false, lastId: 0 })
  expect([made.statusCode, made.json().data]).toMatchObject([
    201,
    { value: true, entries: [{ since: '2026-12-01', value: false, whose: 'company' }, { whose: 'product' }] },
  ])
  const entries = await taxEntries(t.db, companyId)
  expect(taxValueOn(entries, 'rfidInvoices', { companyId, day: '2026-11-30' })).toBe(true)
  expect(taxValueOn(entries, 'rfidInvoices', { companyId, day: '2026-12-01' })).toBe(false)
  // Nobody else has it.
  expect((await taxEntries(t.db, t.world.two.companyId)).length).toBe(0)

  const again = await write('admin', companyId, { name: 'rfidInvoices', since: '2026-12-05', value: true, lastId: 0 })
  expect([again.statusCode, again.json().message]).toEqual([
    409,
    'Invoice sessions of own RFID tags: somebody has set this meanwhile. Please look at it again.',
  ])
  const refused = await write('admin', companyId, { name: 'tcs', since: '2026-12-01', value: true, lastId: 0 })
  expect([refused.statusCode, refused.json().message]).toEqual([
    403,
    'This is set for the whole installation, on the platform’s team',
  ])

  const { rows } =
    await sql`select action, before, after from audit_entry where record_id = 'tax-setting-rfidInvoices'`.execute(t.db)
  expect(rows).toEqual([
    { action: 'update', before: { since: null, value: true }, after: { since: '2026-12-01', value: false } },
  ])
})

test('a surcharge by method: in per cent, empty for the team’s, from today at the earliest', async () => {
  const { companyId } = t.world.one
  const { mayChange, value, empty } = (await read('admin', companyId)).get('surchargeUpi') ?? {}
  expect({ mayChange, value, empty }).toEqual({ mayChange: true, value: null, empty: 'As the team' })
  const made = await write('admin', companyId, { name: 'surchargeUpi', since: '2026-11-20', value: 0, lastId: 0 })
  expect([made.statusCode, made.json().data.value]).toEqual([201, 0])
  const { lastId } = made.json().data
  const cleared = await write('admin', companyId, { name: 'surchargeUpi', since: '2026-11-20', value: null, lastId })
  expect([cleared.statusCode, cleared.json().data.value]).toEqual([201, null])
  const more = { name: 'surchargeCard', lastId: 0 }
  const faults = [
    { since: '2026-11-19', value: 2.36 },
    { since: '2026-11-20', value: 2.36001 },
    { since: '2026-11-20', value: 100.0001 },
  ].map(async body => (await write('admin', companyId, { ...more, ...body })).json().errors)
  const percent = 'Please enter a percentage from 0 to 100 with at most four decimals'
  expect(await Promise.all(faults)).toEqual([
    { since: 'Days that are over keep what held on them: please choose today or a later day' },
    { value: percent },
    { value: percent },
  ])
  // A viewer, and an admin on a team below the company, are refused.
  expect((await write('viewer', t.world.one.teamId, { ...more, since: '2026-11-20', value: 1 })).statusCode).toBe(403)
  expect((await write('admin', t.world.one.teamId, { ...more, since: '2026-11-20', value: 1 })).statusCode).toBe(403)
})

test('the platform sets the installation; two at once leave one', async () => {
  const teamId = await platform()
  const bodies = [0.6, 0.7].map(value => ({ name: 'tcsRate', since: '2026-11-25', value, lastId: 0 }))
  const codes = (await Promise.all(bodies.map(b => write('root', teamId, b)))).map(r => r.statusCode)
  expect(codes.toSorted()).toEqual([201, 409])
  const setting = (await read('root', teamId)).get('tcsRate')
  expect(setting).toMatchObject({ value: 0.5, mayChange: true })
  expect([0.6, 0.7]).toContain(setting?.entries[0]?.value)
})

test('before tax is deducted the platform is told who has a GST number and no PAN; companies are not', async () => {
  const { companyId, teamId } = t.world.one
  const finance = (gstin: string | null, pan: string | null) =>
    sql`insert into team_finance_history (team_id, since, tax_ppm, transaction_ppm, pg_charges_bearer, commission_ppm,
        commission_paise_per_kwh, settlement_percentage, gstin, pan)
      values (${teamId}, '2027-01-01T00:00:00Z', 180000, 0, 'EV', 0, 0, 100, ${gstin}, ${pan})`.execute(t.db)
  const notice = async () => (await read('root', await platform())).get('tds')?.notice
  const { name } = await t.db.selectFrom('team').select('name').where('id', '=', teamId).executeTakeFirstOrThrow()
  await finance(null, null)
  expect((await notice()) ?? '').not.toContain(name)
  await finance('29AACCC6636P1Z1', null)
  expect(await notice()).toContain(name)
  expect((await read('admin', companyId)).get('tds')?.notice).toBeUndefined()
  await finance('29AACCC6636P1Z1', 'AACCC6636P')
  expect((await notice()) ?? '').not.toContain(name)
})

test.each([
  [{ name: 'tcsRate', value: 100.5 }, { value: 'Please enter a percentage from 0 to 100 with at most four decimals' }],
  [
    { name: 'tcsRate', value: 0.000001 },
    { value: 'Please enter a percentage from 0 to 100 with at most four decimals' },
  ],
  [{ name: 'tcsRate', value: true }, { value: 'Please enter a percentage from 0 to 100 with at most four decimals' }],
  [
    { name: 'tdsThreshold', value: 0.001 },
    { value: 'Please enter an amount from 0 to 10,00,00,00,000 with at most two decimals' },
  ],
  [
    { name: 'tcs', value: true, since: '2026-12-02' },
    { since: 'This holds for whole months: please choose the 1st of a month' },
  ],
  [
    { name: 'tcs', value: true, since: '2026-10-01' },
    { since: 'Months that are over keep what held in them: please choose a later day' },
  ],
  [
    { name: 'tdsRate', value: 200, since: 'soon' },
    { since: 'Please enter a valid date', value: 'Please enter a percentage from 0 to 100 with at most four decimals' },
  ],
] as const)('refused: %j', async (body, errors) => {
  const r = await write('root', await platform(), { since: '2026-12-01', lastId: 0, ...body })
  expect([r.statusCode, r.json().errors]).toEqual([422, errors])
})

test('what was set is only added to', async () => {
  await expect(sql`update tax_setting set value = 'true'`.execute(t.db)).rejects.toThrow('tax_setting is only added to')
  await expect(sql`delete from tax_setting`.execute(t.db)).rejects.toThrow('tax_setting is only added to')
})
