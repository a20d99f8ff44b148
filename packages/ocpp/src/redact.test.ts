// No key or password is left in a frame, and nothing else is changed.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blackOut, redact } from './redact.ts'

const secret = 'S3cr3t-0123456789'

describe('secrets are blacked out', () => {
  test.each([
    ['ChangeConfiguration', `[2,"1","ChangeConfiguration",{"key":"AuthorizationKey","value":"${secret}"}]`],
    ['names in another case', `[2,"1","ChangeConfiguration",{"KEY":"AUTHORIZATIONKEY","Value":"${secret}"}]`],
    ['an escaped name', `[2,"1","ChangeConfiguration",{"\\u006bey":"Wifi\\u0050assword","v\\u0061lue":"${secret}"}]`],
    ['spaces around the key', `[3,"1",{"configurationKey":[{"key":" AuthorizationKey ","value":"${secret}"}]}]`],
    ['two keys', `[2,"1","ChangeConfiguration",{"key":"AuthorizationKey","key":"X","value":"${secret}"}]`],
    ['a value that is a number', '[2,"1","ChangeConfiguration",{"key":"SimPassword","value":53437233}]'],
    [
      'an address with escaped slashes',
      `[2,"1","UpdateFirmware",{"location":"ftp:\\/\\/cp:${secret}@files.example.org"}]`,
    ],
    ['an address with a token', `[2,"1","GetDiagnostics",{"location":"https://x.example/up?token=${secret}&n=1"}]`],
    ['a signed address', `[2,"1","UpdateFirmware",{"location":"https://x.example/a.bin?sig=${secret}&n=1"}]`],
    [
      'an address signed by a cloud',
      `[2,"1","UpdateFirmware",{"location":"https://x.example/a.bin?X-Amz-Credential=${secret}&X-Amz-Date=1&X-Amz-Signature=${secret}"}]`,
    ],
    ['an address with a key', `[2,"1","UpdateFirmware",{"location":"https://x.example/a.bin?key=${secret}"}]`],
    ['a signed address in no JSON', `[2,'1',{"location":"https://x.example/a.bin?X-Goog-Signature=${secret}"]`],
    ['running text', `[4,"1","GenericError","AuthorizationKey=${secret} was refused",{}]`],
    ['the value before its key', `[2,"1","ChangeConfiguration",{"value":"${secret}","key":"AuthorizationKey"}]`],
    ['another case', `[2,"1","ChangeConfiguration",{"key":"authorizationkey","value":"${secret}"}]`],
    ['an escaped key', `[2,"1","ChangeConfiguration",{"key":"\\u0041uthorizationKe\\u0079","value":"${secret}"}]`],
    ['a vendor’s password', `[2,"1","ChangeConfiguration",{"key":"WifiPassword","value":"${secret}"}]`],
    [
      'GetConfiguration',
      `[3,"1",{"configurationKey":[{"key":"AuthorizationKey","readonly":false,"value":"${secret}"}],"unknownKey":[]}]`,
    ],
    ['a field that is called so', `[2,"1","DataTransfer",{"vendorId":"x","password":"${secret}"}]`],
    ['a list under such a name', `[2,"1","DataTransfer",{"vendorId":"x","passwords":["${secret}",{"a":"${secret}"}]}]`],
    ['JSON within the data', `[2,"1","DataTransfer",{"data":${JSON.stringify(JSON.stringify({ apiToken: secret }))}}]`],
    ['the password of an address', `[2,"1","GetDiagnostics",{"location":"ftp://cp:${secret}@files.example.org/up"}]`],
    ['a private key', `[2,"1","DataTransfer",{"data":"-----BEGIN EC PRIVATE KEY-----\\n${secret}\\n-----END"}]`],
    [
      'SetVariables',
      `[2,"1","SetVariables",{"setVariableData":[{"attributeValue":"${secret}","component":{"name":"SecurityCtrlr"},"variable":{"name":"BasicAuthPassword"}}]}]`,
    ],
    [
      'SetVariables with the variable first',
      `[2,"1","SetVariables",{"setVariableData":[{"component":{"name":"SecurityCtrlr"},"variable":{"name":"basicAuthPassword"},"attributeType":"Actual","attributeValue":"${secret}"}]}]`,
    ],
    [
      'GetVariables',
      `[3,"1",{"getVariableResult":[{"attributeStatus":"Accepted","attributeValue":"${secret}","component":{"name":"SecurityCtrlr"},"variable":{"name":"BasicAuthPassword","instance":"1"}}]}]`,
    ],
    [
      'NotifyReport',
      `[2,"1","NotifyReport",{"reportData":[{"component":{"name":"SecurityCtrlr"},"variable":{"name":"BasicAuthPassword"},"variableAttribute":[{"type":"Actual","value":"${secret}"}]}]}]`,
    ],
    [
      'NotifyReport with the variable last',
      `[2,"1","NotifyReport",{"reportData":[{"variableAttribute":[{"value":"${secret}"},{"value":"${secret}"}],"variable":{"name":"WifiPassword"}}]}]`,
    ],
    [
      'NotifyEvent',
      `[2,"1","NotifyEvent",{"eventData":[{"actualValue":"${secret}","component":{"name":"X"},"variable":{"name":"SharedSecret"}}]}]`,
    ],
    [
      'SetNetworkProfile',
      `[2,"1","SetNetworkProfile",{"connectionData":{"apn":{"apnPassword":"${secret}","simPin":53437233},"vpn":{"key":"${secret}","user":"x"}}}]`,
    ],
    [
      'a variable that is set',
      `[2,"1","SetVariables",{"setVariableData":[{"attributeValue":"${secret}","component":{"name":"SecurityCtrlr"},"variable":{"name":"BasicAuthPassword"}}]}]`,
    ],
    [
      'a variable that is read',
      `[3,"1",{"getVariableResult":[{"variable":{"name":"BasicAuthPassword","instance":"x"},"component":{"name":"SecurityCtrlr"},"attributeStatus":"Accepted","attributeValue":"${secret}"}]}]`,
    ],
    [
      'a variable that is reported',
      `[2,"1","NotifyReport",{"reportData":[{"component":{"name":"X"},"variable":{"name":"BasicAuthPassword"},"variableAttribute":[{"type":"Actual","value":"${secret}"}]}]}]`,
    ],
    [
      'a value before the name of its variable',
      `[2,"1","NotifyReport",{"reportData":[{"variableAttribute":[{"value":"${secret}"}],"variable":{"name":"BasicAuthPassword"}}]}]`,
    ],
    [
      'a value that may be written alone',
      `[2,"1","NotifyReport",{"reportData":[{"variable":{"name":"Pin"},"variableAttribute":[{"value":"${secret}","mutability":"WriteOnly"}]}]}]`,
    ],
    ['a frame cut short', `[2,"1","ChangeConfiguration",{"key":"AuthorizationKey","value":"${secret}`],
    ['no JSON at all', `[2,'1',{"key":"AuthorizationKey" "value":"${secret}"]`],
  ])('%s', (_, text) => {
    expect(redact(text)).not.toContain(secret)
    expect(redact(text)).not.toContain('53437233')
    expect(redact(text)).toContain('***')
  })
})

