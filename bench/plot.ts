// A plot as an SVG file that stands by itself: lines over a logarithmic or linear axis, units at both, limits drawn beside, readable
// on light and on dark ground. Scales and paths are d3's.
import { scaleLinear, scaleLog } from 'd3-scale'
import { line } from 'd3-shape'
import { figure } from './table.ts'

type Point = readonly [x: number, y: number]
type Series = {
  name: string
  points: readonly Point[]
  /** What the machine does without our code, or what is aimed at: a broken line. */
  isLimit?: boolean
}
export type Plot = {
  title: string
  x: { label: string; isLog?: boolean; ticks: readonly number[] }
  y: { label: string; isLog?: boolean }
  series: readonly Series[]
}

const WIDTH = 640
const HEIGHT = 340
const SIDES = { top: 44, right: 24, bottom: 96, left: 72 }
const LEGEND_WIDTH = 190
const LEGEND_COLUMNS = 3
/** Told apart by colour-blind readers too, on both grounds (Okabe and Ito, the lighter ones darkened). */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#b5629a', '#8f7a00', '#3f8fc4']
const STYLE = `
  svg { font: 12px system-ui, sans-serif; background: #fff }
  text { fill: #333 } .title { font-size: 14px; font-weight: 600 } .grid { stroke: #ddd } .axis { stroke: #888 }
  @media (prefers-color-scheme: dark) {
    svg { background: #16191d } text { fill: #d8dce0 } .grid { stroke: #343a41 } .axis { stroke: #808890 }
    .series { filter: brightness(1.45) }
  }`

const escaped = (text: string): string => text.replace(/[&<>]/g, c => `&#${c.charCodeAt(0)};`)

/** 0 when linear; a power of ten below the least value when logarithmic. */
function domainOf(values: readonly number[], isLog: boolean): [number, number] {
  const most = Math.max(...values)
  if (!isLog) return [0, most * 1.08]
  return [10 ** Math.floor(Math.log10(Math.min(...values))), 10 ** Math.ceil(Math.log10(most))]
}

function scaleOf(isLog: boolean, domain: [number, number], range: [number, number]) {
  return isLog ? scaleLog(domain, range) : scaleLinear(domain, range)
}

/** Throws where there is nothing to plot. */
export function plotSvg({ title, x, y, series }: Plot): string {
  const points = series.flatMap(s => s.points)
  if (points.length === 0) throw new RangeError(`${title}: no points`)
  const bottom = HEIGHT - SIDES.bottom
  const right = WIDTH - SIDES.right
  const room = 24
  const across = scaleOf(
    x.isLog ?? false,
    [Math.min(...x.ticks), Math.max(...x.ticks)],
    [SIDES.left + room, right - room],
  )
  const up = scaleOf(
    y.isLog ?? false,
    domainOf(
      points.map(p => p[1]),
      y.isLog ?? false,
    ),
    [bottom, SIDES.top],
  )
  const heights = y.isLog
    ? up.ticks().filter(t => Number.isInteger(Math.round(Math.log10(t) * 1e6) / 1e6))
    : up.ticks(6)
  const path = line<Point>(
    p => across(p[0]),
    p => up(p[1]),
  )
  const horizontal = heights.map(
    t =>
      `<line class="grid" x1="${SIDES.left}" x2="${right}" y1="${up(t)}" y2="${up(t)}"/><text x="${SIDES.left - 8}" y="${up(t) + 4}" text-anchor="end">${figure(t)}</text>`,
  )
  const vertical = x.ticks.map(
    t =>
      `<line class="axis" x1="${across(t)}" x2="${across(t)}" y1="${bottom}" y2="${bottom + 5}"/><text x="${across(t)}" y="${bottom + 19}" text-anchor="middle">${figure(t)}</text>`,
  )
  const drawn = series.map((s, n) => {
    const colour = COLOURS[n % COLOURS.length]
    const dash = s.isLimit ? ' stroke-dasharray="6 4"' : ''
    const dots = s.points.map(
      p =>
        `<circle cx="${across(p[0])}" cy="${up(p[1])}" r="3" fill="${colour}"><title>${escaped(s.name)}: ${figure(p[1])} at ${figure(p[0])}</title></circle>`,
    )
    return `<g class="series"><path d="${path(s.points) ?? ''}" fill="none" stroke="${colour}" stroke-width="2"${dash}/>${dots.join('')}</g>`
  })
  const legend = series.map((s, n) => {
    const left = SIDES.left + (n % LEGEND_COLUMNS) * LEGEND_WIDTH
    const top = HEIGHT - 38 + Math.floor(n / LEGEND_COLUMNS) * 18
    const dash = s.isLimit ? ' stroke-dasharray="6 4"' : ''
    return `<g><line class="series" x1="${left}" x2="${left + 22}" y1="${top}" y2="${top}" stroke="${COLOURS[n % COLOURS.length]}" stroke-width="2"${dash}/><text x="${left + 28}" y="${top + 4}">${escaped(s.name)}</text></g>`
  })
  const middle = (SIDES.top + bottom) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${escaped(title)}">
<style>${STYLE}
</style>
<text class="title" x="${SIDES.left}" y="24">${escaped(title)}</text>
${[...horizontal, ...vertical].join('\n')}
<line class="axis" x1="${SIDES.left}" x2="${right}" y1="${bottom}" y2="${bottom}"/>
<text x="${(SIDES.left + right) / 2}" y="${bottom + 40}" text-anchor="middle">${escaped(x.label)}</text>
<text x="18" y="${middle}" text-anchor="middle" transform="rotate(-90 18 ${middle})">${escaped(y.label)}</text>
${drawn.join('\n')}
${legend.join('\n')}
</svg>
`
}
