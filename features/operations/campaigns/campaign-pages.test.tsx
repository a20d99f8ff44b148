// The screens of firmware files and campaigns with the real client.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import { type Firmware, getFirmware, listFirmware } from '#operations/firmware/firmware.contract.ts'
import { firmwareFields } from '#operations/firmware/firmware.fields.ts'
import { FirmwareFilesPage } from '#operations/firmware/firmware-files-page.tsx'
import { FirmwarePage } from '#operations/firmware/firmware-page.tsx'
import { listTeamChoices } from '#people/teams/team.contract.ts'
import { emptyRecord } from '#testing/web/record.ts'
import { menuOf, showScreens, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import {
  type Campaign,
  countCampaign,
  createCampaign,
  getCampaign,
  getCampaignProgress,
  listCampaigns,
  listFleetVersions,
  pauseCampaign,
  startCampaign,
} from './campaign.contract.ts'
import { campaignFields } from './campaign.fields.ts'
import { CHARGER_STATES } from './campaign.words.ts'
import { type CampaignCharger, getCampaignCharger, listCampaignChargers } from './campaign-charger.contract.ts'
import { campaignChargerFields } from './campaign-charger.fields.ts'
import { CampaignPage } from './campaign-page.tsx'
import { CampaignsPage } from './campaigns-page.tsx'

const AT = '2026-03-04T08:00:00.000Z'
const campaign = (more: Partial<Campaign> = {}): Campaign => ({
  ...emptyRecord(campaignFields),
  campaign_id: 7,
  name: 'Spring',
  state: 'Running',
  firmware: 'Maker One 2.0.0',
  firmware_id: 3,
  chargers: 200,
  verified: 12,
  given_up: 1,
  wave: 2,
  at_once: 10,
  wave_percent: 95,
  stop_percent: 20,
  waits_for_sessions: true,
  retries: 2,
  step_minutes: 60,
  give_up_hours: 72,
  time_zone: 'Asia/Kolkata',
  createdAt: AT,
  team_name: 'North',
  teamId: 1,
  choice: { teamId: null, sites: null, versions: null, chargers: null, matching: null },
  waves: [{ count: 5, unit: 'chargers' }],
  window: { from: '22:00', to: '04:00' },
  ...more,
})
const file: Firmware = {
  ...emptyRecord(firmwareFields),
  firmware_id: 3,
  version: '2.0.0',
  vendor: 'Maker',
  model: 'One',
  source: 'Upload',
  file_name: 'fw.bin',
  bytes: 2048,
  sha256: 'ab'.repeat(32),
  createdAt: AT,
  team_name: 'North',
  teamId: 1,
  contentId: 9,
  operationUrl: 'https://portal.example/public/firmware-file/3',
  campaigns: 0,
}
const charger: CampaignCharger = {
  ...emptyRecord(campaignChargerFields),
  chargepoint_pk: 11,
  chargepoint_id: 'DC-1',
  state: 'Failed',
  reason: 'Started with version 1.0.0, not with 2.0.0',
  wave: 1,
  attempt: 1,
  state_at: AT,
  connection: 'Online',
}
const states = { ...Object.fromEntries(CHARGER_STATES.map(s => [s, 0])), Verified: 12, Failed: 1 } as Record<
  (typeof CHARGER_STATES)[number],
  number
>

const as = (letters: string) =>
  signInAs(testUser([roleIn(1, 'Volt Works', { Campaign: letters, ChargerPoint: letters, ChargingSite: letters })]))
let server: TestServer
beforeEach(() => {
  as('VCUD')
  server = testServer()
    .on(listCampaigns, {
      data: [campaign(), campaign({ campaign_id: 6, name: 'Draft one', state: 'Draft' })],
      total: 2,
    })
    .on(getCampaign, () => ({ data: campaign(), tag: '"one"' }))
    .on(getCampaignProgress, {
      data: {
        states,
        models: [{ vendor: 'Maker', model: 'One', versionBefore: '1.0.0', states }],
        waves: [
          { wave: 1, size: 5, verified: 5, ended: 5, unsent: 0, again: 0, failed: 0 },
          { wave: 2, size: 195, verified: 7, ended: 8, unsent: 0, again: 0, failed: 1 },
        ],
        isInWindow: false,
        events: [{ id: 1, at: AT, what: 'Started', note: '200 charge points', by: 'operator' }],
      },
    })
    .on(listCampaignChargers, { data: [charger], total: 1 })
    .on(listFirmware, { data: [file], total: 1 })
    .on(getFirmware, () => ({ data: file, tag: '"f"' }))
    .on(listFleetVersions, { data: [{ vendor: 'Maker', model: 'One', version: '1.0.0', chargers: 4 }] })
    .on(countCampaign, {
      data: { count: 4, offline: 1, charging: 2, sameVersion: 0, otherModel: 3, taken: 0, first: ['DC-1', 'DC-2'] },
    })
    .on(listTeamChoices, { data: [], total: 0 })
    .on(listRecordAudit, { data: [] })
})
const at = (path: string) =>
  showScreens(
    [
      ['/campaigns', <CampaignsPage key="a" />],
      ['/campaigns/new', <CampaignPage key="n" />],
      ['/campaigns/:id', <CampaignPage key="c" />],
      ['/firmware', <FirmwareFilesPage key="f" />],
      ['/firmware/new', <FirmwarePage key="g" />],
      ['/firmware/:id', <FirmwarePage key="h" />],
    ],
    path,
  )

test('the list offers what the state of a campaign allows', async () => {
  at('/campaigns')
  expect(await menuOf('Spring')).toEqual(['View', 'Pause', 'Cancel campaign'])
  await userEvent.keyboard('{Escape}')
  expect(await menuOf('Draft one')).toEqual(['View', 'Start', 'Delete'])
})

test('a campaign is started with the number that was shown', async () => {
  const bodies: unknown[] = []
  // Somebody has chosen another file since the list was read.
  server.on(getCampaign, () => ({ data: campaign({ state: 'Draft', firmware: 'Maker One 2.1.0' }), tag: '"draft"' }))
  server.on(startCampaign, ({ body }) => {
    bodies.push(body)
    return { data: campaign(), message: 'Campaign started' }
  })
  at('/campaigns')
  await menuOf('Draft one')
  await userEvent.click(screen.getByRole('menuitem', { name: 'Start' }))
  const dialog = await screen.findByRole('dialog')
  expect(
    within(dialog).getByText(/4 charge points will be updated to Maker One 2.1.0.*1 is offline, 2 are charging/),
  ).toBeVisible()
  expect(within(dialog).getByText(/They are sent only from 22:00 to 04:00 by the clock of each site/)).toBeVisible()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Start' }))
  expect(await screen.findByText('Campaign started')).toBeVisible()
  expect(bodies).toEqual([{ confirmed: 4 }])
})

test('a campaign that runs shows states, waves, models and its chargers; a state narrows the list', async () => {
  server.on(pauseCampaign, { data: campaign({ state: 'Paused' }), message: 'Campaign paused' })
  const { router } = at('/campaigns/7')
  expect(await screen.findByText(/Outside of its window, 22:00 to 04:00/)).toBeVisible()
  expect(within(screen.getByRole('region', { name: 'Waves' })).getByText(/5 of 5 verified \(100 %\)/)).toBeVisible()
  expect(within(screen.getByRole('region', { name: 'By model' })).getByText('Maker One')).toBeVisible()
  expect(await screen.findByText('Started with version 1.0.0, not with 2.0.0')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Verified: 12' }))
  await waitFor(() => expect(decodeURIComponent(router.state.location.search)).toContain('"value":"Verified"'))
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }))
  expect(await screen.findByText('Campaign paused')).toBeVisible()
})