test('of variables only the secret ones lose their values', () => {
  const row = (name: string, value: string, mutability: string) => ({
    component: { name: 'SecurityCtrlr' },
    variable: { name },
    variableAttribute: [{ value, mutability }],
  })
  const report = (pin: string, password: string) =>
    JSON.stringify([
      2,
      '1',
      'NotifyReport',
      {
        reportData: [
          row('Interval', '300', 'ReadWrite'),
          row('Pin', pin, 'WriteOnly'),
          row('BasicAuthPassword', password, 'ReadWrite'),
          row('Model', 'One', 'ReadOnly'),
        ],
      },
    ])
  expect(redact(report('1234', secret))).toBe(report('***', '***'))
  const set = (value: string) =>
    JSON.stringify([
      2,
      '1',
      'SetVariables',
      { setVariableData: [{ attributeValue: value, variable: { name: 'Pin' } }] },
    ])
  expect(blackOut(set('1234'), ['1234'])).toBe(set('***'))
})

test('a secret that is known is found however it is written', () => {
  const key = 'DEADbeef'.repeat(4)
  const words = 'Größe "drei" \\ vier'
  const texts = [key, key.toLowerCase(), key.toUpperCase(), words, JSON.stringify(words)]
  const kept = blackOut(JSON.stringify([4, '1', 'GenericError', texts.join(' '), { texts }]), [key, words])
  for (const form of [/deadbeef/i, /drei/]) expect(kept).not.toMatch(form)
  expect(() => JSON.parse(kept)).not.toThrow()
  expect(blackOut('["ok","status"]', ['"', 'status', ''])).toBe('["ok","status"]')
})

test('all else stays as it came, spaces and number notations too', () => {
  expect(
    redact(
      '[3, "1", {"configurationKey" : [ {"key":"AuthorizationKey","value":"k"}, {"key":"X","value":"1.0"} ],"n":1.50}]',
    ),
  ).toBe(
    '[3, "1", {"configurationKey" : [ {"key":"AuthorizationKey","value":"***"}, {"key":"X","value":"1.0"} ],"n":1.50}]',
  )
})

test.each(['validToken', 'Token', 'id Token', 'idtokens_secret', 'idTokenX', 'groupIdTokenInfo', 'refreshToken'])(
  'the value of %s is a secret, though the cards of 2.0.1 have names like it',
  name => {
    expect(redact(`[2,"1","X",{"idToken":{"idToken":"CARD"},"${name}":"abc"}]`)).toBe(
      `[2,"1","X",{"idToken":{"idToken":"CARD"},"${name}":"***"}]`,
    )
  },
)

