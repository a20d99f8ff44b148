// How chargers are gathered on the map: by the squares of a grid, each of which falls into four at the next level. So a
// cluster is all chargers between two latitudes and two longitudes, by which the list can be filtered, and a change of
// a status moves no cluster.
import type { Condition } from '@wattdesk/base/filters'
import { chargersPath, inStates } from '#fleet/chargers/chargers-path.rules.ts'
import type { LiveStatus } from '#fleet/stations/station.rules.ts'
import type { ChargerPlaces } from './charger-map.contract.ts'

/** Steps of a degree: coordinates are whole steps, rounded down. */
const STEPS = 100_000
/** The width of a level's square in pixels at that zoom; the world is 512 times 2 to the zoom wide. */
export const SQUARE_PX = 64
const SQUARES = 512 / SQUARE_PX
/**
 * The mark of a cluster keeps half its width from the edges of its square, as a part of the square, so no two overlap.
 */
const insetOf = (count: number): number => (count < 100 ? 0.3 : count < 1000 ? 0.33 : 0.36)

/**
 * The nth of each is the nth charger's, by rising keys. `x` and `y` are of the Mercator square, 0 to 1; NaN: no place.
 */
export type Places = {
  keys: Int32Array
  latitudes: Int32Array
  longitudes: Int32Array
  x: Float64Array
  y: Float64Array
}
/** Chargers with their places, which seldom change, and their states, which often do. */
export type Charted = { places: Places; states: Uint8Array }
/** By the live status, as the cards and the live panel count: online or charging is online (D-DASH-1). */
const OFFLINE = 0
const ONLINE = 1
const MAINTENANCE = 2
export const mapState = (live: LiveStatus): number =>
  live === 'online' || live === 'charging' ? ONLINE : live === 'maintenance' ? MAINTENANCE : OFFLINE
const OF_CODE: Readonly<Record<string, number>> = { A: ONLINE, M: MAINTENANCE }

/** The northern end of the Mercator square. */
const MOST_NORTH = 85.0511
const xOf = (degrees: number): number => degrees / 360 + 0.5
function yOf(degrees: number): number {
  const sin = Math.sin((Math.max(-MOST_NORTH, Math.min(MOST_NORTH, degrees)) * Math.PI) / 180)
  return 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)
}
const degreesOfX = (x: number): number => (x - 0.5) * 360
const degreesOfY = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI
/** The middle of a step, in degrees. */
const middle = (step: number): number => (step + 0.5) / STEPS

/** Returns the portions of a reply as one. */
export function chartedOf(portions: readonly ChargerPlaces[]): Charted {
  const size = portions.reduce((n, p) => n + p.keys.length, 0)
  const places: Places = {
    keys: new Int32Array(size),
    latitudes: new Int32Array(size),
    longitudes: new Int32Array(size),
    x: new Float64Array(size).fill(Number.NaN),
    y: new Float64Array(size).fill(Number.NaN),
  }
  const states = new Uint8Array(size)
  let i = 0
  for (const { keys, latitudes, longitudes, codes } of portions)
    for (let n = 0; n < keys.length; n++, i++) {
      places.keys[i] = keys[n] ?? 0
      states[i] = OF_CODE[codes[n] ?? ''] ?? OFFLINE
      const [latitude, longitude] = [latitudes[n] ?? null, longitudes[n] ?? null]
      if (latitude === null || longitude === null) continue
      places.latitudes[i] = latitude
      places.longitudes[i] = longitude
      places.x[i] = xOf(middle(longitude))
      places.y[i] = yOf(middle(latitude))
    }
  return { places, states }
}

/** Returns the index of a key among rising keys; -1 where it is missing. */
function indexOf(keys: Int32Array, key: number): number {
  let [low, high] = [0, keys.length - 1]
  while (low <= high) {
    const mid = (low + high) >> 1
    const found = keys[mid] ?? 0
    if (found === key) return mid
    if (found < key) low = mid + 1
    else high = mid - 1
  }
  return -1
}

