// Address search and look-up for every signed-in user: from the places that ship with the product, and from a
// configured geocoder, which may fail without breaking a form.
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stateCode } from '@wattdesk/base/states'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nominatimGeo, shippedGeo } from '#platform/geo/geo.ts'
import { startApp, type TestApp } from '#testing/app.ts'

let t: TestApp
let headers: { authorization: string }
beforeAll(async () => {
  t = await startApp()
  headers = await t.as('nobody')
})
afterAll(() => t.close())
const get = async (path: string) => t.app.inject({ url: `/cms/v1/geo/${path}`, headers })

test('only for whoever is signed in', async () => {
  for (const path of ['search?q=pune', 'reverse?lat=1&lng=1', 'map'])
    expect((await t.app.inject(`/cms/v1/geo/${path}`)).statusCode, path).toBe(401)
})

test('a place is found by the beginning of its name, the largest first, at most five', async () => {
  const { data } = (await get('search?q=pun')).json()
  expect(data).toHaveLength(5)
  expect(data[0]).toEqual({
    lat: 18.5196,
    lng: 73.8554,
    street: '',
    houseNumber: '',
    city: 'Pune',
    state: 'Maharashtra',
    zipcode: '',
    country: 'IN',
    label: 'Pune, Maharashtra, India',
  })
})

test.each([
  ['bangalore', 'Bengaluru'],
  ['MYSORE', 'Mysuru'],
  ['salem, tamil nadu', 'Salem'],
  ['salem united states', 'Salem'],
  ['são paulo', 'São Paulo'],
  ['sao paulo', 'São Paulo'],
  ['gandhinagar gujarat', 'Gandhinagar'],
])('"%s" finds %s', async (q, city) => {
  const { data } = (await get(`search?q=${encodeURIComponent(q)}`)).json()
  expect(data[0].city).toBe(city)
})

test('pasted coordinates are the point itself; what nobody knows is an empty list', async () => {
  const { data } = (await get('search?q=18.5,%2073.8')).json()
  expect(data).toEqual([expect.objectContaining({ lat: 18.5, lng: 73.8, city: '', label: '18.5, 73.8' })])
  expect((await get('search?q=zzqqxx')).json().data).toEqual([])
})

test('a point lies in its city, in the town beside a city in the town, at sea nowhere', async () => {
  const at = async (lat: number, lng: number) => (await get(`reverse?lat=${lat}&lng=${lng}`)).json().data
  expect(await at(18.53, 73.86)).toMatchObject({
    lat: 18.53,
    lng: 73.86,
    city: 'Pune',
    state: 'Maharashtra',
    country: 'IN',
  })
  expect(await at(19.19, 72.97)).toMatchObject({ city: 'Thane' })
  expect(await at(-16.5, -179.99)).toMatchObject({ city: '', label: '-16.5, -179.99' })
  expect(await at(5, 85)).toEqual({
    lat: 5,
    lng: 85,
    street: '',
    houseNumber: '',
    city: '',
    state: '',
    zipcode: '',
    country: '',
    label: '5, 85',
  })
})

test('an empty search and a point off the globe are refused with a text beside the field', async () => {
  const empty = await get('search?q=%20')
  expect([empty.statusCode, empty.json().errors]).toEqual([422, { q: 'Search is required' }])
  const off = await get('reverse?lat=91&lng=abc')
  expect([off.statusCode, off.json().errors]).toEqual([
    422,
    { lat: 'Latitude should be between -90 and 90', lng: 'Longitude must be a number' },
  ])
})

test('without a tile source the map draws itself and pages may fetch only from here; with one, from it too', async () => {
  expect((await get('map')).json().data).toEqual({ tilesUrl: null, attribution: null })
  const connect = (r: { headers: Record<string, unknown> }) =>
    /connect-src ([^;]*)/.exec(String(r.headers['content-security-policy']))?.[1]
  expect(connect(await get('map'))).toBe("'self' data:")
  const tiles = { url: 'https://tiles.example/{z}/{x}/{y}.png', attribution: 'Tiles Example' }
  const other = await startApp({ geo: shippedGeo(tiles) })
  const r = await other.app.inject({ url: '/cms/v1/geo/map', headers: await other.as('nobody') })
  expect(r.json().data).toEqual({ tilesUrl: tiles.url, attribution: 'Tiles Example' })
  expect(connect(r)).toBe("'self' data: https://tiles.example")
  await other.close()
})

