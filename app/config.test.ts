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

test('payments are made at Razorpay unless the configuration names another address', () => {
  const urlOf = (env: NodeJS.ProcessEnv) => readConfig(env, []).razorpayUrl
  expect(urlOf({})).toBe('https://api.razorpay.com/v1')
  expect(urlOf({ WATTDESK_RAZORPAY_URL: 'http://127.0.0.1:9090/v1/' })).toBe('http://127.0.0.1:9090/v1')
  expect(() => urlOf({ WATTDESK_RAZORPAY_URL: 'razorpay' })).toThrow('WATTDESK_RAZORPAY_URL')
})
