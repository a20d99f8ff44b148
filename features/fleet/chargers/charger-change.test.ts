// Making and changing chargers over the API: who may, the refusals and their words, which price groups, sites, teams,
// pictures and connectors a body may name, which fields are dated, and two people who change a charger at once.
import { FEATURES } from '@wattdesk/base/access'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as prices from '#money/price-groups/price-group.store.ts'
import { PNG } from '#office/uploads/test-files.ts'
import * as roles from '#people/roles/role.store.ts'
import { addMember } from '#people/teams/team.store.ts'
import * as sites from '#power/charging-sites/charging-site.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import * as texts from './charger-form.words.ts'
import { asker, chargerBody, connectorBody } from './test-charger.ts'

let t: TestApp
let ask: ReturnType<typeof asker>
let now = new Date('2026-03-02T10:00:00Z')
beforeAll(async () => {
  t = await startApp({ now: () => now })
  ask = asker(t)
})
afterAll(() => t.close())

const made = async (more: object = {}, who: Person = 'admin') => {
  const r = await ask(who, 'POST', 'charger', chargerBody(t, more))
  expect(r.status, r.message).toBe(201)
  return r.data
}
const group = (teamId: number) =>
  prices.create(t.db, {
    teamId,
    name: 'Night',
    type: 'fixed',
    details: [],
    validFrom: new Date('2020-01-01T00:00:00Z'),
  })
const rows = async <R>(query: RawBuilder<R>) => (await query.execute(t.db)).rows
const entries = (pk: number) =>
  rows(
    sql<{ action: string; before: object | null; after: object | null; isMoney: boolean; username: string }>`
      select action, before, after, is_money, username from audit_entry
      where feature = 'ChargerPoint' and record_id = ${String(pk)} order by id`,
  )
/** Gives a person a role on operator one's team by which chargers are made and changed, and nothing else. */
async function onlyChargers(who: Person) {
  const { companyId, teamId } = t.world.one
  const grant = { featureId: FEATURES.indexOf('ChargerPoint') + 1, canView: true, canCreate: true, canUpdate: true }
  const roleId = await roles.create(t.db, companyId, `Role ${count++}`, [{ ...grant, canDelete: false }])
  await sql`delete from team_member where user_id = ${t.world.userIds[who]} and team_id = ${teamId}`.execute(t.db)
  await addMember(t.db, { teamId, userId: t.world.userIds[who], roleId })
}
let count = 0

describe('who may', () => {
  const people = ['nobody', 'stranger', 'viewer', 'finance', 'operator', 'admin', 'root'] as const
  test('make a charger', async () => {
    const got = []
    for (const who of people) got.push((await ask(who, 'POST', 'charger', chargerBody(t))).status)
    expect(got).toEqual([404, 404, 403, 403, 201, 201, 201])
  })
  test('change one', async () => {
    const got = []
    for (const who of people) got.push((await ask(who, 'PUT', 'charger/AC-1', { note: `By ${who}` })).status)
    expect(got).toEqual([404, 404, 403, 403, 200, 200, 200])
  })
  test('a charger of another company, or of a team that the path does not cover, is not there', async () => {
    for (const id of [t.world.chargers.other.id, t.world.chargers.other.pk])
      expect(await ask('admin', 'PUT', `charger/${id}`, { note: 'x' })).toMatchObject({
        status: 404,
        message: 'Charge point not found',
      })
    const path = `team/${t.world.one.siblingId}/charger/DC-1`
    expect((await ask('admin', 'PUT', path, { note: 'x' })).status).toBe(404)
  })
})

