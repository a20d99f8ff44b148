// Journeys in a real browser against the real product: each file starts its own server (e2e/product.ts).
import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'e2e',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // One a core, each with products of its own.
  workers: '100%',
  globalSetup: './e2e/setup.ts',
  // The longest first, so that no core waits for it at the end.
  projects: [
    { name: 'screens', testMatch: 'screens.spec.ts' },
    { name: 'journeys', testIgnore: 'screens.spec.ts' },
  ],
  retries: 0,
  outputDir: 'test-results',
  use: {
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Asia/Kolkata',
    locale: 'en-IN',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
