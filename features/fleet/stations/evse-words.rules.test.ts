import { expect, test } from 'vitest'
import { connectorCell, connectorMark, connectorText, connectorWords } from './evse-words.rules.ts'

test.each([
  [{ connectorId: 2 }, 'Connector 2', 'connector 2'],
  [{ connectorId: 2, evseId: null, evseConnectorId: null }, 'Connector 2', 'connector 2'],
  [{ connectorId: 3, evseId: 2, evseConnectorId: null }, 'EVSE 2', 'EVSE 2'],
  [{ connectorId: 3, evseId: 2, evseConnectorId: 1 }, 'EVSE 2, connector 1', 'EVSE 2, connector 1'],
])('%o reads %s', (n, text, words) => {
  expect(connectorText(n)).toBe(text)
  expect(connectorWords(n)).toBe(words)
  expect(connectorMark(n)).toBe(text.replace(/^Connector /, ''))
  expect(String(connectorCell(n))).toBe(connectorMark(n))
})
