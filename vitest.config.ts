import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const typedSql = 'tools/typed-sql/statements.test.ts'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['{platform,gateway,app,demo,packages,features,tools}/**/*.test.ts'],
          exclude: ['**/node_modules/**', typedSql],
          globalSetup: './testing/db.ts',
          setupFiles: './testing/statements.ts',
          // Before the project that looks at the statements these run; order 0 would come last where there is one worker.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'statements',
          environment: 'node',
          include: [typedSql],
          sequence: { groupOrder: 2 },
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['{web,features}/**/*.test.tsx', 'web/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          setupFiles: './testing/web/setup.ts',
          sequence: { groupOrder: 1 },
          // Screens load in pieces; a busy machine takes its time.
          testTimeout: 30_000,
          // The business zone, so that no expectation hangs on where the machine stands.
          env: { TZ: 'Asia/Kolkata' },
        },
      },
    ],
  },
})
