// The parts of the tests' services, beside the database: none of them reaches outside.
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { QUEUES } from '#app/queues.ts'
import { noFollowers, type Services } from '#office/installation/services.ts'
import { makeSeal } from '#platform/access/seal.ts'
import { makeTokens } from '#platform/access/token.ts'
import { openArchive } from '#platform/archive/archive.ts'
import { localBus } from '#platform/bus/bus.ts'
import type { Db } from '#platform/db/db.ts'
import { openDocuments } from '#platform/documents/documents.ts'
import { folderFiles } from '#platform/files/files.ts'
import { shippedGeo } from '#platform/geo/geo.ts'
import { openJobs } from '#platform/jobs/jobs.ts'
import { documentsCode } from './documents-code.ts'

const SECRET = 'a secret of the tests, long enough for HS256'
const onError = (error: unknown) => console.error(error)

/** A folder of its own, which is made when the first file comes; the archive lies in it too. */
function stores(): Pick<Services, 'files' | 'archive'> {
  const files = folderFiles(join(tmpdir(), `wattdesk-test-files-${randomUUID()}`))
  return { files, archive: openArchive(() => files) }
}

/** Services on `db`, opened with `config`. Their jobs connect with the first one; nothing works them unless a test does. */
export const testServices = (db: Db, config: pg.PoolConfig): Omit<Services, 'log'> => ({
  db,
  mode: 'test',
  bus: localBus(onError),
  tokens: makeTokens(SECRET),
  seal: makeSeal(SECRET),
  // Nobody listens there.
  razorpayUrl: 'http://127.0.0.1:9999/v1',
  irp: undefined,
  irpStandIn: () => Promise.reject(new Error('The stand-in of the portal belongs to an app')),
  sandboxUrl: () => Promise.reject(new Error('The sandbox belongs to an app')),
  callInside: () => Promise.reject(new Error('Routes belong to an app')),
  now: () => new Date(),
  timeZone: 'Asia/Kolkata',
  leastBalancePaise: 1000,
  invoices: { series: 'CM', services: [{ from: '2017-07-01', sac: '998714', ratePpm: 180_000 }] },
  platform: undefined,
  node: 'test',
  ocppSecurity: 0,
  ocppRegister: undefined,
  metricsToken: undefined,
  upiStatusKey: 'the lookup key of the tests',
  jobs: openJobs(config, QUEUES, onError, { everySec: 0.5 }),
  ...stores(),
  // Their processes begin with the first document.
  documents: openDocuments({ code: documentsCode, timeZone: 'Asia/Kolkata', log: console }),
  geo: shippedGeo(),
  textRecords: () => Promise.reject(Object.assign(new Error('No name is looked up'), { code: 'ENOTFOUND' })),
  publicUrl: 'http://portal.test',
  portalOrigin: 'https://portal.example',
  mayRegister: true,
  // Tests call as fast as they can.
  limits: {
    callsPerUser: Number.MAX_SAFE_INTEGER,
    callsPerAddress: Number.MAX_SAFE_INTEGER,
    exportsPerUser: 2,
    uploadBytesPerCompany: 2 * 1024 ** 3,
    uploadBytesPerUserADay: 200 * 1024 ** 2,
  },
  isDevelopment: true,
  checks: [],
  followers: noFollowers(),
  connectedChargers: () => 0,
})
