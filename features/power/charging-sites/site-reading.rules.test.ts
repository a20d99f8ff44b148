// Replies about sites under all the names in use (D-SITE-2).
import { expect, test } from 'vitest'
import { chargerIdsIn, siteOf, siteRowOf, sitesIn } from './site-reading.rules.ts'

const row = {
  zone_id: 7,
  zone_name: 'Yard',
  load_balancing_value: 60,
  load_balancing_unit: 'A' as const,
  is_load_balancing: 1 as const,
  isLoadBalancingReq: 1 as const,
  teamId: 2,
  team_name: 'North',
  chargers: [{ chargepoint_pk: 4, chargepoint_id: 'CP-4' }],
  running_sessions: 0,
}

test.each<[string, object]>([
  ['as the server answers', row],
  ['id and name', { ...row, zone_id: undefined, zone_name: undefined, id: 7, name: 'Yard' }],
  ['zoneId and zoneName', { ...row, zone_id: undefined, zone_name: undefined, zoneId: 7, zoneName: 'Yard' }],
  ['figures as text', { ...row, zone_id: '7', load_balancing_value: '60', is_load_balancing: '1' }],
  ['the other flag alone', { ...row, is_load_balancing: undefined, isLoadBalancingReq: true }],
])('a row of the list: %s', (_what, sent) => {
  expect(siteRowOf(sent)).toEqual(row)
})

test('the list goes by is_load_balancing, also against the other flag', () => {
  expect(siteRowOf({ ...row, is_load_balancing: 0 }).is_load_balancing).toBe(0)
})

test.each<[string, unknown, string[]]>([
  ['ids', ['CP-4', 'CP-5'], ['CP-4', 'CP-5']],
  ['records', [{ chargepoint_id: 'CP-4' }, { chargepointId: 'CP-5' }], ['CP-4', 'CP-5']],
  ['nothing', undefined, []],
  ['what names none', [{}, null, ''], []],
])('chargers: %s', (_what, chargers, ids) => {
  expect(siteOf({ ...row, chargers }).chargers).toEqual(ids)
})

const site = {
  zoneId: 7,
  zoneName: 'Yard',
  isLoadBalancingReq: 1,
  loadBalancingUnit: 'A',
  loadBalancingValue: 60,
  timeZone: null,
  teamId: 2,
  team_name: 'North',
  chargers: ['CP-4'],
}
test.each<[string, object]>([
  ['as the server answers', site],
  ['as a row of the list', row],
  ['with name', { ...site, zoneName: undefined, name: 'Yard' }],
])('one site: %s', (_what, sent) => {
  expect(siteOf(sent)).toEqual(site)
})

test('a value that is none stays none, an unknown unit reads as kW', () => {
  expect(siteOf({ ...site, loadBalancingValue: null, loadBalancingUnit: 'hp' })).toMatchObject({
    loadBalancingValue: null,
    loadBalancingUnit: 'kW',
  })
})

test.each(['data', 'results', 'items', 'chargingSites', 'chargeZones'])('the list under %s', name => {
  expect(sitesIn({ success: true, [name]: [row] })).toEqual([row])
})
test.each([undefined, null, {}, { data: {} }])('no list in %o', reply => {
  expect(sitesIn(reply)).toEqual([])
})

test.each([{ chargerIds: ['A'] }, { data: ['A'] }, { chargerIds: ['A'], data: ['A'] }, { data: ['A', 7, null] }])(
  'ids of chargers in %o',
  reply => {
    expect(chargerIdsIn(reply)).toEqual(['A'])
  },
)
