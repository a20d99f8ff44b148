// Sentences are found in comments of every form, and those that stand for too many nouns are named.
import { expect, test } from 'vitest'
import { isVague, sentencesIn } from './plain-english.ts'

test('sentences of comments on following lines are read as one text, with the line on which each begins', () => {
  const source = `// A first sentence goes
// over two lines. A second one
// follows.
const a = 'it, what and that' /* A third. */
/**
 * A fourth
 * sentence.
 */
const b = 1`
  expect(sentencesIn(source)).toEqual([
    { line: 1, text: 'A first sentence goes over two lines.' },
    { line: 2, text: 'A second one follows.' },
    { line: 4, text: 'A third.' },
    { line: 6, text: 'A fourth sentence.' },
  ])
})

test.each([
  ['The charger keeps the key until it is replaced.', false],
  ['Of a charger nobody knows the state.', true],
  ['What is missing stays.', true],
  ['Whoever asks for it gets what was stored with one that ended.', true],
  ['The column `it one that` is read.', false],
])('%s', (sentence, vague) => {
  expect(isVague(sentence)).toBe(vague)
})
