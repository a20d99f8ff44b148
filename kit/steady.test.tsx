// What is drawn anew, and what stays as it is.
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { isAlike, steady } from './steady.ts'

class Own {
  value = 1
}
const run = () => undefined
test.each<[string, unknown, unknown, boolean]>([
  ['the same text', 'a', 'a', true],
  ['another text', 'a', 'b', false],
  ['no number twice', Number.NaN, Number.NaN, true],
  ['nothing and missing', null, undefined, false],
  ['choices named in place', [{ value: 1, label: 'A' }], [{ value: 1, label: 'A' }], true],
  ['one choice more', [{ value: 1 }], [{ value: 1 }, { value: 2 }], false],
  ['a choice turned off', [{ value: 1, disabled: false }], [{ value: 1, disabled: true }], false],
  ['another key without a value', { a: undefined }, { b: undefined }, false],
  ['a list and an object', [], {}, false],
  ['the same function', { run }, { run }, true],
  ['a function made anew', { run }, { run: () => undefined }, false],
  ['instances of a class', new Own(), new Own(), false],
  ['days', new Date(0), new Date(1), false],
  ['elements', <b key="a">A</b>, <b key="a">A</b>, false],
])('%s', (_what, a, b, alike) => expect(isAlike(a, b)).toBe(alike))

test('a part is drawn anew where something else is told, and then alone', () => {
  let drawn = 0
  const Choices = steady(({ options }: { options: readonly { value: number; label: string }[] }) => {
    drawn++
    return <p>{options.map(o => o.label).join()}</p>
  })
  const view = render(<Choices options={[{ value: 1, label: 'A' }]} />)
  const first = drawn
  view.rerender(<Choices options={[{ value: 1, label: 'A' }]} />)
  expect(drawn).toBe(first)
  view.rerender(<Choices options={[{ value: 1, label: 'B' }]} />)
  expect(drawn).toBeGreaterThan(first)
  expect(view.container).toHaveTextContent('B')
})
