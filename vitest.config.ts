import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['{platform,gateway,app,demo,packages,features,tools}/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: './testing/db.ts',
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
          // Screens load in pieces; a busy machine takes its time.
          testTimeout: 30_000,
          // The business zone, so that no expectation hangs on where the machine stands.
          env: { TZ: 'Asia/Kolkata' },
        },
      },
    ],
  },
})
