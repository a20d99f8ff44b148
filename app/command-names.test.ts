// Commands are named as they are typed where the product came from.
import { expect, test } from 'vitest'
import { withCommands } from './command-names.ts'

test('the package names its own program, the sources name npm', () => {
  const text = 'npm run admin -- figures --rebuild works them out anew.'
  expect(withCommands(text, true)).toBe('wattdesk admin figures --rebuild works them out anew.')
  expect(withCommands(text)).toBe(text)
})
