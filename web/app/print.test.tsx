// The look of what is printed.
import { expect, test } from 'vitest'
import { printInLight } from './print.ts'

test('in the dark what is printed is light, and the screen is dark again behind it', () => {
  const root = document.createElement('div')
  root.dataset.theme = 'dark'
  printInLight(root)
  // Some browsers say it twice.
  for (let n = 0; n < 2; n++) dispatchEvent(new Event('beforeprint'))
  expect(root.dataset.theme).toBe('light')
  dispatchEvent(new Event('afterprint'))
  expect(root.dataset.theme).toBe('dark')
  root.dataset.theme = 'light'
  dispatchEvent(new Event('beforeprint'))
  dispatchEvent(new Event('afterprint'))
  expect(root.dataset.theme).toBe('light')
})
