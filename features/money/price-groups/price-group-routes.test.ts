// Price groups through the API: rights first, then every refusal with its text, versions, two people at once, deletion,
// the list, and the audit entries.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import type { PriceGroup, PriceVersion } from './price-group.contract.ts'
import { versionAt } from './price-version.store.ts'
import { fixedBody, slot, variableBody, weekOf } from './test-price-group.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const ask = async (method: Method, path: string, who: Person = 'admin', payload?: object, headers: object = {}) => {
  const r = await t.app.inject({
    method,
    url: `/cms/v1/${path}`,
    headers: { ...(await t.as(who)), ...headers },
    ...(payload && { payload }),
  })
  return { status: r.statusCode, body: r.json(), tag: String(r.headers.etag) }
}
const made = async (body: object = fixedBody(), teamId = t.world.one.teamId): Promise<PriceGroup> => {
  const r = await ask('POST', `pricegroup?teamId=${teamId}`, 'admin', body)
  expect(r.body.message).toBe('Price group created successfully')
  return r.body.data
}
const versionsOf = async (id: number): Promise<PriceVersion[]> =>
  (await ask('GET', `pricegroup/${id}/versions`)).body.data

describe('rights', () => {
  test('each call needs its own flag, and a group of another company is none', async () => {
    const { priceGroupId } = await made()
    const one = `pricegroup/${priceGroupId}`
    const calls = async (who: Person) => {
      const all = [
        ask('GET', one, who),
        ask('GET', `${one}/versions`, who),
        ask('POST', `pricegroup`, who, fixedBody()),
        ask('PUT', one, who, fixedBody()),
        ask('DELETE', one, who),
      ]
      return (await Promise.all(all)).map(r => r.status)
    }
    expect(await calls('viewer')).toEqual([200, 200, 403, 403, 403])
    expect(await calls('operator')).toEqual([200, 200, 403, 403, 403])
    expect(await calls('finance')).toEqual([403, 403, 403, 403, 403])
    expect(await calls('nobody')).toEqual([403, 403, 403, 403, 403])
    expect(await calls('stranger')).toEqual([404, 404, 201, 404, 404])
    expect((await ask('GET', one)).body.data.name).toBe('Day')
    expect((await ask('POST', `pricegroup?teamId=${t.world.one.teamId}`, 'stranger', fixedBody())).status).toBe(404)
    expect((await ask('POST', `team/${t.world.one.teamId}/pricegroup`, 'admin', fixedBody())).status).toBe(201)
  })

  test('the list is whole for who may view, of the team and below; else, and as choices, names of the company', async () => {
    const { one } = t.world
    const north = await made(fixedBody({ name: 'In the north' }))
    const above = await made(variableBody({ name: 'Above' }), one.companyId)
    const names = async (who: Person, path: string) =>
      ((await ask('GET', path, who)).body.data as PriceGroup[]).map(g => g.name)
    const ofNorth = await names('viewer', `pricegroups?teamId=${one.teamId}&page=1&pageSize=100`)
    expect(ofNorth).toContain('In the north')
    expect(ofNorth).not.toContain('Above')
    expect(await names('viewer', `team/${one.teamId}/pricegroups?choice=true`)).toEqual(
      expect.arrayContaining(['Above', 'In the north']),
    )
    // Finance has no view on price groups.
    const { data } = (await ask('GET', `pricegroups?teamId=${one.teamId}`, 'finance')).body
    expect(data).toContainEqual({ priceGroupId: above.priceGroupId, name: 'Above' })
    expect(Object.keys(data[0])).toEqual(['priceGroupId', 'name'])
    expect(await names('stranger', 'pricegroups?page=1&pageSize=100')).not.toContain('Above')
    const page = (await ask('GET', `pricegroups?page=1&pageSize=1&q=variable&sort=-name`)).body
    expect([page.data[0].name, page.total, page.pageSize]).toEqual(['Above', 1, 1])
    expect(page.data[0]).toEqual(above)
    const filters = JSON.stringify({
      combine: 'AND',
      conditions: [{ field: 'name', operator: 'equals', value: 'in the north' }],
    })
    expect(await names('admin', `pricegroups?page=1&filters=${encodeURIComponent(filters)}`)).toEqual([north.name])
  })
})

