// The type of a file, read from its bytes alone: neither its name nor the type the caller gives counts (D-GEN-10).

import { formatBytes } from '@wattdesk/base/text'

export type FileType = 'image/jpeg' | 'image/png' | 'application/pdf'
export const ENDINGS: Record<FileType, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'application/pdf': 'pdf' }

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** Bit depths by colour type (PNG specification 11.2.2). */
const PNG_DEPTHS: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}
/** The largest side of a picture, in pixels: what browsers on phones still draw. */
const LARGEST_SIDE = 8000

const starts = (bytes: Uint8Array, with_: readonly number[], at = 0) => with_.every((b, i) => bytes[at + i] === b)
const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

/**
 * The larger side, in pixels, of a PNG whose header describes a picture and whose chunks lead from there through data to the
 * end; undefined for everything else.
 */
function pngSide(bytes: Uint8Array): number | undefined {
  if (bytes.length < 57 || !starts(bytes, PNG_SIGNATURE)) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(8) !== 13 || ascii(bytes, 12, 16) !== 'IHDR') return undefined
  const depths = PNG_DEPTHS[view.getUint8(25)]
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  if (width === 0 || height === 0 || !depths?.includes(view.getUint8(24))) return undefined
  let hasData = false
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    const type = ascii(bytes, at + 4, at + 8)
    if (type === 'IDAT') hasData = true
    if (type === 'IEND') return hasData ? Math.max(width, height) : undefined
  }
  return undefined
}

const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/**
 * The largest side, in pixels, of a JPEG whose segments lead to a frame with sides and from there to a scan; undefined for
 * everything else.
 */
function jpegSide(bytes: Uint8Array): number | undefined {
  if (!starts(bytes, [0xff, 0xd8, 0xff])) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let side: number | undefined
  let at = 2
  while (at + 4 <= bytes.length) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xda) return side
    const length = view.getUint16(at + 2)
    if (length < 2) return undefined
    if (isFrame(marker)) {
      if (at + 9 > bytes.length) return undefined
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)]
      if (width === 0 || height === 0) return undefined
      side = Math.max(side ?? 0, width, height)
    }
    at += 2 + length
  }
  return undefined
}

/** A PDF: its version in front, its end mark within the last kilobyte (ISO 32000, 7.5). */
const isPdf = (bytes: Uint8Array): boolean =>
  /^%PDF-[12]\.\d/.test(ascii(bytes, 0, 8)) &&
  ascii(bytes, Math.max(0, bytes.length - 1024), bytes.length).includes('%%EOF')

/** The type of a file, undefined for everything that may not be uploaded. */
export function typeOfBytes(bytes: Uint8Array): FileType | undefined {
  if (pngSide(bytes) !== undefined) return 'image/png'
  if (jpegSide(bytes) !== undefined) return 'image/jpeg'
  if (isPdf(bytes)) return 'application/pdf'
  return undefined
}

/** True for a picture that has more pixels on a side than browsers draw: a small file may unpack to gigabytes. */
export const isTooManyPixels = (bytes: Uint8Array): boolean => (pngSide(bytes) ?? jpegSide(bytes) ?? 0) > LARGEST_SIDE

/** The base64 of an upload without the head of its data URL; undefined for what is not base64. */
export function base64Of(image: string): string | undefined {
  const comma = image.startsWith('data:') ? image.indexOf(',') : -1
  if (image.startsWith('data:') && (comma < 0 || comma > 200 || !image.slice(0, comma).endsWith(';base64')))
    return undefined
  const text = image.slice(comma + 1).replaceAll(/\s/g, '')
  return text !== '' && /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? text : undefined
}

/** The bytes that uploads take up: all of a company, and those of a user in the last 24 hours. */
export type Used = { ofCompany: number; ofUser: number }
type Room = { uploadBytesPerCompany: number; uploadBytesPerUserADay: number }

/** Why there is no room for so many bytes more; undefined where there is (D-GEN-18). */
export function roomRefusal(used: Used, bytes: number, room: Room): string | undefined {
  if (used.ofUser + bytes > room.uploadBytesPerUserADay)
    return `You can upload ${formatBytes(room.uploadBytesPerUserADay)} a day. Please try again tomorrow.`
  if (used.ofCompany + bytes > room.uploadBytesPerCompany)
    return `The uploads of this company may take up ${formatBytes(room.uploadBytesPerCompany)}, and there is no room for this file.`
  return undefined
}