describe('a new charger', () => {
  test('has what was sent, and the defaults where the body is silent', async () => {
    const body = chargerBody(t, {
      chargepoint_id: '  CP 001 ',
      address: { street: ' 4 Road ', state: 'ka', country: 'IN' },
      locationLatitude: 12.123456789,
      amenities: ['GYM', '', 'ATM', null],
      photos: ['', null],
      connectors: [connectorBody(t), { priceGroupId: t.world.priceGroupId, connectorName: '' }],
      faq: [{ question: 'How?', answer: 'Plug in.' }],
      settings: {
        enableNotifications: true,
        notificationRecipients: 'a@example.com, b@example.com,a@example.com',
        notificationFeatures: ['OcppStationBooted'],
      },
      chargePointSerialNumber: 'SN-1',
      isActive: false,
      charger_category: 'free',
    })
    const r = await ask('admin', 'POST', 'charger', body)
    const { address: _, ...bare } = chargerBody(t)
    const none = { street: null, houseNumber: null, zipcode: null, city: null, state: null, country: 'IN' }
    const short = await ask('admin', 'POST', 'charger', bare)
    expect([short.status, short.data.address]).toEqual([201, none])
    expect(r).toMatchObject({ status: 201, message: 'Charge Point created successfully' })
    const noted = await ask('admin', 'PUT', `charger/${r.data.id}`, { note: '' })
    expect(noted.data.address).toMatchObject({ street: '4 Road', state: 'Karnataka' })
    expect(r.data).toMatchObject({
      chargepoint_id: 'CP 001',
      teamId: t.world.one.teamId,
      companyId: t.world.one.companyId,
      isActive: true,
      charger_category: 'paid',
      visibility: 1,
      showOnPortal: true,
      payWithCard: true,
      payWithWallet: true,
      employeeOrResident: false,
      preparingState: false,
      excludeFromEmail: false,
      address: { street: '4 Road', houseNumber: null, city: null, state: 'Karnataka', country: 'IN' },
      locationLatitude: 12.12345679,
      amenities: ['GYM', 'ATM'],
      photos: [],
      enteredSerialNumber: 'SN-1',
      hasKey: false,
      authorizationKey: null,
      settings: {
        settings_pk: expect.any(Number),
        enableNotifications: true,
        notificationRecipients: 'a@example.com, b@example.com',
        notificationFeatures: ['OcppStationBooted'],
      },
      faq: [{ id: expect.any(Number), question: 'How?', answer: 'Plug in.' }],
      report_issues: [],
      connectors: [
        { connectorId: 1, connectorName: '1', connectorType: 'CCS Type 2', kw: 60, isConfigured: true },
        { connectorId: 2, connectorName: '2', connectorType: null, kw: null, priceGroupId: t.world.priceGroupId },
      ],
    })
    expect((await ask('admin', 'GET', `charger/${r.data.id}`)).data).toEqual(
      (({ authorizationKey: _, ...rest }) => rest)(r.data),
    )
    expect(await entries(r.data.id)).toMatchObject([
      { action: 'create', isMoney: true, username: 'admin', after: { chargepoint_id: 'CP 001', hasKey: false } },
    ])
    expect(await rows(sql`select since from charger_team_history where chargepoint_pk = ${r.data.id}`)).toEqual([
      { since: now },
    ])
  })
  test('is free by the platform’s staff alone, and stays as it is in the hands of others', async () => {
    const { id } = await made({ charger_category: 'free' }, 'root')
    expect((await ask('admin', 'GET', `charger/${id}`)).data.charger_category).toBe('free')
    expect((await ask('admin', 'PUT', `charger/${id}`, { charger_category: 'paid' })).data.charger_category).toBe(
      'free',
    )
    expect((await ask('root', 'PUT', `charger/${id}`, { charger_category: 'paid' })).data.charger_category).toBe('paid')
    expect((await entries(id)).map(e => e.isMoney)).toEqual([true, true])
  })
  test('stands in the team of the body, where the caller may make chargers', async () => {
    const { siblingId } = t.world.one
    expect((await made({ teamId: siblingId })).teamId).toBe(siblingId)
    const strange = await ask('admin', 'POST', 'charger', chargerBody(t, { teamId: t.world.two.teamId }))
    expect([strange.status, strange.message]).toEqual([404, 'Team not found'])
    await onlyChargers('operator')
    expect((await ask('operator', 'POST', 'charger', chargerBody(t))).status).toBe(201)
    expect((await ask('operator', 'POST', 'charger', chargerBody(t, { teamId: siblingId }))).status).toBe(404)
  })
})

