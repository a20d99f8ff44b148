import { expect, test } from 'vitest'
import { servedTo, versionOn } from './api-version.words.ts'

const dates = ['2027-06-01', '2027-01-15', '2026-11-29']
test.each([
  ['2028-01-01', '2027-06-01'],
  ['2027-06-01', '2027-06-01'],
  ['2027-05-31', '2027-01-15'],
  ['2027-01-14', '2026-11-29'],
  ['2020-01-01', '2026-11-29'],
])('a key that is made on %s has the version %s', (day, version) => {
  expect(versionOn(day, dates)).toBe(version)
})
test.each([
  ['2027-01-15', '2027-01-15'],
  ['2026-01-01', '2026-11-29'],
])('a key of version %s is served %s', (own, version) => {
  expect(servedTo(own, dates)).toBe(version)
})
