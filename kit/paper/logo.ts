// The brand's logo for a paper, as data of a kind that papers draw. A logo that cannot be loaded or drawn is none, and
// the brand's name stands in its place.
import { isDrawn, LARGEST, type Logo, plainLogo, ratioOfBox } from './logo-kinds.ts'

const PATIENCE_MS = 4000

/** Width by height of an SVG; undefined: it names none, or is none that papers draw. */
function ratioOf(text: string): number | undefined {
  const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
  const all = [root, ...root.querySelectorAll('*')]
  const attributes = (e: Element) => [...e.attributes].map(a => a.localName)
  if (root.localName !== 'svg' || !all.every(e => isDrawn(e.localName, attributes(e)))) return
  return ratioOfBox(root.getAttribute('viewBox') ?? '')
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
  const plain = plainLogo(bytes, ratioOf)
  if (plain) return plain
  const src = redrawn(picture)
  return src === undefined ? undefined : { src }
}

/** The logo at `url`; undefined where it cannot be had within a few seconds. */
export async function logoOf(url: string): Promise<Logo | undefined> {
  const late = new Promise<undefined>(resolve => setTimeout(resolve, 2 * PATIENCE_MS, undefined))
  return Promise.race([read(url), late]).catch(() => undefined)
}
