// The configuration: the platform company whole, with a GST number of a state, or not at all; where payments are made; where
// uploaded files lie.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { Authority } from '#testing/certificates.ts'
import { readConfig } from './config.ts'
import { readTls } from './tls-files.ts'
import { ARGUMENTS } from './usage.ts'

const whole = {
  WATTDESK_PLATFORM_NAME: 'Platform Ltd',
  WATTDESK_PLATFORM_ADDRESS: 'GIFT City, Gandhinagar',
  WATTDESK_PLATFORM_GSTIN: '24AACCK3955D1ZS',
}
test('the platform supplies where it is named, and only then', () => {
  expect(readConfig({}, []).platform).toBeUndefined()
  expect(readConfig(whole, []).platform).toEqual({
    name: 'Platform Ltd',
    address: 'GIFT City, Gandhinagar',
    gstin: '24AACCK3955D1ZS',
  })
})

test('--help names every argument and starts nothing', () => {
  const main = new URL('./main.ts', import.meta.url).pathname
  const said = spawnSync(process.execPath, [main, '--help'], { encoding: 'utf8' })
  expect([said.status, said.stderr]).toEqual([0, ''])
  for (const name of Object.keys(ARGUMENTS)) expect(said.stdout).toContain(`  ${name} `)
})

test.each([
  [{ ...whole, WATTDESK_PLATFORM_GSTIN: undefined }, 'belong together'],
  [{ WATTDESK_PLATFORM_NAME: 'Platform Ltd' }, 'belong together'],
  [{ ...whole, WATTDESK_PLATFORM_GSTIN: '24AACCK3955D1ZT' }, 'WATTDESK_PLATFORM_GSTIN: is no GST number'],
])('%o is refused at the start', (env, text) => {
  expect(() => readConfig(env, [])).toThrow(text)
})

test.each<[NodeJS.ProcessEnv, string[], string, string]>([
  [{}, [], 'test', 'when-embedded-and-empty'],
  [{ NODE_ENV: 'test' }, ['--demo'], 'test', 'always'],
  [{ NODE_ENV: 'production' }, [], 'live', 'never'],
  [{ NODE_ENV: 'production', WATTDESK_MODE: 'test' }, ['--demo'], 'test', 'always'],
  [{ WATTDESK_MODE: 'live' }, [], 'live', 'never'],
])('%o with %o is %s mode; the demo is filled in %s', (env, args, mode, demo) => {
  expect(readConfig(env, args)).toMatchObject({ mode, demo })
})
test('the demo network is refused in live mode, and so is a mode that is neither', () => {
  const text = '--demo fills in play money, which live mode does not take. Set WATTDESK_MODE=test for the demo network.'
  expect(() => readConfig({ NODE_ENV: 'production' }, ['--demo'])).toThrow(text)
  expect(() => readConfig({ WATTDESK_MODE: 'production' }, [])).toThrow('WATTDESK_MODE: must be test or live')
  expect(() => readConfig({ WATTDESK_MODE: '' }, [])).toThrow('WATTDESK_MODE: must be test or live')
})

