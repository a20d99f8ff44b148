// How chargers are gathered: every charger in one cluster of a level, clusters apart, no other chargers in a box.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Charted,
  chartedOf,
  clusterAt,
  clustersIn,
  cornersOf,
  figuresOf,
  isOnePlace,
  keysIn,
  listPath,
  mapState,
  SQUARE_PX,
  type View,
  withNewStates,
} from './charger-map.rules.ts'

const WORLD = { south: -90, north: 90, west: -180, east: 180 }
const at = (level: number): View => ({ level, ...WORLD })
type Point = { latitude: number | null; longitude: number | null; code: string }
const charted = (points: readonly Point[]): Charted =>
  chartedOf([
    {
      keys: points.map((_, i) => 10 * i + 1),
      latitudes: points.map(p => p.latitude),
      longitudes: points.map(p => p.longitude),
      codes: points.map(p => p.code).join(''),
    },
  ])
const point = fc.record({
  latitude: fc.oneof(
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 9, arbitrary: fc.integer({ min: -8_500_000, max: 8_500_000 }) },
    // In the same town.
    { weight: 9, arbitrary: fc.integer({ min: 1_290_000, max: 1_300_000 }) },
  ),
  longitude: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: -18_000_000, max: 17_999_999 }) },
    { weight: 9, arbitrary: fc.integer({ min: 7_750_000, max: 7_760_000 }) },
  ),
  code: fc.constantFrom('A', 'I', 'M'),
})
const points = fc.array(point, { maxLength: 120 })
const level = fc.integer({ min: 0, max: 19 })

test('every charger with a place is in one cluster, whose box holds its chargers and no other', () => {
  fc.assert(
    fc.property(points, level, (all, level) => {
      const c = charted(all)
      const found = clustersIn(c, at(level))
      const keys = found.flatMap(f => [...keysIn(c.places, f.box)])
      expect(keys.length).toBe(all.filter(p => p.latitude !== null).length)
      expect(new Set(keys).size).toBe(keys.length)
      for (const f of found) {
        const own = [...keysIn(c.places, f.box)]
        expect(own).toHaveLength(f.count)
        expect(own.filter(key => all[(key - 1) / 10]?.code === 'A')).toHaveLength(f.online)
        expect(own.filter(key => all[(key - 1) / 10]?.code === 'M')).toHaveLength(f.maintenance)
        expect(clusterAt(c, f.id)).toEqual(f)
      }
    }),
  )
})

test('marks of clusters of several places keep apart, those of one place stand on it', () => {
  const pixel = (level: number, lng: number, lat: number): [number, number] => {
    const sin = Math.sin((lat * Math.PI) / 180)
    const size = 512 * 2 ** level
    return [(lng / 360 + 0.5) * size, (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * size]
  }
  fc.assert(
    fc.property(points, fc.integer({ min: 0, max: 12 }), (all, level) => {
      const c = charted(all)
      const found = clustersIn(c, at(level))
      for (const f of found.filter(f => isOnePlace(f.box))) {
        const [west, south] = cornersOf(f.box)
        expect(f.lng).toBeCloseTo(west, 6)
        expect(f.lat).toBeCloseTo(south, 6)
      }
      const wide = found.filter(f => !isOnePlace(f.box)).map(f => pixel(level, f.lng, f.lat))
      wide.forEach(([x, y], i) => {
        for (const [ox, oy] of wide.slice(i + 1))
          expect(Math.max(Math.abs(x - ox), Math.abs(y - oy))).toBeGreaterThan(SQUARE_PX * 0.599)
      })
    }),
  )
})

test('a part of the world shows the clusters of the whole world that are there, with all their chargers', () => {
  fc.assert(
    fc.property(points, fc.integer({ min: 0, max: 10 }), (all, level) => {
      const c = charted(all)
      const view = { level, south: 8, north: 20, west: 70, east: 85 }
      const whole = new Map(clustersIn(c, at(level)).map(f => [f.id, f]))
      const seen = clustersIn(c, view)
      for (const f of seen) expect(f).toEqual(whole.get(f.id))
      const inside = [...whole.values()].filter(f => f.lat > 8 && f.lat < 20 && f.lng > 70 && f.lng < 85)
      expect(seen.map(f => f.id)).toEqual(expect.arrayContaining(inside.map(f => f.id)))
    }),
  )
})

test('what is told changes figures and no place; the same object where nothing is new', () => {
  const c = charted([
    { latitude: 1, longitude: 2, code: 'I' },
    { latitude: 1, longitude: 2, code: 'A' },
    { latitude: null, longitude: null, code: 'M' },
  ])
  expect(figuresOf(c)).toEqual({
    count: 3,
    online: 1,
    maintenance: 1,
    placeless: 1,
    around: { south: 1, north: 1, west: 2, east: 2 },
  })
  const up = withNewStates(c, new Map([[1, mapState('charging')]]))
  expect([figuresOf(up.charted).online, up.hasNew, up.charted.places === c.places]).toEqual([2, false, true])
  // The earlier object stays unchanged.
  expect(figuresOf(c).online).toBe(1)
  expect(withNewStates(c, new Map([[11, mapState('online')]])).charted).toBe(c)
  expect(withNewStates(c, new Map([[5, mapState('online')]]))).toEqual({ charted: c, hasNew: true })
})

test.each([
  [{ south: 1_297_159, north: 1_297_160, west: 7_759_456, east: 7_759_456 }, [12.97159, 12.97160999]],
  [{ south: -1_297_161, north: -1_297_161, west: 0, east: 0 }, [-12.97161, -12.97160001]],
])('a filter goes from the first to the last coordinate of its steps', (box, latitudes) => {
  const asked = JSON.parse(new URLSearchParams(listPath('online', box).split('?')[1]).get('filters') ?? '')
  expect(asked.conditions[0]).toMatchObject({ field: 'locationLatitude', operator: 'between', value: latitudes })
  expect(asked.conditions[2]).toMatchObject({ field: 'live_status', operator: 'isAnyOf', value: 'online, charging' })
})

test('no chargers, no clusters', () => {
  expect(clustersIn(chartedOf([]), at(0))).toEqual([])
  expect(figuresOf(chartedOf([]))).toEqual({ count: 0, online: 0, maintenance: 0, placeless: 0, around: null })
  expect(listPath('all')).toBe('/charger')
})