const details = (...list: object[]) => ({ priceDetails: list })
const own = (more: Record<string, unknown>) => fixedBody(details(slot(more)))
const COVER = 'Please cover all time slots upto 24 hours'
describe('what is refused, with its text at its field', () => {
  test('an empty body names all that must be there', async () => {
    const r = await ask('POST', 'pricegroup', 'admin', {})
    expect([r.status, r.body.errors]).toEqual([
      422,
      {
        name: 'Name is required',
        priceGroupType: 'Pricing type is required',
        priceDetails: 'Price details is required',
      },
    ])
    expect((await ask('POST', 'pricegroup', 'admin', fixedBody(details({})))).body.errors).toEqual({
      'priceDetails.0.priceType': 'Price type is required',
    })
  })
  const at = (field: string) => `priceDetails.0.${field}`
  test.each<[string, object, string, string]>([
    ['a name of 21', fixedBody({ name: 'x'.repeat(21) }), 'name', 'Name should be 20 characters or less'],
    ['a name of spaces', fixedBody({ name: '  ' }), 'name', 'Name is required'],
    ['a type nobody knows', fixedBody({ priceGroupType: 'daily' }), 'priceGroupType', 'Please choose a pricing type'],
    ['no slot', fixedBody(details()), 'priceDetails', 'Price details is required'],
    [
      'two prices of a fixed group',
      fixedBody(details(slot(), slot())),
      'priceDetails',
      'A fixed price group has one price',
    ],
    ['a price of 0', own({ priceperKW: 0 }), at('priceperKW'), 'Must be greater than 0'],
    ['a price below 0', own({ priceperKW: -1 }), at('priceperKW'), 'Must be greater than 0'],
    ['no price per kWh', own({ priceperKW: null }), at('priceperKW'), 'Price per kWh is required'],
    ['an empty price', own({ priceperKW: '' }), at('priceperKW'), 'Price per kWh must be a number'],
    ['a price as text', own({ priceperKW: '10' }), at('priceperKW'), 'Price per kWh must be a number'],
    ['a fee as text', own({ fixedFeeStarting: '5' }), at('fixedFeeStarting'), 'Start fee must be a number'],
    ['no price per hour', own({ priceType: 'min' }), at('priceperHr'), 'Price per hour is required'],
    ['an hour for 0', own({ priceType: 'min', priceperHr: 0 }), at('priceperHr'), 'Must be greater than 0'],
    ['an hour for less', own({ priceType: 'hr', priceperHr: -2 }), at('priceperHr'), 'Must be greater than 0'],
    ['three decimals', own({ priceperKW: 16.005 }), at('priceperKW'), 'Price per kWh should have 2 decimals or less'],
    ['a price that is no number', own({ priceperKW: 'cheap' }), at('priceperKW'), 'Price per kWh must be a number'],
    ['a price of 1e3', own({ priceperKW: '1e3' }), at('priceperKW'), 'Price per kWh must be a number'],
    ['a huge price', own({ priceperKW: 1e21 }), at('priceperKW'), 'Price per kWh should be 100000 or less'],
    ['a fee below 0', own({ fixedFeeStarting: -0.01 }), at('fixedFeeStarting'), 'Must be 0 or more'],
    [
      'a fee of three decimals',
      own({ minuteFeeCharging: 0.005 }),
      at('minuteFeeCharging'),
      'Fee per minute while charging should have 2 decimals or less',
    ],
    [
      'a fee that is a list',
      own({ idealFeeFullyCharged: [1] }),
      at('idealFeeFullyCharged'),
      'Fee per minute after full charge must be a number',
    ],
    [
      'a time of day that is none',
      own({ startTime: '24:00' }),
      at('startTime'),
      'Please enter a time from 00:00 to 23:59',
    ],
    ['a time without minutes', own({ endTime: '9' }), at('endTime'), 'Please enter a time from 00:00 to 23:59'],
    [
      'an end at the start',
      own({ startTime: '10:00', endTime: '10:00' }),
      at('endTime'),
      'End time must be after start time',
    ],
    [
      'an end before the start',
      own({ startTime: '10:00', endTime: '09:00' }),
      at('endTime'),
      'End time must be after start time',
    ],
    ['an eighth day', own({ day: 7 }), at('day'), 'Day must be a number from 0 to 6'],
    ['a day without a price', variableBody(details(...weekOf(['12:00'], [16, 22]).slice(2))), 'priceDetails', COVER],
    [
      'a gap at noon',
      variableBody(
        details(
          ...weekOf(['12:00'], [16]).map(s =>
            s.startTime === '12:00' && s.day === 3 ? { ...s, startTime: '12:30' } : s,
          ),
        ),
      ),
      'priceDetails',
      COVER,
    ],
    [
      'an overlap',
      variableBody(
        details(
          ...weekOf(['12:00'], [16]).map(s =>
            s.startTime === '12:00' && s.day === 3 ? { ...s, startTime: '11:00' } : s,
          ),
        ),
      ),
      'priceDetails',
      'Time slots overlap',
    ],
    [
      'too many slots',
      variableBody(details(...Array.from({ length: 337 }, () => slot()))),
      'priceDetails',
      'Price details should have 336 time slots or less',
    ],
  ])('%s', async (_what, body, field, text) => {
    const id = (await made()).priceGroupId
    for (const r of [
      await ask('POST', 'pricegroup', 'admin', body),
      await ask('PUT', `pricegroup/${id}`, 'admin', body),
    ])
      expect([r.status, r.body.errors]).toEqual([422, { [field]: text }])
    expect((await versionsOf(id)).length).toBe(1)
  })
})

