// Entries, and exports that other files import, count as used. An export that only its own file uses is a fault.
import type { KnipConfig } from 'knip'

export default {
  // A test may use what only its file uses besides; `knip --production` does not read tests.
  ignoreExportsUsedInFile: process.argv.includes('--production'),
  workspaces: {
    '.': {
      entry: [
        'app/{main,admin}.ts!',
        'demo/chargers.ts!',
        'bench/{main,load,crowd-load,raw-server,import,settings,hook-receivers}.ts!',
        'web/app/{main,pay}.tsx!',
        'web/documents/main.ts!',
        'platform/documents/document-child.ts!',
        'features/people/webhooks/webhook-worker.jobs.ts!',
        'features/*/*/*-page.tsx!',
        'features/*/*/*-palette.actions.ts!',
        'tools/*.ts',
        'tools/{cluster,faults}/main.ts',
        'e2e/ahead.ts',
        'testing/{embedded,haproxy,nats}-process.ts',
        'testing/stepped-clock.ts',
        'testing/server-documents.ts',
        '**/*.test.{ts,tsx}',
      ],
      project: ['**/*.{ts,tsx}!', '!{e2e,testing,tools}/**!', '!**/test-*.{ts,tsx}!'],
    },
    // Programs as they stand, started by npm and by node.
    bin: { entry: ['*.js!'] },
    'packages/*': {
      entry: ['**/*.test.ts'],
      project: ['**/*.ts!'],
      includeEntryExports: true,
    },
  },
  // A test runs these by their paths, the build copies the viewer of the API's reference, and the server resolves figures by name.
  ignoreDependencies: [
    '@fontsource-variable/inter',
    'world-atlas',
    '@scalar/api-reference',
    'openapi-fetch',
    '@ip-location-db/geo-whois-asn-country-mmdb',
  ],
  // Uses types that a test makes (app/api-reference/client.test.ts).
  ignore: ['packages/api-client/**'],
  ignoreBinaries: ['apt-get', 'dpkg'],
  ignoreIssues: {
    'packages/**/test-*.ts': ['exports'],
    // Whether each text is used is checked by its key (tools/words.test.ts).
    'packages/words/src/made/*.ts': ['exports'],
    // Made from the schemas of all messages, also of one that is only sent.
    'packages/ocpp/src/messages21/types.ts': ['exports'],
    // Still to be un-exported, one or two in each file.
    'e2e/steps.ts': ['exports'],
    'features/people/users/user.contract.ts': ['exports'],
    'kit/record-grid.ts': ['exports'],
    'testing/{app,shapes}.ts': ['exports'],
    'testing/{world,web/pdf}.ts': ['types'],
  },
} satisfies KnipConfig
