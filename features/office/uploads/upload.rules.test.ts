// A file is what its bytes say; everything else is refused, and nothing makes the check fail over.

import { optionalLink } from '@wattdesk/base/file-link'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HTML, JPEG, PDF, PNG } from './test-files.ts'
import { optionalIcon } from './upload.contract.ts'
import { base64Of, isTooManyPixels, roomRefusal, typeOfBytes } from './upload.rules.ts'

const changed = (bytes: Buffer, at: number, value: number) => {
  const copy = Buffer.from(bytes)
  copy[at] = value
  return copy
}

test.each([
  ['a PNG', PNG, 'image/png'],
  ['a JPEG', JPEG, 'image/jpeg'],
  ['a PDF', PDF, 'application/pdf'],
  ['a page', HTML, undefined],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), undefined],
  ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'), undefined],
  ['nothing', Buffer.alloc(0), undefined],
  ['the signature of a PNG alone', PNG.subarray(0, 8), undefined],
  ['a PNG cut before its end', PNG.subarray(0, PNG.length - 12), undefined],
  ['a PNG without width', changed(PNG, 19, 0), undefined],
  ['a PNG of a bit depth that does not exist', changed(PNG, 24, 3), undefined],
  ['a page behind the signature of a PNG', Buffer.concat([PNG.subarray(0, 8), HTML]), undefined],
  ['the signature of a JPEG alone', JPEG.subarray(0, 3), undefined],
  ['a JPEG without its scan', JPEG.subarray(0, 20), undefined],
  ['a JPEG without height', changed(JPEG, 26, 0), undefined],
  ['a page behind the signature of a JPEG', Buffer.concat([JPEG.subarray(0, 3), HTML]), undefined],
  ['a PDF without its end', PDF.subarray(0, 20), undefined],
])('%s is %o', (_what, bytes, type) => {
  expect(typeOfBytes(bytes)).toBe(type)
})

const withSide = (bytes: Buffer, at: number, size: number, side: number) => {
  const copy = Buffer.from(bytes)
  copy.writeUIntBE(side, at, size)
  return copy
}
test.each([
  ['a PNG of one pixel', PNG, false],
  ['a PNG 8,000 wide', withSide(PNG, 16, 4, 8000), false],
  ['a PNG 8,001 wide', withSide(PNG, 16, 4, 8001), true],
  ['a PNG as high as its header can say', withSide(PNG, 20, 4, 0xffff_ffff), true],
  ['a JPEG 8,000 high', withSide(JPEG, 25, 2, 8000), false],
  ['a JPEG 8,001 high', withSide(JPEG, 25, 2, 8001), true],
  ['a JPEG 65,535 wide', withSide(JPEG, 27, 2, 65_535), true],
  ['a PDF', PDF, false],
])('%s: more pixels than a browser draws: %o', (_what, bytes, isTooMany) => {
  expect([typeOfBytes(bytes) === undefined, isTooManyPixels(bytes)]).toEqual([false, isTooMany])
})

test('no bytes make it throw, not even behind a right beginning', () => {
  fc.assert(
    fc.property(fc.constantFrom(PNG, JPEG, PDF), fc.nat(60), fc.uint8Array({ maxLength: 200 }), (file, cut, rest) => {
      const bytes = Buffer.concat([file.subarray(0, cut), rest])
      typeOfBytes(bytes)
      isTooManyPixels(bytes)
    }),
  )
})

test('base64 comes with or without the head of a data URL', () => {
  const text = PNG.toString('base64')
  expect(base64Of(text)).toBe(text)
  expect(base64Of(`data:image/png;base64,${text}`)).toBe(text)
  expect(base64Of(`data:image/png,${text}`)).toBeUndefined()
  expect(base64Of('data:image/png;base64')).toBeUndefined()
  expect(base64Of('not base64!')).toBeUndefined()
  expect(base64Of('')).toBeUndefined()
})

const NAME = 'a'.repeat(31)
test.each([
  [`/files/${NAME}_.png`, true, true],
  [`/files/${NAME}-.jpg`, true, true],
  [`/files/${NAME}0.pdf`, true, true],
  ['/brands/amberline-small.svg', false, true],
  ['/providers/citycharge-grey.svg', false, true],
  ['/files/short.png', false, false],
  [`/files/${NAME}0.svg`, false, false],
  [`/files/${NAME}0.png?x`, false, false],
  [`/files/../${NAME}0.png`, false, false],
  [`//elsewhere.example/files/${NAME}0.png`, false, false],
  [`https://elsewhere.example/files/${NAME}0.png`, false, false],
  ['https://pixel.example/track.gif', false, false],
  ['/brands/../files/x.svg', false, false],
  ['javascript:alert(1)', false, false],
  ['data:text/html,x', false, false],
])('%s as a file: %o, as an icon: %o', (text, isFile, isIcon) => {
  expect(optionalLink('Attachment').safeParse(text).success).toBe(isFile)
  expect(optionalIcon('Icon').safeParse(text).success).toBe(isIcon)
})

const room = { uploadBytesPerCompany: 2 * 1024 ** 3, uploadBytesPerUserADay: 200 * 1024 ** 2 }
test.each([
  [{ ofCompany: 0, ofUser: 0 }, 200 * 1024 ** 2, undefined],
  [{ ofCompany: 0, ofUser: 1 }, 200 * 1024 ** 2, 'You can upload 200 MB a day. Please try again tomorrow.'],
  [{ ofCompany: 2 * 1024 ** 3 - 10, ofUser: 0 }, 10, undefined],
  [
    { ofCompany: 2 * 1024 ** 3 - 10, ofUser: 0 },
    11,
    'The uploads of this company may take up 2 GB, and there is no room for this file.',
  ],
])('with %j, %d bytes more: %s', (used, bytes, text) => {
  expect(roomRefusal(used, bytes, room)).toBe(text)
})
