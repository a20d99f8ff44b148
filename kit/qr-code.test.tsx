import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { qrDrawing } from './qr.ts'
import QrCode from './qr-code.tsx'

test.each([40, 400, 1100])('a code of %s letters has modules of whole pixels, three of them', length => {
  const text = 'x1'.repeat(length / 2)
  render(<QrCode text={text} label="Code" />)
  const shown = screen.getByRole('img', { name: 'Code' })
  expect(getComputedStyle(shown).width).toBe(`${3 * qrDrawing(text).size}px`)
})
