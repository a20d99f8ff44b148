// Failures of calls of other servers are told in words, with their code.
import { expect, test } from 'vitest'
import { callOutside } from './outgoing.ts'
import { outgoingErrorText } from './outgoing-words.ts'

const failed = (code: string) => Object.assign(new Error(`getaddrinfo ${code} host.example`), { code })
test.each([
  [failed('ENOTFOUND'), 'There is no server of this name (ENOTFOUND)'],
  [failed('ECONNREFUSED'), 'The server takes no connections (ECONNREFUSED)'],
  [failed('CERT_HAS_EXPIRED'), 'The certificate of the server has expired (CERT_HAS_EXPIRED)'],
  [new DOMException('The operation was aborted due to timeout', 'TimeoutError'), 'The server did not answer in time'],
  [failed('EWHATEVER'), 'getaddrinfo EWHATEVER host.example'],
  [new Error('500 busy'), '500 busy'],
  ['odd', 'odd'],
])('%s: %s', (error, text) => {
  expect(outgoingErrorText(error)).toBe(text)
})

test('a server that takes no connections is told so', async () => {
  const error = await callOutside('http://127.0.0.1:1/', { headers: {}, mayBePrivate: true }).catch((e: unknown) => e)
  expect(outgoingErrorText(error)).toBe('The server takes no connections (ECONNREFUSED)')
})
