// The words beside a border of price slots (M-2.3).
import { expect, test } from 'vitest'
import { markText } from './bill-text.rules.ts'

test.each([
  ['measured', /sent its meter reading at this moment/],
  ['interpolated', /readings just before and after/],
  ['without samples', /no readings: shared out evenly over the session/],
] as const)('%s', (mark, words) => expect(markText[mark]).toMatch(words))
