// Coasts, borders and names that ship with the product (tools/outlines.ts), read into what the map draws.
import type { Feature, FeatureCollection, Position } from 'geojson'
import namesUrl from './map-names.txt?url'
import outlinesUrl from './map-outlines.txt?url'

const collection = (features: Feature[]): FeatureCollection => ({ type: 'FeatureCollection', features })
const lines = async (url: string): Promise<string[]> => {
  const reply = await fetch(url)
  if (!reply.ok) throw new Error(`HTTP error! Status: ${reply.status}`)
  return (await reply.text()).trimEnd().split('\n')
}

/** Hundredths of a degree, each point as the difference from the one before. */
function positions(text: string): Position[] {
  const steps = text.split(' ').map(Number)
  let [x, y] = [0, 0]
  const found: Position[] = []
  for (let i = 0; i + 1 < steps.length; i += 2) {
    x += steps[i] ?? 0
    y += steps[i + 1] ?? 0
    found.push([x / 100, y / 100])
  }
  return found
}

/** 'land', 'hole' and 'border' lines as polygons with their holes and one line each. */
export function outlinesOf(text: readonly string[]): FeatureCollection {
  const polygons: Position[][][] = []
  const borders: Position[][] = []
  for (const line of text) {
    const [kind = '', ...rest] = line.split(/ (.*)/s)
    const shape = positions(rest[0] ?? '')
    if (kind === 'land') polygons.push([shape])
    else if (kind === 'hole') polygons.at(-1)?.push(shape)
    else borders.push(shape)
  }
  return collection([
    { type: 'Feature', properties: { kind: 'land' }, geometry: { type: 'MultiPolygon', coordinates: polygons } },
    { type: 'Feature', properties: { kind: 'border' }, geometry: { type: 'MultiLineString', coordinates: borders } },
  ])
}

/** Names with their size in thousands, largest first. */
export const namesOf = (text: readonly string[]): FeatureCollection =>
  collection(
    text.map(line => {
      const [lng, lat, thousands, ...name] = line.split(' ')
      return {
        type: 'Feature',
        properties: { name: name.join(' '), thousands: Number(thousands) },
        geometry: { type: 'Point', coordinates: [Number(lng) / 100, Number(lat) / 100] },
      }
    }),
  )

export const readOutlines = async (): Promise<FeatureCollection> => outlinesOf(await lines(outlinesUrl))
export const readNames = async (): Promise<FeatureCollection> => namesOf(await lines(namesUrl))
