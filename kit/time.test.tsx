// Relative times as a column and within a sentence.
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RelativeTime } from './time.tsx'

test('a time of a moment ago begins small within a sentence, and large where it stands alone', () => {
  const at = new Date()
  const { container } = render(
    <>
      <p>
        Since <RelativeTime within at={at} />
      </p>
      <p>
        <RelativeTime at={at} />
      </p>
    </>,
  )
  expect([...container.querySelectorAll('p')].map(p => p.textContent)).toEqual(['Since just now', 'Just now'])
})
