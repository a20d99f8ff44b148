// Journeys in a real browser against the real product: one server a worker, with a company of its own for each file
// (e2e/test.ts).
import { defineConfig } from '@playwright/test'

/** Those that look at the one stage of their core (e2e/stage.ts). */
const ON_STAGE = ['screens.spec.ts', 'guide-screens.spec.ts', 'pictures.spec.ts']

export default defineConfig({
  testDir: 'e2e',
  // A busy machine takes its time.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  // One a core: with more of them each journey takes as much longer as there are more at a time.
  workers: '100%',
  globalSetup: './e2e/setup.ts',
  // The many short ones last, so that no core waits for the other at the end.
  projects: [
    { name: 'journeys', testIgnore: ON_STAGE },
    { name: 'screens', testMatch: ON_STAGE },
  ],
  // The second attempt tells a busy machine from a fault; tools/test.ts names each at the end of the run.
  retries: process.env.CI ? 1 : 0,
  outputDir: 'test-results',
  use: {
    // A click that never comes ends here, not with the whole journey's time.
    actionTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Asia/Kolkata',
    locale: 'en-IN',
    // What moves is drawn sixty times a second, by software.
    contextOptions: { reducedMotion: 'reduce' },
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
        // The pages of a browser share the process that holds the portal's code (e2e/test.ts).
        '--process-per-site',
      ],
    },
  },
})
