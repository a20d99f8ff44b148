// The address while a render lags behind it: changes build on the newest query, not on the rendered one.
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '#testing/web/render.tsx'
import { type ChangeAddress, useAddress } from './address.ts'
import { type ListControls, useListState } from './list-state.ts'
import { RowLink } from './row-link.tsx'
import { useTab } from './tabs.tsx'

let change: ChangeAddress
let list: ListControls
let setTab: (id: string) => void
function Probe() {
  change = useAddress()[1]
  list = useListState()
  setTab = useTab(['first', 'second'])[1]
  return <RowLink to="?entry=5">Entry 5</RowLink>
}

test('changes made before the next render all stay: search, tab, an entry opened and closed', async () => {
  const { router } = show(<Probe />, { at: '/audit?entry=4&page=3' })
  await act(async () => {
    list.set({ q: 'sign-in' })
    change(now => now.delete('entry'), { replace: true })
    setTab('second')
  })
  expect(router.state.location.search).toBe('?q=sign-in&tab=second')
})

test('a link of a row keeps the search that its render has not seen', async () => {
  const { router } = show(<Probe />, { at: '/audit' })
  await act(async () => {
    list.set({ q: 'sign-in' })
    fireEvent.click(screen.getByRole('link', { name: 'Entry 5' }))
  })
  expect(router.state.location.search).toBe('?q=sign-in&entry=5')
  expect(screen.getByRole('link')).toHaveAttribute('href', '/audit?q=sign-in&entry=5')
})

test('a search told after the reader has left does not bring the screen back', async () => {
  const { router } = show(<Probe />, { at: '/audit' })
  const { set } = list
  await act(() => router.navigate('/charger?page=2'))
  await act(async () => set({ q: 'late' }))
  expect(router.state.location).toMatchObject({ pathname: '/charger', search: '?page=2' })
})
