// The build's own code after the change: parts are loaded by the product's function.
import { expect, test } from 'vitest'
import { retried } from './retried-parts.ts'

test('an import of a built file becomes a call; other imports stay', () => {
  expect(retried('a(()=>import(`./ClQQR9h.js`),b([1]))')).toBe('a(()=>loadPart(`./ClQQR9h.js`,import.meta.url),b([1]))')
  expect(retried('import(`./x.js`),import("./y.js")')).toBe(
    'loadPart(`./x.js`,import.meta.url),loadPart("./y.js",import.meta.url)',
  )
  for (const code of ['import(t)', 'import"./x.js"', 'import{a}from"./x.js"', 'ximport(`./x.js`)'])
    expect(retried(code)).toBe(code)
})
