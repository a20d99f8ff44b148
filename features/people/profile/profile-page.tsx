// My Profile (D-PROF-1): the signed-in user's name, address and roles on teams.

import { Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { countries } from '@wattdesk/base/countries'
import { readSessionUser } from '@wattdesk/base/session-user'
import { call, query } from '@wattdesk/wire/call'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { Form, Section, useRecordForm } from '#kit/form.tsx'
import { useLocalList } from '#kit/list.ts'
import { TABLE_SIZES, useListState } from '#kit/list-state.ts'
import { Page } from '#kit/page.tsx'
import { updateSession, useAccess, useSession } from '#kit/session.ts'
import { FormSkeleton } from '#kit/skeleton.tsx'
import { History } from '#office/audit/history.parts.tsx'
import { BrowsersCard } from '#people/browsers/browsers-card.parts.tsx'
import { SecondFactorCard } from '#people/second-factor/second-factor-card.parts.tsx'
import { getProfile, type Profile, profileRecord } from '#people/sign-in/sign-in.contract.ts'
import { userFields } from '#people/users/user.fields.ts'
import { LANGUAGES, UpdateProfile, updateProfile } from './profile.contract.ts'

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' })
const languages = LANGUAGES.map(value => ({ value, label: languageNames.of(value) ?? value }))
const countryOptions = countries.map(c => ({ value: c.code, label: c.name }))

/** The username is shown among the fields and is not sent. */
const ProfileForm = UpdateProfile.extend({ username: z.string() })
type Typed = z.input<typeof ProfileForm>

const typedOf = (p: Profile): Typed => ({
  username: p.username,
  firstName: p.firstName,
  lastName: p.lastName,
  email: p.email,
  phone: p.phone ?? '',
  language: UpdateProfile.shape.language.safeParse(p.language).data ?? 'en',
  address: { zipcode: p.address.zipcode ?? '', city: p.address.city ?? '', country: p.address.country },
})

export function ProfilePage() {
  // Whoever may not open the settings finds the browsers here.
  const { canView } = useAccess('Settings')
  const profile = useQuery(query(getProfile, {}))
  return (
    <Page>
      {profile.data ? (
        <ProfileFields profile={profile.data.data} tag={profile.data.tag} />
      ) : profile.error ? (
        <ErrorNotice error={profile.error} onRetry={() => void profile.refetch()} />
      ) : (
        <FormSkeleton fields={8} />
      )}
      <SecondFactorCard />
      {!canView && <BrowsersCard />}
      <Roles source={{ ...profile, data: profile.data?.data.role }} />
      <ProfileHistory />
    </Page>
  )
}

function ProfileFields({ profile, tag }: { profile: Profile; tag: string | undefined }) {
  const navigate = useNavigate()
  const form = useRecordForm<Typed, z.output<typeof ProfileForm>, unknown>({
    schema: ProfileForm,
    values: typedOf(profile),
    version: { kind: profileRecord, recordId: profile.id, reader: getProfile, tag, valuesOf: typedOf },
    save: async ({ username: _, ...body }, sent) => {
      const reply = await call(updateProfile, { body }, sent)
      const user = readSessionUser(reply.data)
      if (user) updateSession({ user })
      return reply
    },
    refreshes: [getProfile],
  })
  const { Text, Select } = form.fields
  return (
    <Form form={form} label="My Profile" submit="Save" cancel="Back" onCancel={() => void navigate('/dashboard')}>
      <Section title="Person">
        <Text name="username" label="Username" disabled help="Cannot be changed." />
        <Text
          name="email"
          label="Email"
          type="email"
          required
          autoComplete="email"
          help="One-time codes are sent here."
        />
        <Text name="firstName" label="First Name" required autoComplete="given-name" />
        <Text name="lastName" label="Last Name" required autoComplete="family-name" />
        <Text name="phone" label="Phone" type="tel" autoComplete="tel" help="10 to 15 digits." />
        <Select name="language" label="Language" options={languages} help="Kept with you; the portal speaks English." />
      </Section>
      <Section title="Address">
        <Text name="address.zipcode" label="Zip Code" autoComplete="postal-code" />
        <Text name="address.city" label="City" autoComplete="address-level2" />
        <Select name="address.country" label="Country" options={countryOptions} />
      </Section>
    </Form>
  )
}

type Row = Profile['role'][number]
const columns: readonly Column<Row>[] = [
  { field: 'teamName', header: 'Team Name', identity: true, flex: 1 },
  { field: 'accesstype', header: 'Role', flex: 1 },
]
type Source = Parameters<typeof useLocalList<Row>>[0]

function Roles({ source }: { source: Source }) {
  const state = useListState({ pageSize: 5, sizes: TABLE_SIZES })
  const list = useLocalList(source, state)
  return (
    <section aria-label="Teams and roles">
      <Typography variant="h2" sx={{ mb: 2 }}>
        Teams and roles
      </Typography>
      <DataGrid
        label="Teams and roles"
        columns={columns}
        list={list}
        state={state}
        rowId={r => r.teamId}
        pageSizes={TABLE_SIZES}
        rowLink={r => `/team/${r.teamId}`}
        empty={{ title: 'No roles yet', text: 'An administrator of your company gives you a role on a team.' }}
      />
    </section>
  )
}

function ProfileHistory() {
  const { user } = useSession()
  return <History feature="Users" recordId={user.id} fields={userFields} />
}