/** A geocoder in Nominatim's language, until the end of `use`. */
async function withGeocoder(
  answer: (url: URL) => [status: number, body: unknown] | 'silence',
  use: (base: string) => Promise<void>,
) {
  const server: Server = createServer((request, reply) => {
    const said = answer(new URL(request.url ?? '', 'http://geocoder'))
    if (said === 'silence') return
    reply.writeHead(said[0], { 'content-type': 'application/json' }).end(JSON.stringify(said[1]))
  })
  await new Promise<void>(ok => server.listen(0, '127.0.0.1', ok))
  await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/geo?key=k1`)
  server.closeAllConnections()
  await new Promise(ok => server.close(ok))
}

const address = {
  house_number: '12',
  road: 'MG Road',
  town: 'Pune',
  state: 'Maharashtra',
  postcode: '411001',
  country_code: 'in',
}

test('a configured geocoder answers streets; its own query is kept; the point stays where it was set', async () => {
  const asked: URL[] = []
  await withGeocoder(
    url => {
      asked.push(url)
      const place = { lat: '18.52', lon: '73.85', display_name: '12, MG Road, Pune', address }
      return [200, url.pathname.endsWith('/search') ? [place] : place]
    },
    async base => {
      const geo = nominatimGeo(base, { onError: e => expect(e).toBeUndefined() })
      const expected = {
        lat: 18.52,
        lng: 73.85,
        street: 'MG Road',
        houseNumber: '12',
        city: 'Pune',
        state: 'Maharashtra',
        zipcode: '411001',
        country: 'IN',
        label: '12, MG Road, Pune',
      }
      expect(await geo.search('mg road')).toEqual([expected])
      expect(await geo.reverse(18.5201, 73.8502)).toEqual({ ...expected, lat: 18.5201, lng: 73.8502 })
    },
  )
  expect(
    asked.map(u => [u.pathname, u.searchParams.get('key'), u.searchParams.get('q') ?? u.searchParams.get('lat')]),
  ).toEqual([
    ['/geo/search', 'k1', 'mg road'],
    ['/geo/reverse', 'k1', '18.5201'],
  ])
})

test.each([
  ['an error', (): [number, unknown] => [503, {}]],
  ['nonsense', (): [number, unknown] => [200, 'not a place']],
  ['silence', () => 'silence' as const],
])(
  'a geocoder that answers %s leaves the point without an address, and search with the shipped places',
  async (_, answer) => {
    const errors: unknown[] = []
    await withGeocoder(answer, async base => {
      const geo = nominatimGeo(base, { onError: e => errors.push(e), patienceMs: 200 })
      expect(await geo.reverse(18.52, 73.85)).toMatchObject({ lat: 18.52, lng: 73.85, street: '', city: '' })
      expect((await geo.search('pune'))[0]?.city).toBe('Pune')
    })
    expect(errors).toHaveLength(2)
  },
)

test('a point that the geocoder has no address for is the point alone, and no failure', async () => {
  const errors: unknown[] = []
  await withGeocoder(
    () => [200, { error: 'Unable to geocode' }],
    async base => {
      const geo = nominatimGeo(base, { onError: e => errors.push(e) })
      expect(await geo.reverse(5, 85)).toMatchObject({ city: '', label: '5, 85' })
    },
  )
  expect(errors).toEqual([])
})

test('a place of India that ships with the product stands in a state that a form takes', () => {
  const rows = readFileSync(new URL('../../../platform/geo/places/places.tsv', import.meta.url), 'utf8').split('\n')
  const states = new Set(
    rows.map(r => r.split('\t')).flatMap(([country, state]) => (country === 'IN' ? [state ?? ''] : [])),
  )
  expect(states.size).toBeGreaterThan(30)
  expect([...states].filter(s => stateCode(s) === undefined)).toEqual([])
})
