// Links into the books: each part of the screen has an address.
import { expect, test } from 'vitest'
import { type BooksPlace, booksPath } from './books-address.rules.ts'

test.each<[BooksPlace, string]>([
  [{}, '/reconciliation'],
  [{ tab: 'balance' }, '/reconciliation'],
  [{ tab: 'clearing' }, '/reconciliation?tab=clearing'],
  [{ tab: 'month', month: '2026-02' }, '/reconciliation?tab=month&month=2026-02'],
  [{ asOf: '2026-02-28', kind: 'hold' }, '/reconciliation?asOf=2026-02-28&kind=hold'],
  [{ kind: 'owner', account: 7 }, '/reconciliation?kind=owner&account=7'],
  [{ tab: 'clearing', open: 'refundClearing', age: undefined }, '/reconciliation?tab=clearing&open=refundClearing'],
  [{ kind: 'a&b=c' }, '/reconciliation?kind=a%26b%3Dc'],
])('%j: %s', (place, path) => expect(booksPath(place)).toBe(path))
