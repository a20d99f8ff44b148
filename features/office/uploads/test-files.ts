// Files for tests: the smallest that are what they claim.
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const SEGMENT = (marker: number, ...body: number[]) => [0xff, marker, 0, body.length + 2, ...body]
export const JPEG = Buffer.from([
  0xff,
  0xd8,
  ...SEGMENT(0xe0, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0),
  ...SEGMENT(0xc0, 8, 0, 1, 0, 1, 1, 1, 0x11, 0),
  ...SEGMENT(0xda, 1, 1, 0, 0, 0x3f, 0),
  0x37,
  0xff,
  0xd9,
])
export const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
/** Text that a browser might run if the server sent it with its real type. */
export const HTML = Buffer.from('<!doctype html><script>alert(1)</script>')
