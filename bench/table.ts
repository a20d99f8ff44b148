// Tables and figures of the benchmarks, on the screen and in bench/RESULTS.md, which keeps one section a benchmark:
// a run of some benchmarks renews their sections and leaves the others.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

export type Section = { title: string; text: string }

export function median(values: readonly number[]): number {
  const v = [...values].sort((a, b) => a - b)
  const mid = v.length >> 1
  return v.length === 0 ? Number.NaN : v.length % 2 ? (v[mid] ?? 0) : ((v[mid - 1] ?? 0) + (v[mid] ?? 0)) / 2
}

/** The value that this part (0 to 1) of all stays under. */
export function percentile(values: readonly number[], part: number): number {
  const v = [...values].sort((a, b) => a - b)
  return v[Math.max(0, Math.ceil(v.length * part) - 1)] ?? Number.NaN
}

/** 1234.5 → 1,235; small figures keep what tells them apart. */
export const figure = (n: number): string =>
  Number.isNaN(n) ? '–' : n.toLocaleString('en-US', { maximumFractionDigits: n >= 100 ? 0 : n >= 10 ? 1 : 2 })

export const percent = (part: number, whole: number): string => `${Math.round((part / whole) * 100)} %`

/** A Markdown table; the first column is text, the others stand to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((h, i) => Math.max(h.length, ...rows.map(r => (r[i] ?? '').length)))
  const line = (cells: readonly string[]) =>
    `| ${head.map((_, i) => (i ? (cells[i] ?? '').padStart(widths[i] ?? 0) : (cells[i] ?? '').padEnd(widths[i] ?? 0))).join(' | ')} |`
  const rule = `| ${widths.map((w, i) => (i ? `${'-'.repeat(Math.max(1, w - 1))}:` : '-'.repeat(w))).join(' | ')} |`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

/** A target and whether it is met: "≥ 1,000 ✓". */
export const target = (value: number, sign: '≥' | '<' | '≤', limit: number, unit = ''): string => {
  const met = sign === '≥' ? value >= limit : sign === '<' ? value < limit : value <= limit
  return `${sign} ${figure(limit)}${unit} ${met ? '✓' : '✗'}`
}

/** Puts sections into the file in place of those of the same title, new ones at the end; `head` becomes its first lines. */
export function keep(file: URL, head: string, sections: readonly Section[]): void {
  const old = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const known = new Map<string, string>()
  for (const part of old.split(/^## /m).slice(1)) {
    const end = part.indexOf('\n')
    known.set(part.slice(0, end).trim(), part.slice(end + 1).trim())
  }
  for (const s of sections) known.set(s.title, s.text.trim())
  const body = [...known].map(([title, text]) => `## ${title}\n\n${text}\n`).join('\n')
  writeFileSync(file, `${head.trim()}\n\n${body}`)
}