/**
 * Returns the chargers with the new states of some of them, the same object where nothing changed. `hasNew`: a charger
 * among `told` is not on the map.
 */
export function withNewStates(
  charted: Charted,
  told: ReadonlyMap<number, number>,
): { charted: Charted; hasNew: boolean } {
  let states: Uint8Array | undefined
  let hasNew = false
  for (const [key, state] of told) {
    const i = indexOf(charted.places.keys, key)
    hasNew ||= i < 0
    if (i < 0 || charted.states[i] === state) continue
    states ??= charted.states.slice()
    states[i] = state
  }
  return { charted: states ? { ...charted, states } : charted, hasNew }
}

/** Between two latitudes and two longitudes, in steps, the ends included. */
export type Box = { south: number; north: number; west: number; east: number }
/** A charger neither online nor in maintenance is offline. */
export type Figures = { count: number; online: number; maintenance: number }
const is = (state: number | undefined, wanted: number): number => (state === wanted ? 1 : 0)
export type Cluster = Figures & {
  id: string
  box: Box
  /** Where the mark of the cluster stands, in degrees. */
  lng: number
  lat: number
}
/** The visible part of the map, in degrees, at a whole level of zoom. */
export type View = { level: number; south: number; north: number; west: number; east: number }

type Gathering = Figures & { box: Box; column: number; row: number; sumX: number; sumY: number }
const grown = (b: Box, latitude: number, longitude: number): Box => ({
  south: Math.min(b.south, latitude),
  north: Math.max(b.north, latitude),
  west: Math.min(b.west, longitude),
  east: Math.max(b.east, longitude),
})
export const isOnePlace = ({ south, north, west, east }: Box): boolean => south === north && west === east

const squaresOf = (level: number): number => SQUARES * 2 ** level
/** Returns the column or row of a coordinate among so many squares; NaN without a place. */
const squareOf = (at: number, squares: number): number => Math.max(0, Math.min(squares - 1, Math.floor(at * squares)))

/** Returns the clusters of all squares in sight, row by row from the north; a cluster may be a single charger. */
export function clustersIn(charted: Charted, { level, ...view }: View): Cluster[] {
  const squares = squaresOf(level)
  return gathered(charted, level, {
    left: squareOf(xOf(view.west), squares),
    right: squareOf(xOf(view.east), squares),
    top: squareOf(yOf(view.north), squares),
    bottom: squareOf(yOf(view.south), squares),
  })
}
/** Returns the present cluster of an id; undefined where no charger stands there any more. */
export function clusterAt(charted: Charted, id: string): Cluster | undefined {
  const [level = 0, column = 0, row = 0] = id.split('/').map(Number)
  return gathered(charted, level, { left: column, right: column, top: row, bottom: row })[0]
}

type Squares = { left: number; right: number; top: number; bottom: number }
function gathered({ places, states }: Charted, level: number, { left, right, top, bottom }: Squares): Cluster[] {
  const squares = squaresOf(level)
  const found = new Map<number, Gathering>()
  for (let i = 0; i < places.keys.length; i++) {
    const [x = Number.NaN, y = Number.NaN] = [places.x[i], places.y[i]]
    const [column, row] = [squareOf(x, squares), squareOf(y, squares)]
    // A charger without a place is in no square: NaN is neither less nor more.
    if (!(column >= left && column <= right && row >= top && row <= bottom)) continue
    const [latitude = 0, longitude = 0] = [places.latitudes[i], places.longitudes[i]]
    const id = row * squares + column
    const g = found.get(id)
    if (!g) {
      const box = { south: latitude, north: latitude, west: longitude, east: longitude }
      const of = { online: is(states[i], ONLINE), maintenance: is(states[i], MAINTENANCE) }
      found.set(id, { count: 1, ...of, box, column, row, sumX: x, sumY: y })
      continue
    }
    g.count++
    g.online += is(states[i], ONLINE)
    g.maintenance += is(states[i], MAINTENANCE)
    g.sumX += x
    g.sumY += y
    if (latitude < g.box.south || latitude > g.box.north || longitude < g.box.west || longitude > g.box.east)
      g.box = grown(g.box, latitude, longitude)
  }
  return [...found.entries()].sort(([a], [b]) => a - b).map(([, g]) => clusterOf(g, level))
}

