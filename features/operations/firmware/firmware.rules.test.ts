// The addresses of firmware files (CAMP-01).
import { expect, test } from 'vitest'
import { firmwareIn, linkUrlOf, operationUrlOf, pathName } from './firmware.rules.ts'

const BASE = 'https://portal.example'
test.each<[string, number | undefined]>([
  [operationUrlOf(BASE, 12), 12],
  ['  https://PORTAL.example/public/firmware-file/12/ ', 12],
  ['https://portal.example/public/firmware-file/', undefined],
  ['https://portal.example/public/firmware-file/12/more', undefined],
  ['https://portal.example/public/firmware-file/1234567890', undefined],
  ['https://other.example/public/firmware-file/12', undefined],
  ['https://portal.example/public/firmware/12', undefined],
])('%s names the file %s', (location, id) => expect(firmwareIn(location, BASE)).toBe(id))

test.each([
  ['fw-2.1.0.bin', 'fw-2.1.0.bin'],
  ['Neue Version (2).bin', 'Neue_Version_2_.bin'],
  ['../../etc/passwd', 'etc_passwd'],
  ['..', 'firmware.bin'],
  ['प्रोग्राम', 'firmware.bin'],
  ['x'.repeat(200), 'x'.repeat(80)],
])('%s stands in a path as %s', (name, path) => expect(pathName(name)).toBe(path))

test('an address of one operation fits into the field of the request', () =>
  expect(
    linkUrlOf('https://portal.of-a-company-with-a-long-name.example:8443', 'x'.repeat(43), 'n'.repeat(200)).length,
  ).toBeLessThan(256))
