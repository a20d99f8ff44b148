// The brand's logo for a paper, as data of a kind that papers draw. A logo that cannot be loaded or drawn is none, and
// the brand's name stands in its place.

/** What papers draw of SVG, letter by letter; `style`, masks, filters, texts and pictures inside they leave out. */
const DRAWN = new Set(
  'svg,g,defs,title,desc,path,rect,circle,ellipse,line,polyline,polygon,lineargradient,radialgradient,stop,clippath'.split(
    ',',
  ),
)
const UNDRAWN = '[style],[class],[mask],[filter],[href],[*|href]'
/** Wide enough for print at the size of a logo: more is not embedded. */
const LARGEST = { bytes: 200_000, width: 1080, height: 132 }
const PATIENCE_MS = 4000

/** `ratio`: width by height, of a drawing. */
export type Logo = { src: string; ratio?: number }
/** Width by height of an SVG; undefined: it names none, or is none that papers draw. */
function ratioOf(text: string): number | undefined {
  const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
  const all = [root, ...root.querySelectorAll('*')]
  if (root.localName !== 'svg' || all.some(e => !DRAWN.has(e.localName.toLowerCase()) || e.matches(UNDRAWN))) return
  const [x, y, ...box] = (root.getAttribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [width = 0, height = 0] = box
  return x === 0 && y === 0 && width > 0 && height > 0 ? width / height : undefined
}

/** True for a PNG or JPEG that papers embed as it is; pictures that are interlaced, or not of eight bits, are drawn anew. */
function isPlainPicture(bytes: Uint8Array): boolean {
  if (bytes.length > LARGEST.bytes) return false
  const ends = String.fromCharCode(...bytes.subarray(-8, -4), ...bytes.subarray(-2))
  const isPng = bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47
  if (isPng) return bytes[24] === 8 && bytes[28] === 0 && ends.startsWith('IEND')
  return bytes[0] === 0xff && bytes[1] === 0xd8 && ends.endsWith('\xff\xd9')
}

const dataUrl = (type: string, bytes: Uint8Array): string => {
  let text = ''
  for (const b of bytes) text += String.fromCharCode(b)
  return `data:${type};base64,${btoa(text)}`
}

/** Any picture that the browser shows, drawn anew as PNG. */
function redrawn(picture: HTMLImageElement): string | undefined {
  const { naturalWidth: width, naturalHeight: height } = picture
  if (!width || !height) return undefined
  // A drawing has no pixels of its own: as large as a paper shows it.
  const times = Math.min(LARGEST.width / width, LARGEST.height / height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * times))
  canvas.height = Math.max(1, Math.round(height * times))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/png')
}

async function read(url: string): Promise<Logo | undefined> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) })
  if (!reply.ok) return undefined
  const bytes = new Uint8Array(await reply.arrayBuffer())
  // Damaged inside, it is no picture for the browser either.
  const picture = new Image()
  picture.src = url
  await picture.decode?.()
  if (isPlainPicture(bytes)) return { src: dataUrl(bytes[0] === 0x89 ? 'image/png' : 'image/jpeg', bytes) }
  const ratio = ratioOf(new TextDecoder().decode(bytes))
  if (ratio) return { src: dataUrl('image/svg+xml', bytes), ratio }
  const src = redrawn(picture)
  return src === undefined ? undefined : { src }
}

/** The logo at `url`; undefined where it cannot be had within a few seconds. */
export async function logoOf(url: string): Promise<Logo | undefined> {
  const late = new Promise<undefined>(resolve => setTimeout(resolve, 2 * PATIENCE_MS, undefined))
  return Promise.race([read(url), late]).catch(() => undefined)
}
