// The tests that `npm run mutants` runs against its changes. Stryker writes the setting of a change into each file of
// tests, so that files are isolated here.
import { defineConfig } from 'vitest/config'

const needDatabase = Boolean(process.env.MUTANT_DATABASE)
export default defineConfig({
  test: {
    environment: 'node',
    include: JSON.parse(process.env.MUTANT_TESTS ?? '[]') as string[],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    ...(needDatabase && { globalSetup: './testing/db.ts', setupFiles: './testing/setup.ts' }),
  },
})
