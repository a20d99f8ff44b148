// Reads back the text of a PDF as the portal writes it: compressed streams, glyphs with the letters that they stand for.
// Enough for our own papers, no reader of any PDF.

/** `end`: where the text ends. */
export type PdfText = { text: string; x: number; end: number; y: number }
/** `curves`: how many curves are drawn; `pictures`: how many pictures are shown. */
export type PdfPage = { width: number; height: number; texts: PdfText[]; curves: number; pictures: number }

const latin1 = new TextDecoder('latin1')
const inflate = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  latin1.decode(
    await new Response(new Response(bytes).body?.pipeThrough(new DecompressionStream('deflate'))).arrayBuffer(),
  )

type Matrix = readonly [number, number, number, number, number, number]
const times = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[1] * n[2],
  m[0] * n[1] + m[1] * n[3],
  m[2] * n[0] + m[3] * n[2],
  m[2] * n[1] + m[3] * n[3],
  m[4] * n[0] + m[5] * n[2] + n[4],
  m[4] * n[1] + m[5] * n[3] + n[5],
]
const utf16 = (hex: string) => String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map(h => Number.parseInt(h, 16)))

/** The letters of each glyph, by the table that a font brings. */
function lettersOf(map: string): Map<number, string> {
  const letters = new Map<number, string>()
  for (const [, body = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from = '', , list = ''] of body.matchAll(/<(\w+)>\s*<(\w+)>\s*\[([^\]]*)\]/g))
      for (const [i, [, hex = '']] of [...list.matchAll(/<([\w\s]*)>/g)].entries())
        letters.set(Number.parseInt(from, 16) + i, utf16(hex.replaceAll(/\s/g, '')))
  for (const [, body = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', hex = ''] of body.matchAll(/<(\w+)>\s*<([\w\s]+)>/g))
      letters.set(Number.parseInt(glyph, 16), utf16(hex.replaceAll(/\s/g, '')))
  return letters
}

/** Pages with their texts from top to bottom, left to right; `x` and `y` in points from the top left. */
export async function pdfPages(blob: Blob): Promise<PdfPage[]> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const file = latin1.decode(bytes)
  const objects = new Map<number, string>()
  const streams = new Map<number, string>()
  for (const m of file.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [all, id = '', body = ''] = m
    const at = body.indexOf('stream\n')
    objects.set(Number(id), at < 0 ? body : body.slice(0, at))
    if (at < 0) continue
    const start = m.index + all.indexOf('stream\n') + 7
    const length = Number(/\/Length (\d+)/.exec(body)?.[1])
    const packed = bytes.slice(start, start + length)
    streams.set(
      Number(id),
      /FlateDecode/.test(body.slice(0, at)) && !/FontFile|\/Subtype \/(CIDFont|Image)/.test(body.slice(0, at))
        ? await inflate(packed).catch(() => '')
        : '',
    )
  }
  const refs = (body: string, key: string) =>
    [
      ...(new RegExp(`/${key} (?:\\[([^\\]]*)\\]|(\\d+ 0 R))`).exec(body)?.slice(1).join(' ') ?? '').matchAll(
        /(\d+) 0 R/g,
      ),
    ].map(r => Number(r[1]))
  const [root] = [...objects.values()].filter(o => /\/Type \/Pages\b/.test(o))
  return refs(root ?? '', 'Kids').map(kid => {
    const page = objects.get(kid) ?? ''
    const [, , width = 0, height = 0] = (/\/MediaBox \[([^\]]*)\]/.exec(page)?.[1] ?? '')
      .trim()
      .split(/\s+/)
      .map(Number)
    const resources = objects.get(refs(page, 'Resources')[0] ?? -1) ?? page
    const fonts = new Map<string, PdfFont>()
    for (const [, name = '', id] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const font = objects.get(Number(id)) ?? ''
      const [table = -1] = refs(font, 'ToUnicode')
      const [kind = -1] = refs(font, 'DescendantFonts')
      const widths = /\/W \[0 \[([^\]]*)\]/.exec(objects.get(kind) ?? '')?.[1] ?? ''
      fonts.set(name, { letters: lettersOf(streams.get(table) ?? ''), widths: widths.trim().split(/\s+/).map(Number) })
    }
    const content = refs(page, 'Contents')
      .map(id => streams.get(id) ?? '')
      .join('\n')
    const texts = textsOf(content, fonts, height)
    const count = (act: RegExp) => content.match(act)?.length ?? 0
    const drawn = { curves: count(/ c$/gm), pictures: count(/^\/I\d+ Do$/gm) }
    return { width, height, ...drawn, texts: texts.sort((a, b) => Math.round(a.y - b.y) || a.x - b.x) }
  })
}

type PdfFont = { letters: Map<number, string>; widths: number[] }
function textsOf(content: string, fonts: Map<string, PdfFont>, height: number): PdfText[] {
  const texts: PdfText[] = []
  const stack: Matrix[] = []
  let now: Matrix = [1, 0, 0, 1, 0, 0]
  let at: Matrix = now
  let font: PdfFont = { letters: new Map(), widths: [] }
  let size = 0
  for (const line of content.split('\n')) {
    const words = line.trim().split(/\s+/)
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = words.map(Number)
    const m: Matrix = [a, b, c, d, e, f]
    const act = words.at(-1)
    if (act === 'q') stack.push(now)
    else if (act === 'Q') now = stack.pop() ?? now
    else if (act === 'cm') now = times(m, now)
    else if (act === 'Tm') at = times(m, now)
    else if (act === 'Tf') {
      font = fonts.get(words[0]?.slice(1) ?? '') ?? font
      size = b
    } else if (act === 'TJ' || act === 'Tj') {
      const glyphs = [...line.matchAll(/<(\w+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
      const ids = glyphs.map(g => Number.parseInt(g, 16))
      const text = ids.map(g => font.letters.get(g) ?? '').join('')
      const wide = ids.reduce((sum, g) => sum + (font.widths[g] ?? 0), 0) * (size / 1000)
      if (text.trim()) texts.push({ text, x: at[4], end: at[4] + wide, y: height - at[5] })
    }
  }
  return texts
}

/** The lines of a page: what stands at one height, from left to right; columns have two spaces between them. */
export function linesOf({ texts }: PdfPage): string[] {
  const lines: { y: number; parts: PdfText[] }[] = []
  for (const t of texts) {
    const line = lines.find(l => Math.abs(l.y - t.y) < 2)
    if (line) line.parts.push(t)
    else lines.push({ y: t.y, parts: [t] })
  }
  return lines.map(({ parts }) => {
    let all = ''
    for (const [i, t] of parts.sort((a, b) => a.x - b.x).entries()) {
      const gap = t.x - (parts[i - 1]?.end ?? t.x)
      all += `${gap > 6 ? '  ' : gap > 1 ? ' ' : ''}${t.text}`
    }
    return all.replaceAll(/ {3,}/g, '  ').trim()
  })
}
