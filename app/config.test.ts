// The configuration: the platform company whole, with a GST number of a state, or not at all; where payments are made.
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

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

test('payments are made at Razorpay unless the configuration names another address', () => {
  const urlOf = (env: NodeJS.ProcessEnv) => readConfig(env, []).razorpayUrl
  expect(urlOf({})).toBe('https://api.razorpay.com/v1')
  expect(urlOf({ WATTDESK_RAZORPAY_URL: 'http://127.0.0.1:9090/v1/' })).toBe('http://127.0.0.1:9090/v1')
  expect(() => urlOf({ WATTDESK_RAZORPAY_URL: 'razorpay' })).toThrow('WATTDESK_RAZORPAY_URL')
})
