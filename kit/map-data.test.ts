// The map's own data as it ships, and how it is read.
import type { MultiLineString, MultiPolygon, Point, Position } from 'geojson'
import { expect, test } from 'vitest'
import { MAP_HEIGHT } from '#office/geo/point-map.parts.tsx'
import { namesOf, outlinesOf } from './map-data.ts'
import namesText from './map-names.txt?raw'
import outlinesText from './map-outlines.txt?raw'
import { mapStyle, nearestZoom, OWN_ATTRIBUTION, PICKED_ZOOM, START } from './map-style.ts'

const [land, border] = outlinesOf(outlinesText.trimEnd().split('\n')).features.map(f => f.geometry) as [
  MultiPolygon,
  MultiLineString,
]
const names = namesOf(namesText.trimEnd().split('\n'))

const isIn = ([x = 0, y = 0]: Position, ring: Position[]): boolean =>
  ring.reduce((inside, [ax = 0, ay = 0], i) => {
    const [bx = 0, by = 0] = ring.at(i - 1) ?? []
    return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax ? !inside : inside
  }, false)
const isLand = (p: Position) =>
  land.coordinates.some(([outer = [], ...holes]) => isIn(p, outer) && !holes.some(h => isIn(p, h)))

test('lines of differences become rings with their holes, borders and names', () => {
  const read = outlinesOf(['land 0 0 100 0 0 100 -100 -100', 'hole 10 10 5 0 0 5 -5 -5', 'border 7300 2000 50 -100'])
  expect(read.features.map(f => f.geometry)).toEqual([
    {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 0],
          ],
          [
            [0.1, 0.1],
            [0.15, 0.1],
            [0.15, 0.15],
            [0.1, 0.1],
          ],
        ],
      ],
    },
    {
      type: 'MultiLineString',
      coordinates: [
        [
          [73, 20],
          [73.5, 19],
        ],
      ],
    },
  ])
  expect(namesOf(['7386 1852 2936 Pune City']).features[0]).toMatchObject({
    properties: { name: 'Pune City', thousands: 2936 },
    geometry: { coordinates: [73.86, 18.52] },
  })
})

test('the shipped coasts lie on the globe, with Nagpur on land and the sea around India wet', () => {
  const all = [...land.coordinates.flat(2), ...border.coordinates.flat()]
  expect(all.length).toBeGreaterThan(10_000)
  expect(all.every(([x = 999, y = 999]) => Math.abs(x) <= 180.01 && Math.abs(y) <= 90.01)).toBe(true)
  expect(isLand([79.08, 21.15])).toBe(true)
  expect(isLand([85, 10])).toBe(false)
  expect(isLand([68, 15])).toBe(false)
})

test('no border is drawn where the neighbours of India do not agree on it', () => {
  const inKashmir = border.coordinates.flat().filter(([x = 0, y = 0]) => x > 74.5 && x < 79 && y > 32.6 && y < 36.5)
  expect(inKashmir).toEqual([])
  const inArunachal = border.coordinates.flat().filter(([x = 0, y = 0]) => x > 92.5 && x < 96 && y > 27.8 && y < 29.5)
  expect(inArunachal).toEqual([])
  // Where they agree, it is.
  expect(border.coordinates.flat().some(([x = 0, y = 0]) => x > 69.5 && x < 71 && y > 25 && y < 28)).toBe(true)
})

test('names are sorted by size, each on the globe', () => {
  const sizes = names.features.map(f => f.properties?.thousands as number)
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
  expect(names.features.every(f => Math.abs((f.geometry as Point).coordinates[1] ?? 999) < 90)).toBe(true)
})

test('the figures of S-MAP, and pictures over our own drawing only where a source is configured', () => {
  expect([START.center, START.zoom, PICKED_ZOOM, MAP_HEIGHT]).toEqual([{ lat: 20.5937, lng: 78.9629 }, 4, 13, 400])
  // With pictures down to the street, without them as near as the outlines are true.
  expect([nearestZoom(true), nearestZoom(false)]).toEqual([19, 9])
  const own = { outlines: undefined, names: undefined }
  const plain = mapStyle('light', { tilesUrl: null, attribution: null }, own)
  expect(Object.keys(plain.sources)).toEqual(['outlines', 'names'])
  const tiled = mapStyle('dark', { tilesUrl: 'https://t.example/{z}/{x}/{y}.png', attribution: null }, own)
  expect(tiled.sources.tiles).toMatchObject({ tiles: ['https://t.example/{z}/{x}/{y}.png'] })
  expect(tiled.layers.map(l => l.id)).toEqual(['sea', 'land', 'border', 'names', 'tiles'])
  expect(OWN_ATTRIBUTION).toBe('Natural Earth, GeoNames')
})
