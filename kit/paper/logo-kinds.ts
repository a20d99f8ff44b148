// The pictures that papers take as a logo, by their bytes: the same rule in the browser and on the server.

/** What papers draw of SVG, letter by letter; `style`, masks, filters, texts and pictures inside they leave out. */
const DRAWN = new Set(
  'svg,g,defs,title,desc,path,rect,circle,ellipse,line,polyline,polygon,lineargradient,radialgradient,stop,clippath'.split(
    ',',
  ),
)
const UNDRAWN = new Set(['style', 'class', 'mask', 'filter', 'href'])
/** Whether papers draw an element of SVG as it is meant. Names without the prefix of their namespace. */
export const isDrawn = (element: string, attributes: readonly string[]): boolean =>
  DRAWN.has(element.toLowerCase()) && !attributes.some(a => UNDRAWN.has(a))

/** Wide enough for print at the size of a logo: more is not embedded. */
export const LARGEST = { bytes: 200_000, width: 1080, height: 132 }

/** `ratio`: width by height, of a drawing. */
export type Logo = { src: string; ratio?: number }
/** Width by height of a drawing, by its attribute viewBox; undefined: it has none that papers take. */
export function ratioOfBox(viewBox: string): number | undefined {
  const [x, y, width = 0, height = 0] = viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  return x === 0 && y === 0 && width > 0 && height > 0 ? width / height : undefined
}

const isPng = (b: Uint8Array): boolean => b[0] === 0x89 && b[1] === 0x50 && b[2] === 0x4e && b[3] === 0x47
/** True for a PNG or JPEG that papers embed as it is; pictures that are interlaced, or not of eight bits, are drawn anew. */
function isPlainPicture(bytes: Uint8Array): boolean {
  if (bytes.length > LARGEST.bytes) return false
  const ends = String.fromCharCode(...bytes.subarray(-8, -4), ...bytes.subarray(-2))
  if (isPng(bytes)) return bytes[24] === 8 && bytes[28] === 0 && ends.startsWith('IEND')
  return bytes[0] === 0xff && bytes[1] === 0xd8 && ends.endsWith('\xff\xd9')
}

const dataUrl = (type: string, bytes: Uint8Array): string => {
  let text = ''
  for (const b of bytes) text += String.fromCharCode(b)
  return `data:${type};base64,${btoa(text)}`
}

/** The bytes as a logo where papers embed them as they are: a plain PNG or JPEG, or a drawing of that ratio. */
export function plainLogo(bytes: Uint8Array, ratioOf: (svg: string) => number | undefined): Logo | undefined {
  if (isPlainPicture(bytes)) return { src: dataUrl(isPng(bytes) ? 'image/png' : 'image/jpeg', bytes) }
  const ratio = ratioOf(new TextDecoder().decode(bytes))
  return ratio === undefined ? undefined : { src: dataUrl('image/svg+xml', bytes), ratio }
}
