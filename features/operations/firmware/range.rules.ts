// Which part of a file a request asks for (RFC 9110, sections 13.1.5 and 14).

export type FileRange = { from: number; to: number }
type Asked = { range?: string | undefined; ifRange?: string | undefined }

/**
 * The part that is asked for, `to` excluded; undefined: the whole file. 'none': no byte of the file lies in the range.
 * Several ranges at once, and units other than bytes, are passed over, as the standard allows.
 */
export function rangeOf({ range, ifRange }: Asked, bytes: number, etag: string): FileRange | 'none' | undefined {
  const [, first, last] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(range ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (ifRange !== undefined && ifRange.trim() !== etag) return undefined
  if (first === '') {
    const count = Number(last)
    return count === 0 ? 'none' : { from: Math.max(0, bytes - count), to: bytes }
  }
  const from = Number(first)
  if (last !== '' && Number(last) < from) return undefined
  if (from >= bytes) return 'none'
  return { from, to: last === '' ? bytes : Math.min(bytes, Number(last) + 1) }
}
