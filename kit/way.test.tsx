// The way over the browser's own history: steps, state, and the question before a page is left.
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Link, UNSAFE_createBrowserHistory, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfirmHost, withdraw } from './confirm.tsx'
import { useLeaveGuard } from './leave-guard.ts'
import { type AppNavigator, makeWay, Routed } from './way.tsx'

const popped = () => new Promise(resolve => addEventListener('popstate', resolve, { once: true }))
/** Presses Back or Forward of the browser and waits until it is there. */
const go = (delta: number) =>
  act(async () => {
    const there = popped()
    history.go(delta)
    await there
  })
const shown = () => location.pathname + location.search

function Page() {
  const { pathname, search, state } = useLocation()
  return (
    <p>
      at {pathname + search} with {JSON.stringify(state)}
    </p>
  )
}
function FormPage() {
  const [isDirty, setDirty] = useState(false)
  const saved = useLeaveGuard(isDirty)
  return (
    <>
      <Page />
      <button type="button" onClick={() => setDirty(true)}>
        Type
      </button>
      <button
        type="button"
        onClick={() => {
          saved.current = true
        }}
      >
        Save
      </button>
      <Link to="/list?page=2" state={{ from: 'form' }}>
        List
      </Link>
      <Link to="?tab=two">Tab two</Link>
    </>
  )
}

let way: AppNavigator
let unmount: () => void
beforeEach(() => {
  history.replaceState(null, '', '/before')
  way = makeWay(UNSAFE_createBrowserHistory({ v5Compat: true }))
  ;({ unmount } = render(
    <>
      <Routed
        way={way}
        routes={[
          { path: '/form', element: <FormPage /> },
          { path: '*', element: <Page /> },
        ]}
      />
      <ConfirmHost />
    </>,
  ))
})
afterEach(() => {
  withdraw()
  unmount()
  history.replaceState(null, '', '/')
})
const toForm = async () => {
  act(() => way.navigate('/form', { state: { draft: 1 } }))
  await screen.findByText('at /form with {"draft":1}')
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const question = () => screen.findByRole('dialog', { name: 'Leave without saving' })
const answer = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('links, Back and Forward show the page of the address, each entry with its own state', async () => {
  await toForm()
  await userEvent.click(screen.getByRole('link', { name: 'List' }))
  expect(await screen.findByText('at /list?page=2 with {"from":"form"}')).toBeVisible()
  await go(-1)
  expect(await screen.findByText('at /form with {"draft":1}')).toBeVisible()
  await go(1)
  expect(await screen.findByText('at /list?page=2 with {"from":"form"}')).toBeVisible()
  act(() => way.navigate('/list?page=3', { replace: true }))
  await go(-1)
  expect(shown()).toBe('/form')
})

test('the address is known at once, before it is drawn', () => {
  way.push('/soon?q=1')
  expect(way.location).toMatchObject({ pathname: '/soon', search: '?q=1' })
  expect(screen.getByText('at /before with null')).toBeVisible()
})

test('Back from what was typed asks: the address stays, Stay keeps the page, Leave goes there and asks no more', async () => {
  await toForm()
  await press('Type')
  await go(-1)
  expect(await question()).toBeVisible()
  await waitFor(() => expect(shown()).toBe('/form'))
  expect(way.location).toMatchObject({ pathname: '/form', state: { draft: 1 } })
  await answer('Stay')
  expect(screen.getByText('at /form with {"draft":1}')).toBeVisible()
  await go(-1)
  await question()
  await answer('Leave')
  expect(await screen.findByText('at /before with null')).toBeVisible()
  expect(shown()).toBe('/before')
  expect(screen.queryByRole('dialog')).toBeNull()
  // The form is still ahead, with nothing typed.
  await go(1)
  expect(await screen.findByText('at /form with {"draft":1}')).toBeVisible()
  await go(-1)
  expect(await screen.findByText('at /before with null')).toBeVisible()
})

test('a link asks once and then leads where it led; another query of the page and a saved form do not ask', async () => {
  await toForm()
  await press('Type')
  await userEvent.click(screen.getByRole('link', { name: 'Tab two' }))
  expect(await screen.findByText(/^at \/form\?tab=two/)).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'List' }))
  await question()
  expect(shown()).toBe('/form?tab=two')
  await answer('Leave')
  expect(await screen.findByText('at /list?page=2 with {"from":"form"}')).toBeVisible()
  await toForm()
  await press('Type')
  await press('Save')
  await userEvent.click(screen.getByRole('link', { name: 'List' }))
  expect(await screen.findByText('at /list?page=2 with {"from":"form"}')).toBeVisible()
})

test('the browser asks before the tab is closed, only while something is unsaved', async () => {
  const closing = () => {
    const event = new Event('beforeunload', { cancelable: true })
    dispatchEvent(event)
    return event.defaultPrevented
  }
  await toForm()
  expect(closing()).toBe(false)
  await press('Type')
  expect(closing()).toBe(true)
  unmount()
  expect(closing()).toBe(false)
})

test('a form that is taken away, as by the end of a session, takes its question along', async () => {
  await toForm()
  await press('Type')
  act(() => way.navigate('/login', { replace: true }))
  await question()
  unmount()
  render(<ConfirmHost />)
  expect(screen.queryByRole('dialog')).toBeNull()
})
