// Makes the map's own data from Natural Earth (npm world-atlas, public domain) and the shipped places: coasts and borders
// in kit/map-outlines.txt, names in kit/map-names.txt. node tools/outlines.ts
import { readFileSync, writeFileSync } from 'node:fs'

type Point = readonly [lng: number, lat: number]
type Geometry = { type: string; arcs: unknown; properties?: { name: string } }
type Topology = {
  transform: { scale: [number, number]; translate: [number, number] }
  arcs: [number, number][][]
  objects: { countries: { geometries: Geometry[] }; land: { geometries: Geometry[] } }
}
const world: Topology = JSON.parse(readFileSync('node_modules/world-atlas/countries-50m.json', 'utf8'))
const { scale, translate } = world.transform

// South Asia as fine as it comes, the rest of the world in steps of about 5 km.
const isFine = ([lng, lat]: Point) => lng > 60 && lng < 100 && lat > 0 && lat < 40
const arcs: Point[][] = world.arcs.map(arc => {
  let [x, y] = [0, 0]
  const points = arc.map(([dx, dy]): Point => {
    x += dx
    y += dy
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
  })
  let last = points[0] as Point
  return points.filter((p, i) => {
    const far = Math.hypot(p[0] - last[0], p[1] - last[1]) >= (isFine(p) ? 0.01 : 0.05)
    if (i > 0 && i < points.length - 1 && !far) return false
    last = p
    return true
  })
})
const arcOf = (n: number): Point[] => (n < 0 ? [...(arcs[~n] ?? [])].reverse() : (arcs[n] ?? []))
/** Arcs join end to start: the shared point counts once. */
const lineOf = (numbers: readonly number[]): Point[] => numbers.flatMap((n, i) => arcOf(n).slice(i === 0 ? 0 : 1))

/** Hundredths of a degree, each point as the difference from the one before. */
function written(line: readonly Point[]): string {
  let [px, py] = [0, 0]
  return line
    .flatMap(([lng, lat]) => {
      const [x, y] = [Math.round(lng * 100), Math.round(lat * 100)]
      const step = [x - px, y - py]
      ;[px, py] = [x, y]
      return step
    })
    .join(' ')
}

const polygons = ({ type, arcs: a }: Geometry): number[][][] =>
  type === 'Polygon' ? [a as number[][]] : type === 'MultiPolygon' ? (a as number[][][]) : []
const land = world.objects.land.geometries
  .flatMap(polygons)
  .flatMap(rings => rings.map((ring, i) => `${i === 0 ? 'land' : 'hole'} ${written(lineOf(ring))}`))

// A border is an arc of two countries. Where India, Pakistan and China do not agree none is drawn: the data has only the
// line of control, and no map of ours decides that.
const owners = new Map<number, Set<string>>()
for (const g of world.objects.countries.geometries)
  for (const n of polygons(g).flat(2)) {
    const arc = n < 0 ? ~n : n
    owners.set(arc, (owners.get(arc) ?? new Set()).add(g.properties?.name ?? ''))
  }
const DISPUTING = ['India', 'Pakistan', 'China', 'Siachen Glacier']
const isDisputed = (names: readonly string[], [lng, lat]: Point) =>
  names.every(n => DISPUTING.includes(n)) &&
  (names.includes('Siachen Glacier') || (lat > 32 && lng > 72) || (names.includes('China') && names.includes('India')))
const borders = [...owners]
  .filter(([, names]) => names.size > 1)
  .flatMap(([arc, names]) => {
    const line = arcs[arc] ?? []
    const pieces: Point[][] = []
    let piece: Point[] = []
    for (const p of line) {
      if (!isDisputed([...names], p)) piece.push(p)
      else if (piece.length > 0) {
        pieces.push(piece)
        piece = []
      }
    }
    return [...pieces, piece].filter(l => l.length > 1)
  })
  .map(line => `border ${written(line)}`)

// Abroad the large cities, of India every place: the name, hundredths of a degree, thousands of people.
const names = readFileSync('platform/geo/places/places.tsv', 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map(l => l.split('\t'))
  .filter(([country, , , , , , population]) => country === 'IN' || Number(population) >= 300_000)
  .sort((a, b) => Number(b[6]) - Number(a[6]))
  .map(([, , name, , lat, lng, n]) =>
    [Math.round(Number(lng) * 100), Math.round(Number(lat) * 100), Math.round(Number(n) / 1000), name].join(' '),
  )

writeFileSync('kit/map-outlines.txt', `${[...land, ...borders].join('\n')}\n`)
writeFileSync('kit/map-names.txt', `${names.join('\n')}\n`)
console.log(`${land.length} rings, ${borders.length} borders, ${names.length} names`)
