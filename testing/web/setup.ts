// Before every browser test: matchers, a clean document and storage, and what jsdom lacks.
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// Screens load in pieces, and a busy machine loads them slowly. Strict: an effect whose end does what only a reader may
// do (forget an operation, leave a page) shows itself at once.
configure({ asyncUtilTimeout: 10_000, reactStrictMode: true })

class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= NoObserver as unknown as typeof ResizeObserver
globalThis.IntersectionObserver ??= NoObserver as unknown as typeof IntersectionObserver
// A wide screen with a mouse, no wish for less motion; a test for phones replaces it.
globalThis.matchMedia ??= ((media: string) => ({
  matches: /min-width|hover: hover|pointer: fine/.test(media),
  media,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
})) as typeof matchMedia
Element.prototype.scrollIntoView ??= () => undefined
globalThis.scrollTo = () => undefined

afterEach(() => {
  cleanup()
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage'))
  vi.unstubAllGlobals()
})
