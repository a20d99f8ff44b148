// The screens of settings templates with the real client: the list, the form with the server's refusals at its fields, the
// figures of a template, and exceptions.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { listChargers } from '#fleet/chargers/charger.contract.ts'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import { emptyRecord } from '#testing/web/record.ts'
import { menuOf, showScreens, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import {
  createSettingsException,
  deleteSettingsException,
  listSettingsExceptions,
  type SettingsException,
} from './settings-exception.contract.ts'
import { settingsExceptionFields } from './settings-exception.fields.ts'
import {
  createSettingsTemplate,
  getSettingsPlaces,
  getSettingsTemplate,
  getTemplateReach,
  listSettingsTemplates,
  type SettingsTemplate,
  updateSettingsTemplate,
} from './settings-template.contract.ts'
import { settingsTemplateFields } from './settings-template.fields.ts'
import { SettingsTemplatePage } from './settings-template-page.tsx'
import { SettingsTemplatesPage } from './settings-templates-page.tsx'

const AT = '2026-03-04T08:00:00.000Z'
const template: SettingsTemplate = {
  ...emptyRecord(settingsTemplateFields),
  template_id: 7,
  name: 'Yard',
  vendor: 'Maker',
  model: 'One',
  key_count: 2,
  reaches: 'the model, 1 team',
  drifting: 3,
  team_name: 'North',
  createdAt: AT,
  teamId: 1,
  keys: [
    { key: 'HeartbeatInterval', level: 'Required', value: '300' },
    { key: 'AuthorizationKey', level: 'Never touched', value: null },
  ],
  is_for_model: true,
  teams: [1],
  chargers: [],
}
const exception: SettingsException = {
  ...emptyRecord(settingsExceptionFields),
  exception_id: 4,
  chargepoint_pk: 11,
  chargepoint_id: 'DC-1',
  key_name: 'BlinkRepeat',
  reason: 'Old lamp',
  by_name: 'asha',
  createdAt: AT,
  team_name: 'North',
  teamId: 1,
}
const as = (letters: string) =>
  signInAs(testUser([roleIn(1, 'Volt Works', { Campaign: letters, ChargerPoint: letters })]))
let server: TestServer
beforeEach(() => {
  as('VCUD')
  server = testServer()
    .on(listSettingsTemplates, { data: [template], total: 1 })
    .on(getSettingsTemplate, () => ({ data: template, tag: '"one"' }))
    .on(getTemplateReach, {
      data: {
        chargers: 12,
        read: 10,
        waiting: 5,
        drifting: 3,
        keys: [{ key: 'HeartbeatInterval', differ: 3, unknown: 0, restart: 1 }],
      },
    })
    .on(getSettingsPlaces, {
      data: { models: [{ vendor: 'Maker', model: 'One', chargers: 12 }], teams: [{ id: 1, name: 'North' }] },
    })
    .on(listSettingsExceptions, { data: [exception], total: 1 })
    .on(listChargers, { data: [], total: 0 })
    .on(listRecordAudit, { data: [] })
})
const at = (path: string) =>
  showScreens(
    [
      ['/settings-templates', <SettingsTemplatesPage key="a" />],
      ['/settings-templates/new', <SettingsTemplatePage key="n" />],
      ['/settings-templates/:id', <SettingsTemplatePage key="c" />],
    ],
    path,
  )

test('the list tells where a template applies and how many drift', async () => {
  at('/settings-templates')
  expect(await menuOf('Yard')).toEqual(['View', 'Edit', 'What differs', 'Delete'])
  expect(screen.getByText('the model, 1 team')).toBeVisible()
})

test('a new template is sent with its keys; what the server refuses stands at its field', async () => {
  const bodies: unknown[] = []
  let refused = true
  server.on(createSettingsTemplate, ({ body }) => {
    bodies.push(body)
    const text = 'The template Base says something else of this key for the team North: required 60'
    if (refused) return { status: 422, message: text, errors: { 'keys.0.value': text } }
    return { data: template, message: 'Settings template created' }
  })
  at('/settings-templates/new')
  const user = userEvent.setup({ delay: null })
  await user.type(await screen.findByLabelText(/^Name/), 'Night')
  const first = screen.getByRole('group', { name: 'Key 1' })
  await user.type(await within(first).findByRole('combobox', { name: /^Key/ }), 'heartbeatint')
  await user.click(await screen.findByRole('option', { name: /HeartbeatInterval/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await within(first).findByText('Value is required')).toBeVisible()
  await user.type(within(first).getByLabelText(/^Value/), '300')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await within(first).findByText(/says something else of this key for the team North/)).toBeVisible()
  refused = false
  await user.clear(within(first).getByLabelText(/^Value/))
  await user.type(within(first).getByLabelText(/^Value/), '60')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(bodies).toHaveLength(2))
  expect(bodies[1]).toMatchObject({
    name: 'Night',
    vendor: null,
    model: null,
    keys: [{ key: 'HeartbeatInterval', level: 'Required', value: '60' }],
    is_for_model: false,
    teams: [],
    chargers: [],
  })
})

test('a template shows its figures and who still waits; it is changed under its version', async () => {
  const sent: unknown[] = []
  server.on(updateSettingsTemplate, ({ body }) => {
    sent.push(body)
    return { data: template, message: 'Settings template updated' }
  })
  at('/settings-templates/7')
  expect(await screen.findByText('5 charge points are still to be compared.')).toBeVisible()
  expect(within(screen.getByRole('group', { name: 'Charge points it reaches' })).getByText('12')).toBeVisible()
  expect(within(screen.getByRole('region', { name: 'Keys that differ' })).getByText('HeartbeatInterval')).toBeVisible()
  expect(screen.getByText(/For each key one template decides/)).toBeVisible()
  const user = userEvent.setup({ delay: null })
  await user.click(await screen.findByRole('button', { name: 'Remove key 2' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    vendor: 'Maker',
    model: 'One',
    is_for_model: true,
    keys: [{ key: 'HeartbeatInterval', level: 'Required', value: '300' }],
  })
})

test('an exception is added with its reason and taken back; whoever may only look is offered neither', async () => {
  const asked: unknown[] = []
  server
    .on(createSettingsException, ({ body }) => {
      asked.push(body)
      return { data: exception }
    })
    .on(deleteSettingsException, ({ params }) => {
      asked.push(params)
      return { data: { exception_id: 4 }, message: 'Exception deleted' }
    })
    .on(listChargers, {
      data: [{ chargepoint_pk: 11, chargepoint_id: 'DC-1', chargepoint_name: 'DC-1' }] as never,
      total: 1,
    })
  const { unmount } = at('/settings-templates/7')
  expect(await screen.findByText('Old lamp')).toBeVisible()
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByRole('button', { name: 'Add exception' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(await within(dialog).findByRole('combobox', { name: /^Charge point/ }), 'DC')
  await user.click(await screen.findByRole('option', { name: /DC-1/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Except' }))
  expect(await within(dialog).findByText('Please say why')).toBeVisible()
  await user.type(within(dialog).getByLabelText(/^Reason/), 'Broken')
  await user.click(within(dialog).getByRole('button', { name: 'Except' }))
  await waitFor(() => expect(asked).toEqual([{ chargepoint_pk: 11, key: null, reason: 'Broken' }]))
  expect(await menuOf('DC-1')).toEqual(['Take back'])
  await user.click(screen.getByRole('menuitem', { name: 'Take back' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Take back' }))
  await waitFor(() => expect(asked[1]).toMatchObject({ exceptionId: '4' }))
  unmount()
  as('V')
  at('/settings-templates/7')
  expect(await screen.findByText('Old lamp')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add exception' })).toBeNull()
})