test.each([
  '[2,"1","Heartbeat",{}]',
  '[2,"1","GetConfiguration",{"key":["AuthorizationKey","HeartbeatInterval"]}]',
  '[3,"1",{"configurationKey":[{"key":"HeartbeatInterval","readonly":false,"value":"300"}],"unknownKey":["AuthorizationKey"]}]',
  '[2,"1","UpdateFirmware",{"location":"https://files.example.org/fw.bin","retrieveDate":"2026-03-01T10:00:00Z"}]',
  '[2,"1","DeleteCertificate",{"certificateHashData":{"issuerKeyHash":"a1","serialNumber":"1"}}]',
  '[2,"1","Authorize",{"idTag":"KEY-PASS"}]',
  '[2,"1","Authorize",{"idToken":{"idToken":"KEY-PASS","type":"KeyCode","additionalInfo":[{"additionalIdToken":"A","type":"x"}]}}]',
  '[3,"1",{"idTokenInfo":{"status":"Accepted","groupIdToken":{"idToken":"FLEET","type":"Central"}}}]',
  '[2,"1","SetVariables",{"setVariableData":[{"attributeValue":"60","component":{"name":"TokenReader"},"variable":{"name":"Timeout"}}]}]',
  '[3,"1",{"getVariableResult":[{"attributeStatus":"Rejected","component":{"name":"SecurityCtrlr"},"variable":{"name":"BasicAuthPassword"}},{"attributeStatus":"Accepted","attributeValue":"1","component":{"name":"SecurityCtrlr"},"variable":{"name":"SecurityProfile"}}]}]',
  '[2,"1","UpdateFirmware",{"location":"https://files.example.org/fw.bin?design=5&author=x&monkey"}]',
  '[2,"1","DataTransfer",{"vendorId":"x","data":"no key: none, keyboard=qwerty"}]',
  'not JSON about a key',
])('a frame without a secret is untouched: %s', text => {
  expect(redact(text)).toBe(text)
})

test.each([
  [
    '[2,"1","NotifyCustomerInformation",{"requestId":7,"seqNo":0,"generatedAt":"2026-03-01T10:00:00Z","tbc":false,"data":"Meera Quill, MG Road 5"}]',
    '[2,"1","NotifyCustomerInformation",{"requestId":7,"seqNo":0,"generatedAt":"2026-03-01T10:00:00Z","tbc":false,"data":"***"}]',
  ],
  [
    '[2,"1","notifycustomerinformation",{"DATA":{"a":["Meera",5]},"customData":{"vendorId":"Meera"},"seqno":1}]',
    '[2,"1","notifycustomerinformation",{"DATA":{"a":["***","***"]},"customData":{"vendorId":"***"},"seqno":1}]',
  ],
  ['[2,"1","NotifyCustomerInformation",{"requestId":7,"data":"Meera', '[2,"1","***'],
  [
    '[2,"1","\\u004eotifyCustomerInformation",{"data":"Meera"}]',
    '[2,"1","\\u004eotifyCustomerInformation",{"data":"***"}]',
  ],
  [
    '[2,"1","DataTransfer",{"data":"NotifyCustomerInformation"}]',
    '[2,"1","DataTransfer",{"data":"NotifyCustomerInformation"}]',
  ],
])('what a station tells of a customer is hidden: %s', (text, kept) => {
  expect(redact(text)).toBe(kept)
})

test('a frame stays JSON, and only strings and numbers under secret names change', () => {
  const names = fc.constantFrom('key', 'value', 'AuthorizationKey', 'password', 'a')
  const values = fc.constantFrom('AuthorizationKey', 'x', '{"password":1}', '[', 'a"b\\c')
  const tree = fc.letrec(tie => ({
    node: fc.oneof(
      { depthSize: 'small' },
      values,
      fc.integer(),
      fc.array(tie('node')),
      fc.dictionary(names, tie('node')),
    ),
  })).node
  fc.assert(
    fc.property(tree, value => {
      expect(() => JSON.parse(redact(JSON.stringify(value)))).not.toThrow()
    }),
  )
})

test('any text is passed without an exception, and what is long without delay', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      expect(() => redact(`{"key":"AuthorizationKey",${text}`)).not.toThrow()
    }),
  )
  for (const part of ['"', '\\', '{', '://:', '"\\"', 'key', '{"key":"']) {
    expect(() => redact(`key${part.repeat(262_144 / part.length)}`)).not.toThrow()
  }
})

test.each([
  ['one long word', 'A'.repeat(3_900_000)],
  ['signed data', Buffer.alloc(2_900_000, 'key of the meter ').toString('base64')],
  ['the word itself, again and again', '-key'.repeat(900_000)],
])('a frame of 4 MB with %s is passed within the blink of an eye', (_, data) => {
  const from = performance.now()
  redact(JSON.stringify([2, '1', 'DataTransfer', { apiKey: 'x', data }]))
  expect(performance.now() - from).toBeLessThan(1000)
})
