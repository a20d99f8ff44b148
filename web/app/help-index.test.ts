// The search of the guide: slips in long words are forgiven, short words are taken as they are typed.
import MiniSearch from 'minisearch'
import { expect, test } from 'vitest'
import { type Entry, indexOptions } from './help-index.ts'

const index = new MiniSearch<Entry>(indexOptions)
index.addAll([
  { id: 'top', page: 'One', title: 'The top of a screen', text: 'An App of your phone' },
  { id: 'stop', page: 'One', title: 'Stopping', text: 'How to stop a session, by hand or by the API' },
  { id: 'back', page: 'One', title: 'Money goes back', text: 'A refund of a payment' },
])

test.each([
  ['stop', ['stop']],
  ['API', ['stop']],
  ['top', ['top']],
  ['sto', ['stop']],
  ['refnd', ['back']],
  ['sesion', ['stop']],
  ['stpo', []],
])('%s finds %j', (words, ids) => {
  expect(index.search(words).map(found => found.id)).toEqual(ids)
})
