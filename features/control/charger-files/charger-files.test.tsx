// The files of a charge point on screen, with the real client: what each row says, and the download (S-FILES).
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { downloads } from '#testing/web/downloads.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, testServer, testUser } from '#testing/web/server.ts'
import { type ChargerFile, listChargerFiles } from './charger-file.contract.ts'
import { ChargerFiles } from './charger-files.parts.tsx'

const file = (more: Partial<ChargerFile>): ChargerFile => ({
  fileId: 1,
  taskId: 't-1',
  operation: 'GetDiagnostics',
  kind: 'diagnostics',
  state: 'awaited',
  askedAt: '2026-01-05T08:00:00Z',
  askedBy: 'asha',
  openUntil: '2026-01-06T08:00:00Z',
  name: null,
  bytes: null,
  receivedAt: null,
  keptUntil: null,
  ...more,
})
const charger = { chargepoint_pk: 7, chargepoint_id: 'CP-07' }
const received = file({ state: 'received', name: 'diag.zip', bytes: 2_411_724, receivedAt: '2026-01-05T08:01:00Z' })
const uploadUrl = 'https://p.example/public/charger-file'

test.each([
  [received, /^diag\.zipGetDiagnostics.*by ashaReceived2\.3 MB ·.*Download/],
  [file({}), /^Diagnostics.*AwaitedThe charge point may send it until .*2026/],
  [file({ state: 'nothing' }), /Nothing thereThe charge point said that it has no such file\.$/],
  [file({ state: 'refused', kind: 'security' }), /^Security log.*Not sentThe charge point did not take the request\.$/],
  [file({ state: 'missing' }), /Never cameNothing came within 24 hours\.$/],
])('a row says how far its file has come', async (row, words) => {
  signInAs(testUser([roleIn(1, 'Volt Works', { ChargerPoint: 'V' })]))
  testServer().on(listChargerFiles, { data: [row], uploadUrl, elsewhere: [] })
  show(<ChargerFiles teamId={1} charger={charger} />)
  expect(await screen.findByRole('listitem')).toHaveTextContent(words)
  expect(screen.queryByRole('button', { name: /^Actions/ })).toBeNull()
})

test('one that goes to another address says so and leads to its task, among the others by time', async () => {
  signInAs(testUser([roleIn(1, 'Volt Works', { ChargerPoint: 'V' })]))
  const outside = { taskId: 't-9', operation: 'GetLog', askedAt: '2026-01-06T08:00:00Z', askedBy: 'asha' }
  testServer().on(listChargerFiles, { data: [received], uploadUrl, elsewhere: [outside] })
  const opened: string[] = []
  show(<ChargerFiles teamId={1} charger={charger} onTask={id => opened.push(id)} />)
  const [first, second] = await screen.findAllByRole('listitem')
  expect(first).toHaveTextContent(/^LogGetLog.*by ashaElsewhereIt goes to an address outside the portal/)
  expect(second).toHaveTextContent(/^diag\.zip/)
  await userEvent.click(screen.getByRole('button', { name: 'Details of GetLog' }))
  expect(opened).toEqual(['t-9'])
})

test('a file is fetched with the token and saved under its name; who may update may delete it', async () => {
  signInAs(testUser([roleIn(1, 'Volt Works', { ChargerPoint: 'VU' })]))
  testServer().on(listChargerFiles, { data: [received], uploadUrl, elsewhere: [] })
  const saved = downloads()
  show(<ChargerFiles teamId={1} charger={charger} />)
  const row = within(await screen.findByRole('listitem'))
  const listed = globalThis.fetch
  const asked = vi.fn(async (_url: string, _init: RequestInit) => new Response('zip'))
  vi.stubGlobal('fetch', asked)
  await userEvent.click(row.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(saved.map(f => f.name)).toEqual(['diag.zip']))
  vi.stubGlobal('fetch', listed)
  const [url, init] = asked.mock.calls[0] ?? []
  expect(url).toBe('/cms/v1/team/1/charger/7/file/1')
  expect(init?.headers).toMatchObject({ authorization: expect.stringMatching(/^Bearer ./) })
  await userEvent.click(row.getByRole('button', { name: 'Actions of diag.zip' }))
  expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeVisible()
})