describe('what is refused in which words', () => {
  const c = () => connectorBody(t)
  const long = 'x'.repeat(61)
  test.each<[string, () => object, string, string]>([
    ['no id', () => ({ chargepoint_id: '  ' }), 'chargepoint_id', 'Charger ID is required'],
    ['61 characters', () => ({ chargepoint_id: long }), 'chargepoint_id', texts.ID_TOO_LONG],
    ['no name', () => ({ chargepoint_name: '' }), 'chargepoint_name', 'Charger Name is required'],
    [
      'a long name',
      () => ({ chargepoint_name: long }),
      'chargepoint_name',
      'Charger Name should be 60 characters or less',
    ],
    [
      'a long street',
      () => at({ street: 'x'.repeat(1001) }),
      'address.street',
      'Street should be 1000 characters or less',
    ],
    [
      'a long house number',
      () => at({ houseNumber: 'x'.repeat(101) }),
      'address.houseNumber',
      'House Number should be 100 characters or less',
    ],
    ['a long city', () => at({ city: long }), 'address.city', 'City should be 60 characters or less'],
    ['a long state', () => at({ state: long }), 'address.state', 'State should be 60 characters or less'],
    ['no registration', () => ({ registrationStatus: null }), 'registrationStatus', 'Registration Status is required'],
    ['no type', () => ({ charger_type: '' }), 'charger_type', 'Charger Type is required'],
    ['no tolerance', () => ({ tolerance_watt: null }), 'tolerance_watt', 'Tolerance Level is required'],
    ['no interval', () => ({ meter_interval_sec: null }), 'meter_interval_sec', 'Meter Interval is required'],
    [
      'another access',
      () => ({ access_level: 'Open' }),
      'access_level',
      'Access Level should be one of Public, Private, Semi-Public',
    ],
    [
      'another category',
      () => ({ charger_category: 'cheap' }),
      'charger_category',
      'Charger Category should be one of paid, free',
    ],
    ['a long note', () => ({ note: 'x'.repeat(601) }), 'note', 'Notes should be 600 characters or less'],
    ['no latitude', () => ({ locationLatitude: null }), 'locationLatitude', 'Address is required for the Charge Point'],
    [
      'no longitude',
      () => ({ locationLongitude: null }),
      'locationLongitude',
      'Address is required for the Charge Point',
    ],
    [
      'beyond the pole',
      () => ({ locationLatitude: 90.1 }),
      'locationLatitude',
      'Latitude should be between -90 and 90',
    ],
    [
      'beyond the date line',
      () => ({ locationLongitude: -180.1 }),
      'locationLongitude',
      'Longitude should be between -180 and 180',
    ],
    ['no connectors', () => ({ connectors: [] }), 'connectors', 'At least 1 connector is required'],
    [
      'none described',
      () => ({ connectors: [{ ...c(), kw: null }] }),
      'connectors',
      'At least 1 connector is required',
    ],
    [
      'none with a type',
      () => ({ connectors: [{ ...c(), connectorType: null }] }),
      'connectors',
      'At least 1 connector is required',
    ],
    ['five', () => ({ connectors: [c(), c(), c(), c(), c()] }), 'connectors', 'At most 4 connectors can be specified'],
    [
      'no number',
      () => ({ connectors: [{ ...c(), kw: '60' }] }),
      'connectors.0.kw',
      'Please enter a valid number for connectors',
    ],
    [
      'no voltage',
      () => ({ connectors: [{ ...c(), volt: -1 }] }),
      'connectors.0.volt',
      'Please enter a valid number for connectors',
    ],
    [
      'no price group',
      () => ({ connectors: [c(), { kw: 7 }] }),
      'connectors.1.priceGroupId',
      "Every connector'should have a pricegroup specified for it",
    ],
    ['no recipients', () => mails(' '), 'settings.notificationRecipients', 'Notification Recipients is required'],
    [
      'a wrong recipient',
      () => mails('a@example.com; b'),
      'settings.notificationRecipients',
      'Please enter valid email addresses separated by commas',
    ],
    [
      'eleven instructions',
      () => ({ faq: Array(11).fill({ question: 'Q', answer: 'A' }) }),
      'faq',
      'Operating instructions should be 10 or less',
    ],
    ['no answer', () => ({ faq: [{ question: 'Q', answer: ' ' }] }), 'faq.0.answer', 'Answer is required'],
    ['another amenity', () => ({ amenities: ['POOL'] }), 'amenities', expect.any(String) as unknown as string],
    ['a wrong mail', () => ({ operator_email: 'x' }), 'operator_email', 'Please enter a valid email'],
  ])('%s', async (_what, more, field, text) => {
    const r = await ask('admin', 'POST', 'charger', chargerBody(t, more()))
    expect([r.status, r.errors]).toEqual([422, { [field]: text }])
    const { id } = await record()
    const put = await ask('admin', 'PUT', `charger/${id}`, more())
    expect([put.status, put.errors]).toEqual([422, { [field]: text }])
  })
  const at = (more: object) => ({ address: { country: 'IN', ...more } })
  const mails = (notificationRecipients: string) => ({
    settings: { enableNotifications: true, notificationRecipients, notificationFeatures: [] },
  })
  let one: { id: number } | undefined
  const record = async () => {
    one ??= await made()
    return one as { id: number }
  }
})

