// The page of a charging profile: to make, read, or change the profile, apply it to chargers and clear it there, with
// the list of these operations.
import { query } from '@wattdesk/wire/call'
import { Suspense, useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { later } from '#kit/later.ts'
import { Page } from '#kit/page.tsx'
import { RecordPage, useReadOnly } from '#kit/record-page.tsx'
import { LaterHistory } from '#office/audit/later-history.parts.tsx'
import { LIST, sendActions } from './charging-profile.actions.ts'
import { type ChargingProfile, getChargingProfile } from './charging-profile.contract.ts'
import { ChargingProfileForm } from './charging-profile-form.tsx'
import { SentProfiles } from './sent-profiles.tsx'

const SendProfileDialog = later(() => import('./send-profile-dialog.tsx'))

const crumbs = (label: string) => [{ label: 'Charging Profiles', to: LIST }, { label }]

type DetailsProps = { profile: ChargingProfile; tag: string | undefined; readOnly: boolean; title: string }
function Details({ profile, tag, readOnly, title }: DetailsProps) {
  const [sending, setSending] = useState<'apply' | 'clear'>()
  const actions = useMemo(() => sendActions(setSending), [])
  return (
    <Page
      title={title}
      crumbs={crumbs(String(profile.charging_profile_id))}
      subtitle={`${profile.description} · ${profile.team_name}`}
      actions={actions}
    >
      <ChargingProfileForm profile={profile} tag={tag} readOnly={readOnly} />
      <SentProfiles profile={profile} />
      <LaterHistory feature="ChargingProfile" recordId={profile.charging_profile_pk} />
      {sending && (
        <Suspense>
          <SendProfileDialog profile={profile} what={sending} onClose={() => setSending(undefined)} />
        </Suspense>
      )}
    </Page>
  )
}

export function ChargingProfilePage() {
  const { chargingProfileId: id } = useParams()
  const readOnly = useReadOnly('ChargingProfile')
  const title = readOnly ? 'Charging Profile Details' : 'Edit Charging Profile'
  if (id === undefined)
    return (
      <Page title="Create Charging Profile" crumbs={crumbs('New')}>
        <ChargingProfileForm readOnly={false} />
      </Page>
    )
  return (
    <RecordPage
      id={id}
      list={LIST}
      read={profileId => query(getChargingProfile, { params: { id: profileId } })}
      missing="Charging profile not found"
      title={title}
      crumbs={crumbs('…')}
    >
      {({ data, tag }) => <Details key={id} profile={data} tag={tag} readOnly={readOnly} title={title} />}
    </RecordPage>
  )
}
