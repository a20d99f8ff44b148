// The screens of teams with the real client: cards, search and links by right, the dialog's texts, the form's tabs by
// right, the fields that are sent and those left out.
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import { listPaymentGateways } from '#office/reference/reference.contract.ts'
import { listRoles, type RoleRow } from '#people/roles/role.contract.ts'
import { choicesOf, manyNamed } from '#testing/web/choices.ts'
import { put } from '#testing/web/put.ts'
import { asPhone, show, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import { NO_SUPPLIER } from './supplier-notice.parts.tsx'
import {
  createTeam,
  getPaymentDetails,
  getSupplier,
  getTeam,
  listTeamChoices,
  listTeams,
  type Team,
  type TeamRow,
  updateTeam,
} from './team.contract.ts'
import { financeDefaults } from './team-finance.contract.ts'
import { addMembers, getOwnLoss, listAddableUsers, listMembers } from './team-member.contract.ts'
import { TeamPage } from './team-page.parts.tsx'
import {
  addRegistration,
  endRegistration,
  listRegistrations,
  type TeamRegistration,
} from './team-registration.contract.ts'
import { TeamsPage } from './teams-page.tsx'

const row = (teamId: number, name: string, more: Partial<TeamRow> = {}): TeamRow => ({
  teamId,
  name,
  active: 'Y',
  description: '',
  creationTime: '2024-03-04T05:06:07.000Z',
  parentCompanyId: teamId === 1 ? null : 1,
  parentName: teamId === 1 ? null : 'Volt Works',
  companyId: 1,
  companyType: teamId === 1 ? 'P' : 'C',
  ...more,
})
const rows = [
  row(1, 'Volt Works'),
  row(2, 'East', { description: '<b>By the lake</b>', creationTime: new Date().toISOString() }),
  row(3, 'West', { active: 'N' }),
]
const team = (more: Partial<Team> = {}): Team => ({
  ...row(2, 'East'),
  domain: null,
  address: {
    addressId: 2,
    street: null,
    houseNumber: null,
    zipCode: null,
    city: 'Pune',
    state: null,
    country: 'IN',
    lat: 18.5,
    lng: 73.8,
  },
  settlement_percentage: 100,
  ...more,
})
const member = {
  userId: 9,
  username: 'desk',
  firstname: 'Depot',
  lastname: 'Desk',
  email: 'desk@volt.example',
  roleId: 4,
  accesstype: 'Viewer',
  mayChange: true,
  whyKept: null,
}

const parent = (teamId: number, name: string) => ({ teamId, name, parentName: null })

let server: TestServer
const sent: { method: string; body: unknown }[] = []
beforeEach(() => {
  sent.length = 0
  server = testServer()
    .on(listTeams, { data: rows })
    .on(listMembers, { data: [member] })
    .on(listAddableUsers, { data: [{ userId: 8, username: 'lead', firstname: 'Site', lastname: 'Lead' }], total: 1 })
    .on(listRoles, { data: [{ roleId: 4, roleName: 'Viewer' }], total: 1 })
    .on(listRecordAudit, { data: [], total: 0 })
    .on(listRegistrations, { data: [] })
    .on(listPaymentGateways, { data: [{ id: 1, name: 'Razorpay', payment_gateway_id: 1 }] })
    .on(createTeam, ({ body }) => {
      sent.push({ method: 'POST', body })
      return { status: 201, message: 'Team created successfully', data: team() }
    })
    .on(updateTeam, ({ body }) => {
      sent.push({ method: 'PUT', body })
      return { message: 'Team updated successfully', data: team() }
    })
})
const signIn = (rights: Parameters<typeof roleIn>[2] = 'all') => signInAs(testUser([roleIn(1, 'Volt Works', rights)]))
const names = () => screen.queryAllByRole('link').map(l => l.textContent)

describe('the list', () => {
  test('counts, names and statuses; a text with markup is text', async () => {
    signIn()
    show(<TeamsPage />, { at: '/team' })
    expect(await screen.findByText('<b>By the lake</b>')).toBeVisible()
    for (const [card, count] of [
      ['Total Teams', '3'],
      ['Active Teams', '2'],
      ['Inactive Teams', '1'],
    ])
      expect(screen.getByRole('group', { name: card as string })).toHaveTextContent(`${card}${count}`)
    expect(screen.getByTitle('Created within 7 days')).toBeInTheDocument()
    expect(screen.getAllByTitle('Older than a year')).toHaveLength(2)
    expect(screen.getByRole('button', { name: 'Add Team' })).toBeVisible()
  })
  test('the search in the address finds by state, text and day', async () => {
    signIn()
    const { router } = show(<TeamsPage />, { at: '/team?q=inactive' })
    for (const [q, found] of [
      ['inactive', ['West']],
      ['active', ['Volt Works', 'East']],
      ['lake', ['East']],
      ['2024-03-04', ['Volt Works', 'West']],
    ] as const) {
      await act(() => router.navigate(`/team?q=${q}`))
      await waitFor(() => expect(names(), q).toEqual(found))
    }
  })
  test('who may only read has a link in the name, no Add, and Manage Users without the form', async () => {
    signIn({ Team: 'V' })
    show(<TeamsPage />, { at: '/team' })
    expect(await screen.findByRole('link', { name: 'East' })).toHaveAttribute('href', '/team/2')
    expect(screen.queryByRole('button', { name: 'Add Team' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Actions of East' }))
    expect((await screen.findAllByRole('menuitem')).map(i => i.textContent)).toEqual(['View', 'Manage Users'])
    await userEvent.click(screen.getByRole('menuitem', { name: 'Manage Users' }))
    const dialog = await screen.findByRole('dialog', { name: 'Manage Users · East' })
    expect(await within(dialog).findByText('desk@volt.example')).toBeVisible()
    expect(within(dialog).queryByRole('button', { name: 'Save' })).toBeNull()
    expect(within(dialog).queryByRole('button', { name: 'Actions of desk' })).toBeNull()
  })
  test('an empty list says so', async () => {
    server.on(listTeams, { data: [] })
    signIn()
    show(<TeamsPage />, { at: '/team' })
    expect(await screen.findByText('No teams yet')).toBeVisible()
  })
  test('a failure can be tried again; a search without a match can be cleared', async () => {
    let isBroken = true
    server.on(listTeams, () => (isBroken ? { status: 500, message: 'Something broke' } : { data: rows }))
    signIn()
    show(<TeamsPage />, { at: '/team?q=nowhere' })
    expect(await screen.findByText('Something broke')).toBeVisible()
    isBroken = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByRole('link', { name: 'East' })).toBeVisible()
  })
})

test('a member needs users and a role; chosen, both are sent', async () => {
  const bodies: unknown[] = []
  server.on(addMembers, ({ body }) => {
    bodies.push(body)
    return { message: 'Team members updated successfully', data: [] }
  })
  signIn()
  show(<TeamsPage />, { at: '/team' })
  await userEvent.click(await screen.findByRole('button', { name: 'Actions of East' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Manage Users' }))
  const dialog = await screen.findByRole('dialog', { name: 'Manage Users · East' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await within(dialog).findByText('Please select users and a role')).toBeVisible()
  expect(bodies).toEqual([])
  await userEvent.click(await within(dialog).findByRole('combobox', { name: 'New Member' }))
  await userEvent.click(await screen.findByRole('option', { name: 'lead (Site Lead)' }))
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'User Role' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Viewer' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Team members updated successfully')).toBeVisible()
  expect(bodies).toEqual([{ users: [8], roleId: 4 }])
})

test('of thousands of roles the last one is found for a new member', async () => {
  const bodies: unknown[] = []
  server
    .on(
      listRoles,
      choicesOf(manyNamed('Duty'), (roleId, roleName) => ({ roleId, roleName })),
    )
    .on(addMembers, ({ body }) => {
      bodies.push(body)
      return { message: 'Team members updated successfully', data: [] }
    })
  signIn()
  show(<TeamsPage />, { at: '/team' })
  await userEvent.click(await screen.findByRole('button', { name: 'Actions of East' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Manage Users' }))
  const dialog = await screen.findByRole('dialog', { name: 'Manage Users · East' })
  await userEvent.click(await within(dialog).findByRole('combobox', { name: 'New Member' }))
  await userEvent.click(await screen.findByRole('option', { name: 'lead (Site Lead)' }))
  const roles = within(dialog).getByRole('combobox', { name: 'User Role' })
  await userEvent.click(roles)
  put(roles, 'duty 5001')
  await userEvent.click(await screen.findByRole('option', { name: 'Duty 5001' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(bodies).toEqual([{ users: [8], roleId: 5001 }]))
})

test('a lower role that the reader takes on a team below is warned of, with what is lost', async () => {
  const bodies: unknown[] = []
  server
    .on(listAddableUsers, { data: [{ userId: 7, username: 'depot', firstname: 'Depot', lastname: 'Desk' }], total: 1 })
    .on(getOwnLoss, ({ params }) => {
      expect(params).toMatchObject({ teamId: '2', roleId: '4' })
      return { data: { lost: ['Team create, update, delete', 'Role view'] } }
    })
    .on(addMembers, ({ body }) => {
      bodies.push(body)
      return { message: 'Team members updated successfully', data: [] }
    })
  signIn()
  show(<TeamsPage />, { at: '/team' })
  await userEvent.click(await screen.findByRole('button', { name: 'Actions of East' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Manage Users' }))
  const dialog = await screen.findByRole('dialog', { name: 'Manage Users · East' })
  await userEvent.click(await within(dialog).findByRole('combobox', { name: 'New Member' }))
  await userEvent.click(await screen.findByRole('option', { name: 'depot (Depot Desk)' }))
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'User Role' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Viewer' }))
  const save = async (answer: string) => {
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    const question = await screen.findByRole('dialog', { name: /^Team member / })
    expect(question).toHaveTextContent('You become Viewer in this team, at once.')
    expect(question).toHaveTextContent('Team create, update, delete')
    await userEvent.click(within(question).getByRole('button', { name: answer }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Team member / })).toBeNull())
  }
  await save('Cancel')
  expect(bodies).toEqual([])
  await save('Change role')
  await waitFor(() => expect(bodies).toEqual([{ users: [7], roleId: 4 }]))
})

describe('the role of a member is changed where it stands', () => {
  const bodies: unknown[] = []
  let gives = true
  beforeEach(() => {
    bodies.length = 0
    gives = true
    let now = member
    server
      .on(listMembers, () => ({ data: [now] }))
      .on(listRoles, { data: [role(4, 'Viewer'), role(5, 'Operator')], total: 2 })
      .on(addMembers, ({ body }) => {
        bodies.push(body)
        if (!gives) return { status: 403, message: 'Not Authorized' }
        now = { ...member, roleId: 5, accesstype: 'Operator' }
        return { message: 'Team members updated successfully', data: [now] }
      })
      .on(getTeam, { data: team() })
    asPhone()
  })
  const role = (roleId: number, roleName: string) => ({ roleId, roleName }) as RoleRow
  const change = async (yes: string) => {
    await userEvent.click(await screen.findByRole('combobox', { name: 'Role of desk' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Operator' }))
    const question = await screen.findByRole('dialog', { name: 'Team member desk' })
    expect(question).toHaveTextContent('Depot Desk becomes Operator instead of Viewer in this team, at once.')
    await userEvent.click(within(question).getByRole('button', { name: yes }))
  }
  const shown = () => screen.getByRole('combobox', { name: 'Role of desk' })

  test('on the tab, asked once more with the full name', async () => {
    signIn()
    show(<TeamPage />, { at: '/team/2?tab=members', path: '/team/:id' })
    expect(await screen.findByText('Depot Desk')).toBeVisible()
    await change('Cancel')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bodies).toEqual([])
    expect(shown()).toHaveValue('Viewer')
    await change('Change role')
    expect(await screen.findByText('Team members updated successfully')).toBeVisible()
    expect(bodies).toEqual([{ users: [9], roleId: 5 }])
    await waitFor(() => expect(shown()).toHaveValue('Operator'))
  })

  test('in the dialog; a refusal is said and the role stays', async () => {
    gives = false
    signIn()
    show(<TeamsPage />, { at: '/team' })
    await userEvent.click(await screen.findByRole('button', { name: 'Actions of East' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Manage Users' }))
    await change('Change role')
    expect(await screen.findByText('Not Authorized')).toBeVisible()
    expect(shown()).toHaveValue('Viewer')
  })

  test('of thousands of roles the last one is found and given; rows that nobody opens ask for none', async () => {
    const asked: (string | null)[] = []
    server.on(listRoles, ({ query }) => {
      asked.push(query.get('memberId'))
      return choicesOf(manyNamed('Duty'), role)({ query })
    })
    signIn()
    show(<TeamPage />, { at: '/team/2?tab=members', path: '/team/:id' })
    const field = await screen.findByRole('combobox', { name: 'Role of desk' })
    expect(asked).toEqual([])
    await userEvent.click(field)
    put(field, 'duty 5001')
    await userEvent.click(await screen.findByRole('option', { name: 'Duty 5001' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Change role' }))
    await waitFor(() => expect(bodies).toEqual([{ users: [9], roleId: 5001 }]))
    expect(new Set(asked)).toEqual(new Set(['9']))
  })

  test('what would be refused is not offered, and why stands where it is off', async () => {
    const why = 'The first user of a company stays an Admin of its team'
    server.on(listMembers, { data: [{ ...member, mayChange: false, whyKept: why }] })
    signIn()
    show(<TeamPage />, { at: '/team/2?tab=members', path: '/team/:id' })
    expect(await screen.findByRole('combobox', { name: 'Role of desk' })).toBeDisabled()
    await userEvent.click(screen.getByRole('button', { name: 'Actions of desk' }))
    expect(await screen.findByRole('menuitem', { name: /Delete/ })).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getByText(why)).toBeVisible()
  })

  test('who may only read the team reads the role', async () => {
    signIn({ Team: 'V' })
    show(<TeamPage />, { at: '/team/2?tab=members', path: '/team/:id' })
    expect(await screen.findByText('Depot Desk')).toBeVisible()
    expect(screen.getByText('Viewer')).toBeVisible()
    expect(screen.queryByRole('combobox', { name: /^Role of/ })).toBeNull()
  })
})

describe('the form', () => {
  const open = (more: Partial<Team> = {}, at = '/team/2') => {
    server.on(getTeam, { data: team(more) })
    return show(<TeamPage />, { at, path: '/team/:id?' })
  }
  const tabs = () => screen.getAllByRole('tab').map(t => t.textContent)

  test('without finance: four tabs, and a body without it', async () => {
    signIn({ Team: 'VCUD' })
    open()
    await screen.findAllByRole('tab')
    expect(screen.getByRole('heading', { name: 'Edit Team Details' })).toBeVisible()
    expect(tabs()).toEqual(['General', 'Address', 'Members', 'Payout'])
    put(screen.getByLabelText(/^Team Name/), 'Eastern')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Team updated successfully')).toBeVisible()
    expect(sent).toEqual([{ method: 'PUT', body: { name: 'Eastern' } }])
  })
  test('before the first session it warns where nobody supplies, and not where somebody does', async () => {
    signIn({ Team: 'VCUD' })
    server.on(getSupplier, { data: null })
    const { unmount } = open()
    expect(await screen.findByText(NO_SUPPLIER, { exact: false })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Payout accounts of the team' })).toHaveAttribute(
      'href',
      '/team/2?tab=accounts',
    )
    unmount()
    let isAsked = false
    server.on(getSupplier, () => {
      isAsked = true
      return { data: { name: 'Volt Works LLP', gstin: '27AAPFU0939F1ZV' } }
    })
    open()
    await screen.findAllByRole('tab')
    await waitFor(() => expect(isAsked).toBe(true))
    expect(screen.queryByText(NO_SUPPLIER, { exact: false })).toBeNull()
  })
  test('who may only read sees Team Details and Back', async () => {
    signIn({ Team: 'V' })
    open()
    expect(await screen.findByLabelText(/^Team Name/)).toBeDisabled()
    expect(screen.getByRole('heading', { name: 'Team Details' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Back' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })
  test('a finance admin with view on Team changes finance and accounts, and reads the other tabs', async () => {
    signIn({ Team: 'V', Finance: 'VCUD' })
    const { unmount } = open({ financeConfig: financeDefaults, payoutAccounts: [] }, '/team/2?tab=finance')
    const percent = await screen.findByLabelText(/^Payment Gateway Percent/)
    expect(screen.getByRole('heading', { name: 'Edit Team Details' })).toBeVisible()
    expect(screen.getByLabelText(/^Team Name/)).toBeDisabled()
    expect(await screen.findByLabelText(/^Settlement Percentage/)).toBeEnabled()
    put(percent, '3')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Team updated successfully')).toBeVisible()
    expect(sent).toMatchObject([
      { body: { financeConfig: { transaction_payment_details: { payment_gateway_percent: 3 } } } },
    ])
    expect(Object.keys(sent[0]?.body ?? {})).toEqual(['financeConfig'])
    unmount()
    show(<TeamsPage />, { at: '/team' })
    await userEvent.click(await screen.findByRole('button', { name: 'Actions of East' }))
    expect(await screen.findByRole('menuitem', { name: 'Edit' })).toBeVisible()
  })
  test('a GST number without a PAN is warned of, and its PAN can be taken over', async () => {
    signIn()
    open({ financeConfig: financeDefaults, payoutAccounts: [] }, '/team/2?tab=accounts')
    put(await screen.findByLabelText(/^GST Number/), '29AACCC6636P1Z1')
    expect(await screen.findByText(/deducted at the higher rate .* holds AACCC6636P/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Use AACCC6636P' }))
    expect(screen.getByLabelText(/^PAN of the owner/)).toHaveValue('AACCC6636P')
    expect(screen.queryByText(/deducted at the higher rate/)).toBeNull()
  })
  test('registrations are listed, added and ended on the finance tab; a refusal stands beside its field', async () => {
    signIn()
    let all: TeamRegistration[] = []
    const first: TeamRegistration = {
      registrationId: 5,
      gstin: '27AAPFU0939F1ZV',
      state: { code: '27', name: 'Maharashtra' },
      legalName: 'Volt Works LLP',
      address: 'Pune',
      recipientType: null,
      since: '2026-11-01T10:00:00.000Z',
      until: null,
      isFirst: true,
    }
    const calls: unknown[] = []
    server
      .on(listRegistrations, () => ({ data: all }))
      .on(addRegistration, ({ body }) => {
        calls.push(body)
        if (all.length > 0)
          return { status: 409, message: 'Taken', errors: { gstin: 'The team is registered in Maharashtra already' } }
        all = [first]
        return { status: 201, message: 'Registration added successfully', data: first }
      })
      .on(endRegistration, () => {
        all = [{ ...first, until: '2026-11-02T10:00:00.000Z', isFirst: false }]
        return { message: 'Registration ended successfully', data: all[0] }
      })
    open({ financeConfig: financeDefaults, payoutAccounts: [] }, '/team/2?tab=finance')
    const add = async () => {
      await userEvent.click(await screen.findByRole('button', { name: 'Add registration' }))
      const dialog = within(await screen.findByRole('dialog'))
      await userEvent.type(dialog.getByLabelText(/^GSTIN/), '27aapfu0939f1zv')
      await userEvent.type(dialog.getByLabelText(/^Legal Name/), 'Volt Works LLP')
      await userEvent.type(dialog.getByLabelText(/^Address/), 'Pune')
      await userEvent.click(dialog.getByRole('button', { name: 'Add' }))
      return dialog
    }
    await add()
    expect(await screen.findByText('Maharashtra (27)')).toBeVisible()
    expect(calls).toEqual([
      { gstin: '27AAPFU0939F1ZV', legalName: 'Volt Works LLP', address: 'Pune', recipientType: null },
    ])
    const again = await add()
    expect(await again.findByText('The team is registered in Maharashtra already')).toBeVisible()
    await userEvent.click(again.getByRole('button', { name: 'Cancel' }))
    // The form of the team is another one, and was not saved.
    expect(sent).toEqual([])
    await userEvent.click(await screen.findByRole('button', { name: /^Actions of 27AAPFU0939F1ZV/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'End registration' }))
    await userEvent.click(await screen.findByRole('button', { name: 'End registration' }))
    expect(await screen.findByText('Registration ended successfully')).toBeVisible()
    expect(await screen.findByText('Inactive')).toBeVisible()
  })
  test('a team without a finance of its own shows the percents of its company and saves none untouched', async () => {
    server.on(getPaymentDetails, {
      data: [
        {
          paymentGatewayId: 1,
          paymentGateway: 'Razorpay',
          currency: 'INR',
          pgChargesBearer: 'CPO' as const,
          taxPercent: 12,
          transactionPercent: 1.5,
          transactionPercentByMethod: { upi: 0, rupayDebit: 0, card: 1.5, wallet: 1.5 },
        },
      ],
    })
    signIn()
    open({ financeConfig: null, payoutAccounts: [] }, '/team/2?tab=finance')
    await waitFor(() => expect(screen.getByLabelText(/^Payment Gateway Percent/)).toHaveValue('1.5'))
    expect(tabs()).toEqual(['General', 'Payout Accounts', 'Address', 'Members', 'Finance', 'Payout'])
    await userEvent.click(screen.getByRole('tab', { name: 'General' }))
    put(screen.getByLabelText(/^Team Name/), 'East!')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toEqual({ name: 'East!' })
  })
  test('a company named at length saves its finance; the name may be as long as a company’s', async () => {
    signIn()
    const name = 'A company whose name is far beyond twenty characters'
    open(
      { name, companyType: 'P', financeConfig: financeDefaults, payoutAccounts: [], parentCompanyId: null },
      '/team/2?tab=finance',
    )
    const tax = await screen.findByLabelText(/^Payout Tax/)
    put(tax, '12')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    const payout_details = { ...financeDefaults.payout_details, tax: 12 }
    expect(sent[0]?.body).toEqual({ financeConfig: { ...financeDefaults, payout_details } })
  })
  test('the name of a company’s own team is bound at 100 characters, that of another at 20', async () => {
    signIn()
    const type = async (text: string) => {
      await userEvent.clear(await screen.findByLabelText(/^Team Name/))
      await userEvent.click(screen.getByLabelText(/^Team Name/))
      await userEvent.paste(text)
      await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    }
    const { unmount } = open({ companyType: 'P' })
    await type('x'.repeat(101))
    expect(await screen.findByText('Team name should be 100 characters or less')).toBeVisible()
    await type('x'.repeat(100))
    await waitFor(() => expect(sent).toEqual([{ method: 'PUT', body: { name: 'x'.repeat(100) } }]))
    unmount()
    open()
    await type('x'.repeat(21))
    expect(await screen.findByText('Team name should be 20 characters or less')).toBeVisible()
    expect(sent).toHaveLength(1)
  })
  test('what is stored wrongly is said on its tab, and keeps no other from being saved', async () => {
    signIn()
    const address = { ...team().address, lat: null, lng: null }
    open({ address, financeConfig: financeDefaults, payoutAccounts: [] }, '/team/2?tab=address')
    const said =
      /^What is stored here needs a correction: Please specify an address, lattitude and longitude cant be empty\./
    expect(await screen.findByText(said)).toBeVisible()
    expect(screen.queryByText(/has errors/)).toBeNull()
    await userEvent.click(screen.getByRole('tab', { name: 'General' }))
    expect(screen.getByText(said)).not.toBeVisible()
    put(screen.getByLabelText(/^Team Name/), 'Eastern')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toEqual([{ method: 'PUT', body: { name: 'Eastern' } }]))
  })
  test('changed and still wrong, it is not saved, and its own field says so', async () => {
    signIn({ Team: 'VCUD' })
    open({ address: { ...team().address, lat: null, lng: null } }, '/team/2?tab=address')
    put(await screen.findByLabelText('Street'), 'MG Road')
    await waitFor(() => expect(screen.queryByText(/^What is stored here needs/)).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(
      (await screen.findAllByText('Please specify an address, lattitude and longitude cant be empty'))[0],
    ).toBeVisible()
    expect(sent).toEqual([])
  })
  test('tabs with nothing to save have no bar', async () => {
    signIn()
    open({ financeConfig: financeDefaults, payoutAccounts: [] })
    await screen.findAllByRole('tab')
    for (const [name, saves] of [
      ['General', true],
      ['Payout Accounts', true],
      ['Address', true],
      ['Members', false],
      ['Finance', true],
      ['Payout', false],
    ] as const) {
      await userEvent.click(screen.getByRole('tab', { name: name as string }))
      expect(screen.queryAllByRole('button', { name: 'Save' }), name as string).toHaveLength(saves ? 1 : 0)
    }
  })
  test('below each tab stands the history that belongs to it', async () => {
    signIn()
    const names = { record: 'General', members: 'Members', finance: 'Finance', accounts: 'Payout Accounts' }
    server.on(listRecordAudit, ({ query }) => ({
      data: [
        {
          id: 1,
          at: '2026-01-05T09:00:00.000Z',
          userId: 2,
          username: `by ${query.get('part') ?? 'record'}`,
          teamId: 2,
          teamName: 'East',
          action: 'update',
          feature: 'Team',
          recordId: '2',
          recordName: 'East',
          before: { name: 'A' },
          after: { name: 'B' },
          names: {},
          ip: null,
        },
      ],
      total: 1,
    }))
    open({ financeConfig: financeDefaults, payoutAccounts: [] })
    await screen.findAllByRole('tab')
    for (const [by, name] of [...Object.entries(names), ['record', 'Address'] as const]) {
      await userEvent.click(screen.getByRole('tab', { name }))
      expect(await screen.findByText(`by ${by}`), name).toBeVisible()
    }
    await userEvent.click(screen.getByRole('tab', { name: 'Payout' }))
    expect(screen.queryByRole('region', { name: 'History' })).toBeNull()
  })
  test('a rule forces the percent flag, and the flag is not switched against it', async () => {
    signIn()
    open({ financeConfig: financeDefaults, payoutAccounts: [] }, '/team/2?tab=finance')
    const flag = await screen.findByRole('switch', { name: 'Commission in percent' })
    expect(flag).toBeChecked()
    await userEvent.click(flag)
    expect(flag).toBeChecked()
    expect(
      await screen.findByText('Please select a payout rule which takes commission in fixed amount into account'),
    ).toBeVisible()
    await userEvent.click(screen.getByRole('combobox', { name: /^Payout Rule/ }))
    expect((await screen.findAllByRole('option')).map(o => o.textContent)).toEqual([
      'Fixed monthly or % per unit (whichever higher)',
      'Fixed monthly or fixed per unit (whichever higher)',
      'Fixed monthly and % per unit',
      'Fixed monthly and fixed per unit',
      '% per unit',
      'Fixed per unit',
    ])
    await userEvent.click(screen.getByRole('option', { name: 'Fixed per unit' }))
    await waitFor(() => expect(flag).not.toBeChecked())
    expect(screen.queryByText(/takes commission in fixed amount/)).toBeNull()
    expect(screen.getByLabelText(/^Commission Cost/)).toBeVisible()
  })
  test('a stored rule 7 is shown and leaves the flag alone', async () => {
    signIn()
    const payout_details = { ...financeDefaults.payout_details, payout_rule: 7 }
    open({ financeConfig: { ...financeDefaults, payout_details }, payoutAccounts: [] }, '/team/2?tab=finance')
    expect(await screen.findByRole('combobox', { name: /^Payout Rule/ })).toHaveTextContent('Fixed monthly')
    const flag = screen.getByRole('switch', { name: 'Commission in percent' })
    await userEvent.click(flag)
    expect(flag).not.toBeChecked()
  })
  test('the parent is found by the server among all that may stand above; the one that is chosen shows its name', async () => {
    const asked: string[] = []
    const reply = choicesOf([[1, 'Volt Works'], ...manyNamed('Depot').map(([id, n]) => [id + 9, n] as const)], parent)
    server.on(listTeamChoices, ({ query }) => {
      asked.push([...'right inactive parentsOf'.split(' ')].map(k => query.get(k)).join())
      return reply({ query })
    })
    signIn()
    // Its parent is none of the teams that the reader may choose.
    open({ parentCompanyId: 7777, parentName: 'The yards' })
    const field = await screen.findByRole('combobox', { name: 'Parent Team' })
    expect(field).toHaveValue('The yards')
    expect(await screen.findByText('Type to find others: 4,952 more')).toBeVisible()
    await userEvent.click(field)
    put(field, 'depot 5001')
    await userEvent.click(await screen.findByRole('option', { name: 'Depot 5001' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toEqual([{ method: 'PUT', body: { parentCompanyId: 5010 } }]))
    expect(new Set(asked)).toEqual(new Set(['Team.update,true,2']))
  })
  test('a new team stands below the one that is selected, until another is chosen', async () => {
    server.on(listTeamChoices, ({ query }) => {
      expect([query.get('right'), query.get('parentsOf')]).toEqual(['Team.create', null])
      return choicesOf(
        [[1, 'Volt Works'], ...manyNamed('Depot').map(([id, n]) => [id + 9, n] as const)],
        parent,
      )({ query })
    })
    signIn()
    show(<TeamPage />, { at: '/team/new', path: '/team/:id?' })
    expect(await screen.findByRole('combobox', { name: 'Parent Team' })).toHaveValue('Volt Works')
  })
  test('one Save shows the errors of every tab', async () => {
    signIn()
    show(<TeamPage />, { at: '/team/new' })
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Team name is required')).toBeVisible()
    expect(screen.getByText('Address: Please specify an address, lattitude and longitude cant be empty')).toBeVisible()
    // The errors of the tab that is shown stand at its fields alone.
    expect(screen.queryByText(/^General:/)).toBeNull()
    await userEvent.click(screen.getByRole('tab', { name: /^Address/ }))
    expect(await screen.findByText('General: Team name is required')).toBeVisible()
  })
  test('errors of the server stand beside their fields, on their tab', async () => {
    server.on(updateTeam, () => ({
      status: 422,
      message: 'Tax should be 100 or less',
      errors: { 'financeConfig.payout_details.tax': 'Tax should be 100 or less' },
    }))
    signIn()
    open({ financeConfig: financeDefaults, payoutAccounts: [] })
    put(await screen.findByLabelText(/^Team Name/), 'East!')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.getByRole('tab', { name: /Finance/ })).toHaveAttribute('aria-selected', 'true'))
    expect(screen.getByLabelText(/^Payout Tax/)).toHaveAccessibleDescription('Tax should be 100 or less')
  })
  test('a team that is not there leads back to the list', async () => {
    server.on(getTeam, () => ({ status: 404, message: 'Team not found' }))
    signIn()
    const { router } = show(<TeamPage />, { at: '/team/77', path: '/team/:id?' })
    await waitFor(() => expect(router.state.location.pathname).toBe('/team'))
  })
})
