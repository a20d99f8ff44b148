// The geocoder of the installation: a configured server with Nominatim's API, else the places shipped with the product.
// It never fails: if the geocoder does not answer, the point stays without an address (D-SHELL-7).
import { isCountryCode } from '@wattdesk/base/countries'
import { MOST_PLACES, type Place } from '@wattdesk/base/place'
import { z } from 'zod'
import { bare, findPlaces, placeAt } from './places.ts'

export type Tiles = { url: string; attribution: string | null }
export type Geo = {
  search: (q: string) => Promise<Place[]>
  reverse: (lat: number, lng: number) => Promise<Place>
  /** Where the map's pictures come from; without it the portal draws outlines. */
  tiles: Tiles | undefined
}

/** Works without anything outside. */
export const shippedGeo = (tiles?: Tiles): Geo => ({
  search: async q => findPlaces(q, MOST_PLACES),
  reverse: async (lat, lng) => placeAt(lat, lng),
  tiles,
})

const text = z.coerce.string().trim().catch('')
const Answer = z.object({
  lat: z.coerce.number(),
  lon: z.coerce.number(),
  display_name: text,
  address: z.record(z.string(), text).catch({}),
})

function placeOf({ lat, lon, display_name, address: a }: z.infer<typeof Answer>): Place {
  const first = (...keys: string[]) => keys.map(k => a[k]).find(Boolean) ?? ''
  const country = first('country_code').toUpperCase()
  return {
    lat,
    lng: lon,
    street: first('road', 'pedestrian', 'footway', 'neighbourhood', 'suburb'),
    houseNumber: first('house_number'),
    city: first('city', 'town', 'village', 'municipality', 'county'),
    state: first('state', 'region'),
    zipcode: first('postcode'),
    country: isCountryCode(country) ? country : '',
    label: display_name || `${lat}, ${lon}`,
  }
}

const PATIENCE_MS = 5000
type Options = { tiles?: Tiles | undefined; onError: (error: unknown) => void; patienceMs?: number }

/** The geocoder at `base` (`https://nominatim.example`; its own query, as a key, is kept). */
export function nominatimGeo(base: string, { tiles, onError, patienceMs = PATIENCE_MS }: Options): Geo {
  const ask = async (path: 'search' | 'reverse', query: Record<string, string>): Promise<unknown> => {
    const url = new URL(base)
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`
    for (const [k, v] of Object.entries({ format: 'jsonv2', addressdetails: '1', ...query })) url.searchParams.set(k, v)
    const reply = await fetch(url, {
      signal: AbortSignal.timeout(patienceMs),
      headers: { accept: 'application/json', 'accept-language': 'en', 'user-agent': 'Wattdesk' },
    })
    if (!reply.ok) throw new Error(`The geocoder answered ${reply.status}`)
    return reply.json()
  }
  return {
    search: async q => {
      try {
        const found = z.array(Answer).parse(await ask('search', { q, limit: String(MOST_PLACES) }))
        return found.slice(0, MOST_PLACES).map(placeOf)
      } catch (error) {
        onError(error)
        return findPlaces(q, MOST_PLACES)
      }
    },
    reverse: async (lat, lng) => {
      try {
        const answer = await ask('reverse', { lat: String(lat), lon: String(lng), zoom: '18' })
        // A point at sea is answered with an error text instead of a place.
        if (z.object({ error: z.unknown() }).safeParse(answer).data?.error) return bare(lat, lng)
        // The address may be that of the next services; the point stays where it was set.
        return { ...placeOf(Answer.parse(answer)), lat, lng }
      } catch (error) {
        onError(error)
        return bare(lat, lng)
      }
    },
    tiles,
  }
}
