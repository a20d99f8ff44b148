// A form goes back to the screen that led to it, and to its list where no screen of the portal is named.
import { renderHook } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { useWayBack, withWayBack } from './way-back.ts'

const wayBackFrom = (address: string): string =>
  renderHook(() => useWayBack('/team'), {
    wrapper: ({ children }) => <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>,
  }).result.current

test.each([
  ['/team/new', '/team'],
  [withWayBack('/team/new', '/first-steps'), '/first-steps'],
  [withWayBack('/team/new?tab=address', '/first-steps'), '/first-steps'],
  ['/team/new?back=', '/team'],
  ['/team/new?back=//elsewhere.example', '/team'],
  ['/team/new?back=https://elsewhere.example', '/team'],
  ['/team/new?back=first-steps', '/team'],
])('%s leads back to %s', (address, back) => expect(wayBackFrom(address)).toBe(back))