describe('the id', () => {
  test('of 60 characters, with a space between words, a percent sign and a picture is taken as it is', async () => {
    for (const id of ['y'.repeat(60), 'CP 7', '100%', 'ev-⚡', 'Ω-1']) {
      const { id: pk } = await made({ chargepoint_id: id })
      const read = await ask('admin', 'GET', `charger/${encodeURIComponent(id)}`)
      expect([read.data.id, read.data.chargepoint_id]).toEqual([pk, id])
    }
  })
  test.each(['a/b', 'a\\b', '..', '.', 'a:b', 'a  b', 'a\tb', 'a\u200bb', 'ａ', 'a\u00a0b', 'a\u202eb'])(
    '%j is refused: no charger could connect by it, or it does not read as it is written',
    async id => {
      const r = await ask('admin', 'POST', 'charger', chargerBody(t, { chargepoint_id: id }))
      expect([r.status, r.errors]).toEqual([422, { chargepoint_id: texts.ID_UNFIT }])
    },
  )
  test('what no database keeps is refused before anything else', async () => {
    const r = await ask('admin', 'POST', 'charger', chargerBody(t, { chargepoint_id: 'a\u0000b' }))
    expect([r.status, Object.keys(r.errors ?? {})]).toEqual([422, ['chargepoint_id']])
  })
  test('is taken once in the installation, also where only case or width differ; a deleted one is free again', async () => {
    const { id } = await made({ chargepoint_id: 'Once-1' })
    for (const twin of ['Once-1', 'ONCE-1', ' once-1 ']) {
      const r = await ask(
        'root',
        'POST',
        `team/${t.world.gp}/charger`,
        chargerBody(t, {
          chargepoint_id: twin,
          teamId: t.world.two.teamId,
          connectors: [connectorBody(t, { priceGroupId: await group(t.world.two.teamId) })],
        }),
      )
      expect([r.status, r.message, r.errors]).toEqual([
        409,
        'Charger ID already exists',
        { chargepoint_id: 'Charger ID already exists' },
      ])
    }
    const other = await made()
    const change = await ask('admin', 'PUT', `charger/${other.id}`, { chargepoint_id: 'ONCE-1' })
    expect([change.status, change.message]).toEqual([409, 'Charger ID already exists'])
    expect((await ask('admin', 'DELETE', `charger/${id}`)).status).toBe(200)
    expect((await made({ chargepoint_id: 'once-1' })).chargepoint_id).toBe('once-1')
  })
  test('changes while the charger has never been used; its printed codes are forgotten', async () => {
    const { id } = await made()
    await sql`update connector set qr_code_url = 'https://old' where chargepoint_pk = ${id}`.execute(t.db)
    const r = await ask('admin', 'PUT', `charger/${id}`, { chargepoint_id: 'Renamed-1' })
    expect([r.status, r.data.chargepoint_id, r.data.connectors[0].qrCodeUrl]).toEqual([200, 'Renamed-1', null])
    await sql`update charger_state set connected = true where chargepoint_pk = ${id}`.execute(t.db)
    const connected = await ask('admin', 'PUT', `charger/${id}`, { chargepoint_id: 'Renamed-2' })
    expect([connected.status, connected.errors]).toEqual([
      409,
      { chargepoint_id: 'The charger ID cannot be changed while the charge point is connected' },
    ])
  })
})

