// The places that ship with the product (platform/geo/places/): found by name, the best match and then the largest first, and
// the one a point lies in.
import { readFileSync } from 'node:fs'
import { countryName } from '@wattdesk/base/countries'
import type { Place } from '@wattdesk/base/place'

type Known = {
  name: string
  state: string
  country: string
  lat: number
  lng: number
  population: number
  /** Name and former name as they are compared. */
  names: readonly string[]
  /** All that a word of a search may stand in. */
  text: string
}
/** A point this far from every place is in none. */
const FARTHEST_KM = 30
const KM_PER_DEGREE = 111.2

/** As names are compared: small letters without marks. */
const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

let read: readonly Known[] | undefined
/** Read when first asked for: 0.5 MB, 11,000 places. */
function places(): readonly Known[] {
  read ??= readFileSync(new URL('./places/places.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map(line => {
      const [country = '', state = '', name = '', former = '', lat, lng, population] = line.split('\t')
      const names = [name, former].filter(Boolean).map(folded)
      const text = [...names, folded(state), folded(countryName(country))].join(' ')
      return { name, state, country, lat: Number(lat), lng: Number(lng), population: Number(population), names, text }
    })
  return read
}

const nothing = { street: '', houseNumber: '', city: '', state: '', zipcode: '', country: '' }
/** A point of which only the point is known. */
export const bare = (lat: number, lng: number): Place => ({ lat, lng, ...nothing, label: `${lat}, ${lng}` })

const placeOf = ({ name, state, country }: Known, lat: number, lng: number): Place => ({
  ...bare(lat, lng),
  city: name,
  state,
  country,
  label: [name, state === name ? '' : state, countryName(country)].filter(Boolean).join(', '),
})

/** 0: the name itself, 1: it begins so, 2: one of its words does, 3: elsewhere. */
const rank = (names: readonly string[], whole: string, first: string): number => {
  if (names.includes(whole)) return 0
  if (names.some(n => n.startsWith(first))) return 1
  return names.some(n => n.includes(` ${first}`)) ? 2 : 3
}

/** 'lat, lng' as somebody pastes it. */
function pointOf(q: string): Place | undefined {
  const [, lat, lng] = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,; ]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(q)?.map(Number) ?? []
  if (lat === undefined || lng === undefined || Math.abs(lat) > 90 || Math.abs(lng) > 180) return undefined
  return bare(lat, lng)
}

/** Places that hold every word of `q`, at most `most`. */
export function findPlaces(q: string, most: number): Place[] {
  const point = pointOf(q)
  if (point) return [point]
  const words = folded(q)
    .split(/[\s,]+/)
    .filter(Boolean)
  const [first] = words
  if (!first) return []
  const whole = folded(q.split(',')[0] ?? '').trim()
  return places()
    .filter(p => words.every(w => p.text.includes(w)) && p.names.some(n => n.includes(first)))
    .map(p => ({ p, rank: rank(p.names, whole, first) }))
    .sort((a, b) => a.rank - b.rank || b.p.population - a.p.population || a.p.name.localeCompare(b.p.name, 'en'))
    .slice(0, most)
    .map(({ p }) => placeOf(p, p.lat, p.lng))
}

/** How far a place reaches: 5 km for a million people, at least 1. */
const reachKm = (population: number): number => Math.max(1, 5 * Math.sqrt(population / 1e6))

/** The place whose reach the point lies in most, within 30 km; else the point alone. */
export function placeAt(lat: number, lng: number): Place {
  const narrowing = Math.cos((lat * Math.PI) / 180)
  let best: { place: Known; score: number } | undefined
  for (const place of places()) {
    const dLat = place.lat - lat
    if (Math.abs(dLat) * KM_PER_DEGREE > FARTHEST_KM) continue
    // Across the date line the short way counts.
    const turn = Math.abs(place.lng - lng)
    const dLng = Math.min(turn, 360 - turn) * narrowing
    const km = Math.hypot(dLat, dLng) * KM_PER_DEGREE
    const score = km / reachKm(place.population)
    if (km <= FARTHEST_KM && (!best || score < best.score)) best = { place, score }
  }
  return best ? placeOf(best.place, lat, lng) : bare(lat, lng)
}
