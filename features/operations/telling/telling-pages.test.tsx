// What a person is told, and stopping mails by their link, with the real client.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import {
  getAlertChoices,
  getMailStop,
  removePushBrowser,
  setAlertChoices,
  startMails,
  stopMails,
} from '#operations/alerts/alert-telling.contract.ts'
import { show, showScreens, signInAs } from '#testing/web/render.tsx'
import { type TestServer, testServer } from '#testing/web/server.ts'
import { MyMessagesPage } from './my-messages-page.tsx'
import { nameOfBrowser } from './push-here.actions.ts'
import { StopMailsPage } from './stop-mails-page.tsx'

const browser = {
  id: 4,
  name: 'Chrome on Linux',
  since: '2026-03-04T08:00:00.000Z',
  usedAt: null,
  endpoint: 'https://p.example/1',
}
const mine = {
  choices: (['mail', 'sms', 'push'] as const).map(channel => ({
    channel,
    least: 'Minor' as const,
    from: null,
    to: null,
  })),
  email: 'me@volt.example',
  phone: null,
  pushKey: 'BK',
  browsers: [browser],
}
let server: TestServer
beforeEach(() => {
  signInAs()
  server = testServer().on(getAlertChoices, { data: mine })
})

test('a person chooses what comes by each way, and in which hours; half a time is refused', async () => {
  const bodies: unknown[] = []
  server.on(setAlertChoices, ({ body }) => {
    bodies.push(body)
    return { data: mine, message: 'Your choices are saved' }
  })
  show(<MyMessagesPage />)
  const mail = await screen.findByRole('region', { name: 'Mail' })
  expect(screen.getByRole('region', { name: 'Text message' })).toHaveTextContent('Your profile has no phone number')
  await userEvent.click(within(mail).getByRole('combobox', { name: /^Alerts/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Critical alone' }))
  await userEvent.type(within(mail).getByLabelText('From'), '08:00')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await within(mail).findByText('Please enter both times')).toBeVisible()
  await userEvent.type(within(mail).getByLabelText('Until'), '20:00')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Your choices are saved')).toBeVisible()
  expect(bodies).toEqual([
    { choices: [{ channel: 'mail', least: 'Critical', from: '08:00', to: '20:00' }, ...mine.choices.slice(1)] },
  ])
})

test('a browser is taken out of the list', async () => {
  const removed: unknown[] = []
  server.on(removePushBrowser, ({ params }) => {
    removed.push(params)
    return { data: { id: 4 }, message: 'The browser gets no more messages' }
  })
  show(<MyMessagesPage />)
  const browsers = await screen.findByRole('region', { name: 'Browsers' })
  expect(within(browsers).getByText('Chrome on Linux')).toBeVisible()
  await userEvent.click(within(browsers).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(removed).toHaveLength(1))
})

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['something else', 'Browser'],
])('%s is %s', (agent, name) => expect(nameOfBrowser(agent)).toBe(name))

test('opening the link of a mail changes nothing; its button stops mails and lets them come again', async () => {
  let isStopped = false
  const state = () => ({ data: { receiver: 'guard@volt.example', isStopped } })
  server
    .on(getMailStop, state)
    .on(stopMails, () => {
      isStopped = true
      return state()
    })
    .on(startMails, () => {
      isStopped = false
      return state()
    })
  showScreens([['/stop-mails', <StopMailsPage key="s" />]], '/stop-mails?of=company-1-guard@volt.example&key=k')
  expect(await screen.findByText('guard@volt.example gets mails about alerts.')).toBeVisible()
  expect(isStopped).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Stop these mails' }))
  expect(await screen.findByText('guard@volt.example gets no more mails about alerts.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Let them come again' }))
  expect(await screen.findByText('guard@volt.example gets mails about alerts.')).toBeVisible()
})
test('a link that is not valid says so', async () => {
  server.on(getMailStop, () => ({ status: 404, message: 'This link is not valid' }))
  showScreens([['/stop-mails', <StopMailsPage key="s" />]], '/stop-mails?of=x&key=k')
  expect(await screen.findByText(/This link is not valid/)).toBeVisible()
})