describe('what is another’s', () => {
  test('a price group of another company, a deleted one, one that is none', async () => {
    const gone = await group(t.world.one.teamId)
    await prices.hide(t.db, gone, now)
    for (const priceGroupId of [await group(t.world.two.teamId), gone, 2_000_000_000]) {
      const connectors = [connectorBody(t), connectorBody(t, { priceGroupId })]
      const r = await ask('admin', 'POST', 'charger', chargerBody(t, { connectors }))
      expect([r.status, r.errors]).toEqual([422, { 'connectors.1.priceGroupId': texts.PRICE_GROUP_UNKNOWN }])
    }
    // A price group of the company, though not of the team.
    const above = await group(t.world.one.companyId)
    await made({ connectors: [connectorBody(t, { priceGroupId: above })] })
  })
  test('a connector of another charger, one named twice, one left out', async () => {
    const [a, b] = [await made({ connectors: [connectorBody(t), connectorBody(t)] }), await made()]
    const [first, second] = a.connectors as { connector_pk: number }[]
    const put = (connectors: object[]) => ask('admin', 'PUT', `charger/${a.id}`, { connectors })
    const of = (pk: number | undefined) => connectorBody(t, { connector_pk: pk })
    expect((await put([of(first?.connector_pk), of(b.connectors[0].connector_pk)])).errors).toEqual({
      'connectors.1.connector_pk': texts.CONNECTOR_UNKNOWN,
    })
    expect((await put([of(first?.connector_pk), of(first?.connector_pk)])).errors).toEqual({
      'connectors.1.connector_pk': texts.CONNECTOR_TWICE,
    })
    expect((await put([of(second?.connector_pk)])).errors).toEqual({ connectors: texts.CONNECTOR_GONE })
    const created = await ask('admin', 'POST', 'charger', chargerBody(t, { connectors: [of(first?.connector_pk)] }))
    expect(created.errors).toEqual({ 'connectors.0.connector_pk': texts.CONNECTOR_UNKNOWN })
  })
  test('a picture of another company, one never uploaded', async () => {
    const upload = async (who: Person) => {
      const payload = { image: PNG.toString('base64') }
      const headers = await t.as(who)
      return (await t.app.inject({ method: 'POST', url: '/cms/v1/util/image-upload', headers, payload })).json().data
    }
    const [own, foreign] = [await upload('admin'), await upload('stranger')]
    const { id } = await made({ photos: [own] })
    const unknown = `/files/${'a'.repeat(32)}.png`
    for (const link of [foreign, unknown]) {
      const r = await ask('admin', 'PUT', `charger/${id}`, { photos: [own, link] })
      expect([r.status, Object.keys(r.errors ?? {})]).toEqual([422, ['photos.1']])
      expect((await ask('admin', 'POST', 'charger', chargerBody(t, { photos: [link] }))).status).toBe(422)
    }
    // Pictures in the record stay, no matter which user saves it.
    expect((await ask('operator', 'PUT', `charger/${id}`, { photos: [own] })).data.photos).toEqual([own])
  })
  test('a site of another company, of a team beside; who may not change sites changes none', async () => {
    const { teamId, siblingId, companyId } = t.world.one
    const site = (of: number) => sites.create(t.db, { teamId: of, zoneName: 'Mall' })
    const [own, above, beside, foreign] = [
      await site(teamId),
      await site(companyId),
      await site(siblingId),
      await site(t.world.two.teamId),
    ]
    const { id } = await made({ chargingSiteId: own })
    const put = (who: Person, chargingSiteId: number | null) => ask(who, 'PUT', `charger/${id}`, { chargingSiteId })
    expect((await put('admin', foreign)).errors).toEqual({ chargingSiteId: 'Charging site not found' })
    expect((await put('admin', 2_000_000_000)).errors).toEqual({ chargingSiteId: 'Charging site not found' })
    expect((await put('admin', beside)).errors).toEqual({ chargingSiteId: texts.SITE_ELSEWHERE })
    await onlyChargers('operator')
    expect((await put('operator', null)).status).toBe(403)
    expect((await ask('operator', 'POST', 'charger', chargerBody(t, { chargingSiteId: own }))).status).toBe(403)
    expect((await put('operator', own)).status).toBe(200)
    now = new Date(now.getTime() + 60_000)
    expect((await put('admin', above)).data).toMatchObject({ chargingSiteId: above, chargingSiteName: 'Mall' })
    const history = await rows(
      sql<{
        zoneId: number
        since: Date
      }>`select zone_id, since from charger_site_history where chargepoint_pk = ${id} order by since`,
    )
    expect(history.map(h => h.zoneId)).toEqual([own, above])
    expect(history[1]?.since).toEqual(now)
  })
  test('a team where the caller may change nothing; a move is dated, and takes the charger from its site', async () => {
    const { siblingId, teamId } = t.world.one
    const zone = await sites.create(t.db, { teamId, zoneName: 'Yard' })
    const { id } = await made({ chargingSiteId: zone })
    expect((await ask('admin', 'PUT', `charger/${id}`, { teamId: t.world.two.teamId })).status).toBe(404)
    expect((await ask('operator', 'PUT', `charger/${id}`, { teamId: siblingId })).status).toBe(404)
    now = new Date(now.getTime() + 60_000)
    const moved = await ask('admin', 'PUT', `charger/${id}`, { teamId: siblingId })
    expect(moved.data).toMatchObject({ teamId: siblingId, chargingSiteId: null })
    expect((await ask('admin', 'PUT', `charger/${id}`, { note: 'x' })).status).toBe(404)
    expect(
      await rows(sql`select team_id, since from charger_team_history where chargepoint_pk = ${id} and since = ${now}`),
    ).toEqual([{ teamId: siblingId, since: now }])
    expect((await entries(id)).at(-1)).toMatchObject({
      isMoney: true,
      before: { teamId },
      after: { teamId: siblingId },
    })
  })
  test('to another company a charger goes only with price groups of that company, and not while it charges', async () => {
    const { id } = await made()
    const path = `team/${t.world.gp}/charger/${id}`
    const { teamId } = t.world.two
    const alone = await ask('root', 'PUT', path, { teamId })
    expect([alone.status, alone.errors]).toEqual([422, { 'connectors.0.priceGroupId': texts.PRICE_GROUP_UNKNOWN }])
    const connectors = [connectorBody(t, { priceGroupId: await group(teamId) })]
    await sql`insert into transaction (transaction_id, company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name,
        charger_type, connector_id, id_tag, started_at, start_received_at, meter_start_wh, id_tag_status, tolerance_watt, payment_type)
      select 900001, company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type, 1, 'T', ${now}, ${now}, 0,
        'Accepted', 300, 'RFID' from charger where chargepoint_pk = ${id}`.execute(t.db)
    const charging = await ask('root', 'PUT', path, { teamId, connectors })
    expect([charging.status, charging.errors]).toEqual([409, { teamId: 'Charge Point has an active transaction' }])
    // A move within the company is allowed: the session keeps the team it began in.
    const beside = await ask('root', 'PUT', path, { teamId: t.world.one.siblingId })
    expect(beside.status).toBe(200)
    expect(await rows(sql`select team_id from transaction where transaction_id = 900001`)).toEqual([
      { teamId: t.world.one.teamId },
    ])
    const rejected = await ask('root', 'PUT', path, { registrationStatus: 'Accepted' })
    expect(rejected.status).toBe(200)
    expect((await ask('root', 'PUT', path, { registrationStatus: 'Rejected' })).errors).toEqual({
      registrationStatus: 'Charge Point has an active transaction',
    })
    expect((await ask('root', 'PUT', path, { chargepoint_id: 'Other-1' })).message).toBe(
      'The charger ID of a charge point with transactions cannot be changed',
    )
    await sql`update transaction set stopped_at = ${now}, stop_received_at = ${now}, meter_stop_wh = 0 where transaction_id = 900001`.execute(
      t.db,
    )
    expect((await ask('root', 'PUT', path, { teamId, connectors })).data).toMatchObject({
      teamId,
      companyId: t.world.two.companyId,
    })
  })
})