test.each([
  [{ DATABASE_URL: 'nonsense' }, 'DATABASE_URL: must be the address of a database'],
  [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL: must be the address of a database'],
  [{ NATS_URL: 'nats://' }, 'NATS_URL: must be the address of a NATS server'],
  [{ WATTDESK_SMTP_URL: 'http://mail' }, 'WATTDESK_SMTP_URL: must be the address of a mail server'],
  [{ WATTDESK_MAIL_FROM: 'nobody' }, 'WATTDESK_MAIL_FROM: must be a mail address'],
  [
    { WATTDESK_TRUST_PROXY: 'everyone' },
    'WATTDESK_TRUST_PROXY: must be addresses, networks as 10.0.0.0/8, or loopback',
  ],
  [{ WATTDESK_TRUST_PROXY: '10.0.0.0/33' }, 'WATTDESK_TRUST_PROXY'],
  [{ WATTDESK_PUBLIC_URL: 'ftp://x' }, 'WATTDESK_PUBLIC_URL: must be an address of the web'],
  [{ WATTDESK_CHARGER_FILES_URL: 'ftp://x' }, 'WATTDESK_CHARGER_FILES_URL: must be an address of the web'],
  [{ WATTDESK_PORTAL_ORIGIN: 'https://portal.example/' }, 'WATTDESK_PORTAL_ORIGIN: must be an origin'],
  [{ WATTDESK_WAL_ARCHIVE: 'a', WATTDESK_WAL_RECIPIENTS: 'nobody' }, 'WATTDESK_WAL_RECIPIENTS: must be public keys'],
  [{ PORT: '70000' }, /^PORT:? \w/],
  [{ WATTDESK_NODE: '' }, /^WATTDESK_NODE:? \w/],
])('%o is refused with the name of the setting, before anything is made', (env, text) =>
  expect(() => readConfig(env, [])).toThrow(text),
)
test('a variable that looks like a setting and is none is refused: misspelt, it would silently not count', () => {
  expect(() => readConfig({ WATTDESK_WAL_RECIPENTS: 'age1x' }, [])).toThrow(
    'WATTDESK_WAL_RECIPENTS is no setting of Wattdesk',
  )
  const ofServices = {
    WATTDESK_API_SERVICE_HOST: '10.0.0.1',
    WATTDESK_PORT_8080_TCP_ADDR: '10.0.0.1',
    WATTDESK_PORT: 'tcp://10.0.0.1:8080',
  }
  expect(() => readConfig({ ...ofServices, WATTDESK_PASSWORD: 'x', WATTDESK_LISTEN: '8080' }, [])).not.toThrow()
})

describe('the files of TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const kept = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const ca = new Authority('CA')
  const [one, two] = [ca.issue('One', 'localhost'), ca.issue('Two', 'localhost')]
  const files = {
    cert: kept('one.pem', String(one.cert)),
    key: kept('one.key', String(one.key)),
    clientCa: kept('ca.pem', ca.certificate),
  }
  test('are read', () => expect(String(readTls(files).key)).toBe(String(one.key)))
  test.each([
    [{ cert: join(folder, 'none') }, /^WATTDESK_TLS_CERT: .*none cannot be read/],
    [{ cert: files.key }, /^WATTDESK_TLS_CERT: .*one.key is no certificate/],
    [{ key: kept('two.key', String(two.key)) }, /^WATTDESK_TLS_KEY: .*two.key is not the private key of .*one.pem/],
    [{ key: kept('text', 'no key') }, /^WATTDESK_TLS_KEY: .*text is not the private key/],
    [{ clientCa: kept('empty', '') }, /^WATTDESK_TLS_CLIENT_CA: .*empty is no certificate/],
  ])('%o is refused with the name of the setting', (wrong, text) =>
    expect(() => readTls({ ...files, ...wrong })).toThrow(text),
  )
})

test('what a variable may also say', () => {
  const proxies = 'loopback, 10.0.0.0/8,2001:db8::/32, 192.168.1.1'
  expect(readConfig({ WATTDESK_TRUST_PROXY: proxies }, []).trustProxy).toBe(proxies)
  for (const name of ['DATABASE_URL', 'NATS_URL', 'WATTDESK_TRUST_PROXY', 'WATTDESK_PORTAL_ORIGIN'])
    expect(() => readConfig({ [name]: '' }, [])).not.toThrow()
})

test('payments are made at Razorpay unless the configuration names another address', () => {
  const urlOf = (env: NodeJS.ProcessEnv) => readConfig(env, []).razorpayUrl
  expect(urlOf({})).toBe('https://api.razorpay.com/v1')
  expect(urlOf({ WATTDESK_RAZORPAY_URL: 'http://127.0.0.1:9090/v1/' })).toBe('http://127.0.0.1:9090/v1')
  expect(() => urlOf({ WATTDESK_RAZORPAY_URL: 'razorpay' })).toThrow('WATTDESK_RAZORPAY_URL')
})