test('a charger that failed says when it is tried again', async () => {
  const next_at = new Date(Date.now() + 3 * 60_000).toISOString()
  server.on(listCampaignChargers, { data: [{ ...charger, next_at }], total: 1 })
  server.on(getCampaignCharger, { data: { ...charger, next_at, events: [] } })
  at('/campaigns/7')
  const grid = await screen.findByRole('table', { name: 'Charge points of this campaign' })
  expect(within(grid).getByRole('columnheader', { name: /Next try/ })).toBeVisible()
  expect(
    within(grid)
      .getAllByRole('time')
      .map(t => t.getAttribute('datetime')),
  ).toContain(next_at)
  await menuOf('DC-1')
  await userEvent.click(screen.getByRole('menuitem', { name: 'History' }))
  expect(await within(await screen.findByRole('dialog')).findByText('Next try')).toBeVisible()
})

test('a campaign that was rolled back offers no way back, and one that is done does', async () => {
  const done = campaign({ state: 'Done' })
  server.on(getCampaign, () => ({ data: done, tag: '"done"' }))
  const { unmount } = at('/campaigns/7')
  expect(await screen.findByRole('button', { name: 'Roll back' })).toBeVisible()
  unmount()
  server.on(getCampaign, () => ({ data: campaign({ state: 'Done', rolled_back: true }), tag: '"back"' }))
  at('/campaigns/7')
  expect(await screen.findByRole('region', { name: 'Waves' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Roll back' })).toBeNull()
})

test('a charger tells its history', async () => {
  server.on(getCampaignCharger, {
    data: {
      ...charger,
      events: [
        { id: 1, at: AT, what: 'Sent', attempt: 1, note: null },
        { id: 2, at: AT, what: 'Failed', attempt: 1, note: 'Started with version 1.0.0, not with 2.0.0' },
      ],
    },
  })
  at('/campaigns/7')
  await menuOf('DC-1')
  await userEvent.click(screen.getByRole('menuitem', { name: 'History' }))
  const dialog = await screen.findByRole('dialog')
  const lines = await within(dialog).findByRole('list', { name: 'History' })
  expect(
    within(lines)
      .getAllByRole('listitem')
      .map(l => l.textContent),
  ).toEqual([expect.stringMatching(/^Sent/), expect.stringMatching(/^Failed.*not with 2.0.0$/)])
})

test('a stopped campaign says why and may go on; whoever may only look is offered nothing', async () => {
  const stopped = campaign({ state: 'Stopped', stopped_why: '3 charge points of wave 1 failed: more than 20 %' })
  server.on(getCampaign, () => ({ data: stopped, tag: '"two"' }))
  const { unmount } = at('/campaigns/7')
  expect(await screen.findByText(/The campaign has stopped: 3 charge points of wave 1 failed/)).toBeVisible()
  for (const name of ['Go on', 'Go on, and try those given up again', 'Cancel campaign', 'Roll back'])
    expect(screen.getByRole('button', { name })).toBeVisible()
  unmount()
  as('V')
  at('/campaigns/7')
  expect(await screen.findByText(/The campaign has stopped/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Go on' })).toBeNull()
})

test('the form counts what is chosen, and a refused choice stands at its fields', async () => {
  const bodies: { choice?: object; window?: object | null }[] = []
  server.on(createCampaign, ({ body }) => {
    bodies.push(body as object)
    return bodies.length === 1
      ? { status: 422, message: 'Nothing', errors: { choice: 'This choice holds no charge point' } }
      : { data: campaign({ state: 'Draft' }), message: 'Campaign created successfully' }
  })
  const { router } = at('/campaigns/new')
  await userEvent.type(await screen.findByLabelText(/^Name/), 'Spring')
  await userEvent.click(await screen.findByRole('combobox', { name: /^Firmware/ }))
  await userEvent.click(await screen.findByRole('option', { name: /Maker One 2.0.0/ }))
  expect(await screen.findByText('4 charge points will be updated')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This choice holds no charge point')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns/7'))
  expect(bodies[1]).toMatchObject({
    name: 'Spring',
    firmware_id: 3,
    choice: { teamId: null, sites: null, versions: null, chargers: null, matching: null },
    window: null,
    waves: [{ count: 5, unit: 'chargers' }],
  })
})

test('a team and a model narrow a campaign, and its window names the time zone that it counts in', async () => {
  const other: Firmware = { ...file, firmware_id: 4, model: 'Two', version: '3.0.0' }
  const asked: string[] = []
  server
    .on(listTeamChoices, { data: [{ teamId: 5, name: 'North yard', parentName: null }], total: 1 })
    .on(listFleetVersions, {
      data: [
        { vendor: 'MAKER', model: 'One ', version: '1.0.0', chargers: 4 },
        { vendor: 'Maker', model: 'One', version: '1.5.0', chargers: 2 },
        { vendor: 'Maker', model: 'Two', version: '1.0.0', chargers: 9 },
      ],
    })
    .on(listFirmware, ({ query }) => {
      const filters = query.get('filters')
      asked.push(filters ?? '')
      const of = filters?.includes('two') ? [other] : filters ? [file] : [file, other]
      return { data: of, total: of.length }
    })
    .on(getFirmware, ({ params }) => ({ data: params.firmwareId === '4' ? other : file, tag: '"f"' }))
  const bodies: { firmware_id?: number; choice?: object }[] = []
  server.on(createCampaign, ({ body }) => {
    bodies.push(body as object)
    return { data: campaign({ state: 'Draft' }), message: 'Campaign created successfully' }
  })
  at('/campaigns/new')
  await userEvent.type(await screen.findByLabelText(/^Name/), 'Spring')
  expect(screen.getByText(/by the clock of their site \(Asia\/Kolkata where a site names no time zone/)).toBeVisible()
  const model = () => screen.getByRole('combobox', { name: /^Model/ })
  const firmware = () => screen.getByRole('combobox', { name: /^Firmware/ })
  await userEvent.click(firmware())
  await userEvent.click(await screen.findByRole('option', { name: /Maker One 2.0.0/ }))
  // The file brings its model, counted over all spellings of it.
  await waitFor(() => expect(model()).toHaveTextContent(/One\s+\(6 charge points\)/))
  await userEvent.click(model())
  await userEvent.click(await screen.findByRole('option', { name: 'Maker Two (9 charge points)' }))
  // Another model takes the file away, and its own files alone are offered.
  await waitFor(() => expect(firmware()).toHaveValue(''))
  await userEvent.click(firmware())
  await userEvent.click(await screen.findByRole('option', { name: /Maker Two 3.0.0/ }))
  expect(screen.queryByRole('option', { name: /Maker One 2.0.0/ })).toBeNull()
  expect(JSON.parse(asked.at(-1) ?? '').conditions).toMatchObject([
    { field: 'vendor', operator: 'equals', value: 'maker' },
    { field: 'model', operator: 'equals', value: 'two' },
  ])
  await userEvent.click(screen.getByRole('combobox', { name: 'Team' }))
  await userEvent.click(await screen.findByRole('option', { name: 'North yard' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(bodies).toHaveLength(1))
  expect(bodies[0]).toMatchObject({ firmware_id: 4, choice: { teamId: 5 } })
  expect(bodies[0]).not.toHaveProperty('model')
})

test('a firmware file shows its address for operations; once a campaign has begun its notes alone change', async () => {
  server.on(getFirmware, () => ({ data: { ...file, campaigns: 1 }, tag: '"f"' }))
  at('/firmware/3')
  expect(await screen.findByText(/public\/firmware-file\/3/)).toBeVisible()
  expect(screen.getByText(/only its release notes may change/)).toBeVisible()
  expect(screen.getByLabelText(/^Version/)).toBeDisabled()
  expect(screen.getByRole('textbox', { name: 'Release notes' })).toBeEnabled()
})