describe('a change', () => {
  test('leaves alone what the body does not name, and keeps an active charger active', async () => {
    const { id, ...before } = await made({
      note: 'Old',
      amenities: ['GYM'],
      connectors: [connectorBody(t), connectorBody(t)],
    })
    const r = await ask('admin', 'PUT', `charger/${id}`, { note: 'New', isActive: false })
    expect(r).toMatchObject({ status: 200, message: 'Charge Point updated successfully' })
    const { authorizationKey: _, ...rest } = before
    expect(r.data).toEqual({ id, ...rest, note: 'New' })
    expect(await entries(id)).toMatchObject([
      { action: 'create' },
      { action: 'update', before: { note: 'Old' }, after: { note: 'New' }, isMoney: false },
    ])
    expect(Object.keys((await entries(id))[1]?.after ?? {})).toEqual(['note'])
    await sql`update charger set is_active = false where chargepoint_pk = ${id}`.execute(t.db)
    expect((await ask('admin', 'PUT', `charger/${id}`, { note: 'x' })).data.isActive).toBe(false)
    expect((await ask('admin', 'PUT', `charger/${id}`, { isActive: true })).data.isActive).toBe(true)
  })
  test('of a price group is dated, connector by connector; connectors are added behind', async () => {
    const { id, connectors } = await made({ connectors: [connectorBody(t), connectorBody(t)] })
    const dear = await group(t.world.one.teamId)
    now = new Date(now.getTime() + 60_000)
    const [one, two] = connectors
    const sent = [
      { ...one, priceGroupId: dear, connectorName: 'Left' },
      { ...two, connectorName: null },
      connectorBody(t, { connectorType: 'Type 2', kw: 22 }),
    ]
    const r = await ask('admin', 'PUT', `charger/${id}`, { connectors: sent })
    expect(r.data.connectors).toMatchObject([
      { connector_pk: one.connector_pk, connectorId: 1, connectorName: 'Left', priceGroupId: dear },
      { connector_pk: two.connector_pk, connectorId: 2, connectorName: '2', priceGroupId: t.world.priceGroupId },
      { connectorId: 3, connectorName: '3', connectorType: 'Type 2', kw: 22, priceGroupId: t.world.priceGroupId },
    ])
    const history = await rows(
      sql<{
        connectorId: number
        priceGroupId: number
      }>`select connector_id, price_group_id from connector_price_history
        where chargepoint_pk = ${id} and since = ${now} order by connector_id`,
    )
    expect(history).toEqual([
      { connectorId: 1, priceGroupId: dear },
      { connectorId: 3, priceGroupId: t.world.priceGroupId },
    ])
    expect((await entries(id)).at(-1)?.isMoney).toBe(true)
  })
  test('describes a connector that the charger told of itself; sent back as it was read it stays as it is', async () => {
    const { id } = await made()
    await sql`insert into connector (chargepoint_pk, connector_id, connector_name, is_configured, status) values (${id}, 2, '2', false, 'Available')`.execute(
      t.db,
    )
    const { data } = await ask('admin', 'GET', `charger/${id}`)
    const back = await ask('admin', 'PUT', `charger/${id}`, { connectors: data.connectors })
    expect(back.data.connectors).toEqual(data.connectors)
    const half = [data.connectors[0], { ...data.connectors[1], kw: 7 }]
    expect((await ask('admin', 'PUT', `charger/${id}`, { connectors: half })).errors).toEqual({
      'connectors.1.priceGroupId': texts.PRICE_GROUP_NEEDED,
    })
    // A connector that nobody described may be left out of the list.
    expect(
      (await ask('admin', 'PUT', `charger/${id}`, { connectors: [{ ...data.connectors[0], kw: 50 }] })).status,
    ).toBe(200)
    const described = [connectorBody(t), connectorBody(t, { connectorType: 'Type 2' })]
    const r = await ask('admin', 'PUT', `charger/${id}`, { connectors: described })
    expect(r.data.connectors[1]).toMatchObject({ connectorId: 2, isConfigured: true, status: 'Available', kw: 60 })
    expect(r.data.connectors[1].connector_pk).toBe(data.connectors[1].connector_pk)
  })
  test('of the serial number: what the charger told, sent back, is entered by nobody', async () => {
    const { id } = await made()
    await sql`update charger_state set charge_point_serial = 'BOOT-1' where chargepoint_pk = ${id}`.execute(t.db)
    const put = (chargePointSerialNumber: string | null) =>
      ask('admin', 'PUT', `charger/${id}`, { chargePointSerialNumber })
    expect((await put('BOOT-1')).data).toMatchObject({ enteredSerialNumber: null, chargePointSerialNumber: 'BOOT-1' })
    expect((await put('HAND-1')).data).toMatchObject({
      enteredSerialNumber: 'HAND-1',
      chargePointSerialNumber: 'HAND-1',
    })
    expect((await put(null)).data).toMatchObject({ enteredSerialNumber: null, chargePointSerialNumber: 'BOOT-1' })
  })
  test('of instructions: the list in place of the one before', async () => {
    const { id } = await made({ faq: ['a', 'b', 'c'].map(question => ({ question, answer: 'x' })) })
    const put = async (...questions: string[]) =>
      (await ask('admin', 'PUT', `charger/${id}`, { faq: questions.map(question => ({ question, answer: 'x' })) })).data
        .faq
    expect((await put('b', 'c')).map((f: { question: string }) => f.question)).toEqual(['b', 'c'])
    expect(await put()).toEqual([])
  })
  test('two people at once: the second is told, with what stands now, and overwrites nothing', async () => {
    const { id } = await made()
    const { etag = '' } = await ask('admin', 'GET', `charger/${id}`)
    const mine = await ask(
      'admin',
      'PUT',
      `charger/${id}`,
      { faq: [{ question: 'Mine', answer: 'x' }] },
      { 'if-match': etag },
    )
    expect(mine.status).toBe(200)
    const theirs = await ask('root', 'PUT', `charger/${id}`, { note: 'Theirs' }, { 'if-match': etag })
    expect([theirs.status, theirs.message, theirs.data.faq[0].question, theirs.data.note]).toEqual([
      409,
      expect.stringMatching(/^This record was changed by admin/),
      'Mine',
      '',
    ])
    const again = await ask('root', 'PUT', `charger/${id}`, { note: 'Theirs' }, { 'if-match': theirs.etag ?? '' })
    expect(again.data).toMatchObject({ note: 'Theirs', faq: [{ question: 'Mine' }] })
    // A connection changes no field that people edit.
    await sql`update charger_state set last_message_at = now(), charge_point_serial = 'B' where chargepoint_pk = ${id}`.execute(
      t.db,
    )
    expect((await ask('admin', 'GET', `charger/${id}`)).etag).toBe(again.etag)
  })
})

