import { expect, test } from 'vitest'
import { protocolWords } from './protocol.words.ts'

test.each([
  ['ocpp1.6', 'OCPP 1.6'],
  ['ocpp1.6J', 'OCPP 1.6'],
  ['ocpp2.0.1J', 'OCPP 2.0.1'],
  ['ocpp2.1J', 'OCPP 2.1'],
  ['something', 'something'],
])('%s reads %s', (protocol, words) => expect(protocolWords(protocol)).toBe(words))