describe('what is kept', () => {
  test('a group takes the terms of its team; what a reply carries beside counts for nothing', async () => {
    const { one } = t.world
    const group = await made({
      ...fixedBody({
        priceDetails: [
          slot({
            priceType: 'min',
            priceperHr: 100,
            priceperKW: null,
            day: 4,
            startTime: '08:00',
            fixedFeeStarting: 5,
          }),
        ],
      }),
      taxPercent: 0,
      companyId: 1,
      transactionPercent: 0,
      currency: 'XXX',
      priceGroupId: 1,
      hidden: true,
    })
    expect(group).toMatchObject({
      name: 'Day',
      description: 'All day',
      companyId: one.companyId,
      teamId: one.teamId,
      team_name: 'One North',
      currency: 'INR',
      paymentGateway: 'Razorpay',
      paymentGatewayId: 1,
      taxPercent: 18,
      transactionPercent: 2.36,
      pgChargesBearer: 'EV',
      priceGroupType: 'fixed',
    })
    expect(group.priceDetails).toEqual([
      {
        priceDetailsId: 1,
        day: 0,
        startTime: '00:00',
        endTime: '23:59',
        priceType: 'min',
        priceperKW: null,
        priceperHr: 100,
        priceperMin: 1.67,
        fixedFeeStarting: 5,
        fixedFeeCharging: 0,
        minuteFeeCharging: 0,
        idealFeeFullyCharged: 0,
      },
    ])
    expect((await ask('GET', `pricegroup/${group.priceGroupId}`)).body.data).toEqual(group)
  })

  test('a week of 168 hours is taken like one of 167.86', async () => {
    const whole = weekOf(['12:00'], [16, 22]).map(s => (s.endTime === '23:59' ? { ...s, endTime: '24:00' } : s))
    expect((await made(variableBody({ priceDetails: whole.reverse() }))).priceDetails.slice(0, 2)).toMatchObject([
      { day: 0, startTime: '00:00', endTime: '12:00', priceperKW: 16 },
      { day: 0, startTime: '12:00', endTime: '24:00', priceperKW: 22 },
    ])
  })

  test('other prices are a new version, other words are none, and no version changes', async () => {
    const { priceGroupId: id } = await made()
    const first = (await versionsOf(id))[0]
    await ask('PUT', `pricegroup/${id}`, 'admin', fixedBody({ name: 'Other', description: 'x' }))
    expect(await versionsOf(id)).toEqual([first])
    const changed = await ask('PUT', `pricegroup/${id}`, 'admin', variableBody({ name: 'Other' }))
    expect([changed.status, changed.body.message]).toEqual([200, 'Price group updated successfully'])
    expect(changed.body.data.priceDetails).toHaveLength(14)
    const [now, before] = await versionsOf(id)
    expect([now?.state, now?.valid_until, before?.state]).toEqual(['now', null, 'past'])
    expect(before).toEqual({ ...first, state: 'past', valid_until: now?.valid_from })
    const then = await versionAt(t.db, id, new Date(Date.parse(now?.valid_from ?? '') - 1))
    expect(then?.content.details).toHaveLength(1)
  })

  test('new terms of the team come into the group, its time of change with them, and not into a version of before', async () => {
    const { priceGroupId: id, update_time } = await made(fixedBody(), t.world.one.siblingId)
    await sql`update team set tax_ppm = 50000 where id = ${t.world.one.siblingId}`.execute(t.db)
    const { takeTeamTerms } = await import('./price-terms.store.ts')
    await t.db.transaction().execute(trx => takeTeamTerms(trx, [t.world.one.siblingId], new Date(Date.now() + 5)))
    const later = new Date(Date.now() + 60_000)
    expect((await versionAt(t.db, id, later))?.content.taxPpm).toBe(50_000)
    await ask('PUT', `pricegroup/${id}`, 'admin', fixedBody({ priceDetails: [slot({ priceperKW: 17 })] }))
    const after = (await ask('GET', `pricegroup/${id}`)).body.data
    expect(after.update_time > update_time).toBe(true)
    expect((await versionAt(t.db, id, new Date(0)))?.content.taxPpm).toBe(180_000)
  })

  test('two people at once: the second is told, sees theirs, and overwrites nothing', async () => {
    const { priceGroupId: id } = await made()
    const { tag } = await ask('GET', `pricegroup/${id}`)
    const put = (who: Person, price: number) =>
      ask('PUT', `pricegroup/${id}`, who, fixedBody(details(slot({ priceperKW: price }))), { 'if-match': tag })
    const both = await Promise.all([put('admin', 20), put('root', 30)])
    expect(both.map(r => r.status).sort()).toEqual([200, 409])
    const [first, second] = both[0]?.status === 200 ? both : both.toReversed()
    expect(second?.body.message).toMatch(/^This record was changed by (admin|root) just now|This record was changed by/)
    expect(second?.body.data.priceDetails).toEqual(first?.body.data.priceDetails)
    expect(await versionsOf(id)).toHaveLength(2)
    expect((await ask('DELETE', `pricegroup/${id}`, 'admin', undefined, { 'if-match': tag })).status).toBe(409)
  })

  test('a group that a connector uses stays; freed, it is gone from all lists, and its versions stay', async () => {
    const { priceGroupId: id } = await made(fixedBody({ name: 'In use' }))
    const { pk } = t.world.chargers.dc
    const use = (group: number) =>
      sql`update connector set price_group_id = ${group} where chargepoint_pk = ${pk}`.execute(t.db)
    await use(id)
    const refused = await ask('DELETE', `pricegroup/${id}`)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Price group is used by 2 connectors. Give them another price group first.',
    ])
    await use(t.world.priceGroupId)
    expect((await ask('DELETE', `pricegroup/${id}`)).body).toMatchObject({
      message: 'Price group deleted successfully',
      data: { priceGroupId: id },
    })
    for (const r of [
      await ask('GET', `pricegroup/${id}`),
      await ask('DELETE', `pricegroup/${id}`),
      await ask('PUT', `pricegroup/${id}`, 'admin', fixedBody()),
    ])
      expect([r.status, r.body.message]).toEqual([404, 'Price group not found'])
    expect(JSON.stringify((await ask('GET', 'pricegroups?page=1&pageSize=100')).body)).not.toContain('In use')
    expect((await versionAt(t.db, id, new Date()))?.content.details).toHaveLength(1)
  })

  test('the audit log keeps what was written before and after', async () => {
    const { priceGroupId: id } = await made()
    await ask(
      'PUT',
      `pricegroup/${id}`,
      'admin',
      fixedBody({ name: 'Night', priceDetails: [slot({ priceperKW: 12 })] }),
    )
    type Kept = { name: string; prices: string[] } | null
    const { rows } = await sql<{ action: string; before: Kept; after: Kept; isMoney: boolean }>`
      select action, before, after, is_money from audit_entry where feature = 'PriceGroup' and record_id = ${String(id)} order by id`.execute(
      t.db,
    )
    expect(rows.map(r => [r.action, r.before?.name, r.after?.name, r.after?.prices, r.isMoney])).toEqual([
      ['create', undefined, 'Day', ['All days: at all times ₹16.00 per kWh'], true],
      ['update', 'Day', 'Night', ['All days: at all times ₹12.00 per kWh'], true],
    ])
  })
})