describe('the security profile', () => {
  test('is lowered with full access alone; raised to one that asks for a key only where there is one', async () => {
    const { id } = await made({ security_profile: 1 })
    const put = (who: Person, security_profile: number | null) => ask(who, 'PUT', `charger/${id}`, { security_profile })
    await onlyChargers('operator')
    expect((await put('operator', 2)).status).toBe(200)
    expect((await put('operator', 1)).status).toBe(403)
    expect((await put('operator', null)).status).toBe(403)
    expect((await put('admin', null)).data.security_profile).toBeNull()
    const bare = await made()
    const r = await ask('admin', 'PUT', `charger/${bare.id}`, { security_profile: 1 })
    expect([r.status, r.errors]).toEqual([
      422,
      { security_profile: 'The charge point has no key yet and would be locked out: make one first' },
    ])
  })
  test('in force 1 or more brings a key, shown this once and kept as a hash; no entry holds it', async () => {
    const { id, authorizationKey, hasKey } = await made({ security_profile: 1 })
    expect([authorizationKey, hasKey]).toEqual([expect.stringMatching(/^[0-9a-f]{40}$/), true])
    const read = await ask('admin', 'GET', `charger/${id}`)
    expect(JSON.stringify(read)).not.toContain(authorizationKey)
    const kept = await rows(sql`select key_hash from charger where chargepoint_pk = ${id}`)
    expect(JSON.stringify([await entries(id), kept])).not.toContain(authorizationKey)
  })
})