describe('uploaded files', () => {
  const KEYS = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }
  const bucketOf = (url: string, env: NodeJS.ProcessEnv = KEYS) =>
    readConfig({ ...env, WATTDESK_FILES: url }, []).filesBucket
  test('lie in the data folder, or in the bucket that the configuration names', () => {
    for (const env of [{}, { WATTDESK_FILES: '' }]) expect(readConfig(env, []).filesBucket).toBeUndefined()
    const keys = { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: undefined }
    expect(bucketOf('s3://wattdesk-files/portal/one/?region=ap-south-1')).toEqual({
      bucket: 'wattdesk-files',
      prefix: 'portal/one/',
      region: 'ap-south-1',
      endpoint: undefined,
      ...keys,
    })
    expect(bucketOf('s3://files?endpoint=http://store:9000/')).toEqual({
      bucket: 'files',
      prefix: '',
      region: 'us-east-1',
      endpoint: 'http://store:9000',
      ...keys,
    })
    expect(bucketOf('s3://files', { ...KEYS, AWS_REGION: 'eu-west-1' })?.region).toBe('eu-west-1')
  })
  test.each([
    ['/var/files', KEYS, 'must be a bucket, as s3://'],
    ['https://files.example', KEYS, 'must be a bucket, as s3://'],
    ['s3://files/a b?region=x', KEYS, 'must be a bucket, as s3://'],
    ['s3://files', KEYS, 'needs the region of the bucket'],
    ['s3://files?region=x&zone=y', KEYS, 'zone is unknown; known are region and endpoint'],
    ['s3://files?endpoint=store:9000', KEYS, 'endpoint must be an address of the web'],
    ['s3://files?region=x', {}, 'needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
  ])('%s is refused at the start', (url, env, text) => {
    expect(() => bucketOf(url, env)).toThrow(text)
  })
})

describe('roles of a node', () => {
  const SHARED = { DATABASE_URL: 'postgres://db/w', NATS_URL: 'nats://bus:4222' }
  test('one process has all of them, or those that it is given', () => {
    expect([...readConfig({}, []).roles]).toEqual(['api', 'ocpp', 'jobs'])
    const apart = readConfig({ ...SHARED, WATTDESK_ROLES: 'jobs, api' }, [])
    expect([...apart.roles]).toEqual(['api', 'jobs'])
    expect(apart.demo).toBe('never')
  })
  test.each([
    [{ WATTDESK_ROLES: 'portal' }, [], 'WATTDESK_ROLES: must be some of api, ocpp, jobs'],
    [{ WATTDESK_ROLES: '' }, [], 'WATTDESK_ROLES: must be some of api, ocpp, jobs'],
    [{ WATTDESK_ROLES: 'api' }, [], 'nodes with roles apart need DATABASE_URL and NATS_URL'],
    [{ WATTDESK_ROLES: 'api', DATABASE_URL: 'postgres://db/w' }, [], 'need DATABASE_URL and NATS_URL'],
    [{ ...SHARED, WATTDESK_ROLES: 'api' }, ['--demo'], '--demo needs all roles in one process'],
  ])('%o with %o is refused at the start', (env, args, text) => {
    expect(() => readConfig(env, args)).toThrow(text)
  })
  test('one of several nodes has a name of its own, and takes its time to hand its chargers over', () => {
    expect(readConfig({}, [])).toMatchObject({ node: 'node-1', drainMs: 0, acceptsPerSecond: 2000 })
    const several = readConfig(SHARED, [])
    expect(several).toMatchObject({ drainMs: 20_000 })
    expect(several.node).toMatch(new RegExp(`^.+-${process.pid}$`))
    const given = { WATTDESK_NODE: 'west', WATTDESK_DRAIN_S: '5', WATTDESK_ACCEPTS_PER_SECOND: '100' }
    expect(readConfig({ ...SHARED, ...given }, [])).toMatchObject({
      node: 'west',
      drainMs: 5000,
      acceptsPerSecond: 100,
    })
  })
})