function clusterOf({ count, online, maintenance, box, column, row, sumX, sumY }: Gathering, level: number): Cluster {
  const squares = squaresOf(level)
  // The mark of a single place stands there; the mean of several is moved away from the edge of the square.
  const inset = insetOf(count)
  const inside = (sum: number, n: number) =>
    isOnePlace(box) ? sum / count : Math.max(n + inset, Math.min(n + 1 - inset, (sum / count) * squares)) / squares
  return {
    id: `${level}/${column}/${row}`,
    count,
    online,
    maintenance,
    box,
    lng: degreesOfX(inside(sumX, column)),
    lat: degreesOfY(inside(sumY, row)),
  }
}

/** Returns the keys of the chargers in a box, or of all with a place. */
export const keysIn = ({ keys, latitudes, longitudes, x }: Places, box?: Box): Int32Array =>
  keys.filter((_, i) => {
    const [latitude = 0, longitude = 0] = [latitudes[i], longitudes[i]]
    if (Number.isNaN(x[i])) return false
    return !box || (latitude >= box.south && latitude <= box.north && longitude >= box.west && longitude <= box.east)
  })

/**
 * Returns the counts of the panel: all chargers, those online and in maintenance, those without a place; and the box
 * around the others, null where there are none.
 */
export function figuresOf({ places, states }: Charted): Figures & { placeless: number; around: Box | null } {
  let around: Box | null = null
  let [up, out, placeless] = [0, 0, 0]
  for (let i = 0; i < places.keys.length; i++) {
    up += is(states[i], ONLINE)
    out += is(states[i], MAINTENANCE)
    const [latitude = 0, longitude = 0] = [places.latitudes[i], places.longitudes[i]]
    if (Number.isNaN(places.x[i])) placeless++
    else if (!around) around = { south: latitude, north: latitude, west: longitude, east: longitude }
    else if (latitude < around.south || latitude > around.north || longitude < around.west || longitude > around.east)
      around = grown(around, latitude, longitude)
  }
  return { count: places.keys.length, online: up, maintenance: out, placeless, around }
}

/** Returns west, south, east and north of a box, in degrees. */
export const cornersOf = (b: Box): [number, number, number, number] => [
  middle(b.west),
  middle(b.south),
  middle(b.east),
  middle(b.north),
]

/** From the lowest to the highest coordinate between two steps: eight decimals are stored, rounded down to five. */
const between = (field: string, low: number, high: number): Condition => ({
  field,
  operator: 'between',
  valueType: 'number',
  value: [low / STEPS, (high * 1000 + 999) / (STEPS * 1000)],
})
export type MapFilter = 'all' | 'online' | 'maintenance' | 'offline'
const CONDITIONS: Record<MapFilter, readonly Condition[]> = {
  all: [],
  online: [inStates('online', 'charging')],
  maintenance: [inStates('maintenance')],
  offline: [inStates('offline')],
}
/** The list of chargers of a cluster, or of all, all of them or those of one state. */
export const listPath = (of: MapFilter, box?: Box): string =>
  chargersPath([
    ...(box
      ? [between('locationLatitude', box.south, box.north), between('locationLongitude', box.west, box.east)]
      : []),
    ...CONDITIONS[of],
  ])
/** The list of chargers without a place. */
export const placelessPath = chargersPath([{ field: 'locationLatitude', operator: 'isEmpty' }])