test('an incident of the driver app stands in the record of its charger and in the log (D-CHARGER-10)', async () => {
  const report = (who: Parameters<typeof ask>[0], body: object) => ask(who, 'POST', 'charger/DC-1/incidents', body)
  const got = []
  for (const who of ['nobody', 'stranger', 'viewer', 'finance'] as const)
    got.push((await report(who, { category: 'Cable' })).status)
  expect(got).toEqual([404, 404, 403, 403])
  const wrong = await report('operator', { category: ' ', created_at: '2199-01-01T00:00:00Z' })
  expect([wrong.status, wrong.errors]).toEqual([422, { category: 'Category is required' }])
  const ahead = await report('operator', { category: 'Cable', created_at: '2199-01-01T00:00:00Z' })
  expect([ahead.status, ahead.errors]).toEqual([422, { created_at: 'Created At must not lie in the future' }])
  const kept = await report('operator', {
    category: 'Cable',
    comment: 'Worn near the plug',
    created_at: '2026-03-01T08:00:00+05:30',
  })
  expect([kept.status, kept.message]).toEqual([201, 'Incident created successfully'])
  expect((await ask('viewer', 'GET', 'charger/DC-1')).data.report_issues).toEqual([
    {
      serial_number: kept.data.serial_number,
      charge_box_id: 'DC-1',
      created_at: '2026-03-01T02:30:00.000Z',
      category: 'Cable',
      comment: 'Worn near the plug',
    },
  ])
  const { rows } =
    await sql`select feature, after from audit_entry where action = 'report-incident' order by id desc limit 1`.execute(
      t.db,
    )
  const after = { serialNumber: kept.data.serial_number, category: 'Cable', comment: 'Worn near the plug' }
  expect(rows).toEqual([{ feature: 'ChargerPoint', after }])
})
