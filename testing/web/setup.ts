// Before every browser test: matchers, a clean document and storage, and what jsdom lacks.
import '@testing-library/jest-dom/vitest'
import { StyleSheet } from '@emotion/sheet'
import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterEach, vi } from 'vitest'
import { forgetMode } from '#kit/mode.ts'
import { forgetEnd } from '#kit/session.ts'

// Screens load in pieces, and a busy machine loads them slowly. Strict: an effect whose end does what only a reader may
// do (forget an operation, leave a page) shows itself at once.
configure({ asyncUtilTimeout: 10_000, reactStrictMode: true })

// Rules go into one style sheet, as in the portal that is built: a tag for every rule, as in development, makes jsdom sort
// and search some thousands of them.
Object.defineProperty(StyleSheet.prototype, 'isSpeedy', { configurable: true, get: () => true, set: () => undefined })

// React notes a stack trace for every element it makes, for the texts of its warnings: a tenth of the time. As if the limit
// of such notes, ten thousand a second, were reached.
const inside = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
Object.defineProperty(inside, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => 10_000,
  set: () => undefined,
})

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
  // The portal takes an emptied storage for a session that another tab has ended; the next test has nothing to do with it.
  window.dispatchEvent(new StorageEvent('storage'))
  forgetEnd()
  forgetMode()
  vi.unstubAllGlobals()
})
