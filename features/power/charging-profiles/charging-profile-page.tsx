// The page of a charging profile: to make, read, or change the profile, apply it to chargers and clear it there, with
// the list of these operations.
import { useQuery } from '@tanstack/react-query'
import { CallError, query } from '@wattdesk/wire/call'
import { Suspense, useMemo, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { ErrorNotice } from '#kit/error.tsx'
import { Gone } from '#kit/gone.tsx'
import { later } from '#kit/later.ts'
import { Page } from '#kit/page.tsx'
import { useAccess } from '#kit/session.ts'
import { FormSkeleton } from '#kit/skeleton.tsx'
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

function Existing({ id }: { id: string }) {
  const { canUpdate } = useAccess('ChargingProfile')
  const [params] = useSearchParams()
  const isId = /^[1-9]\d{0,9}$/.test(id) && Number(id) <= 2_147_483_647
  const q = useQuery({ ...query(getChargingProfile, { params: { id: Number(id) } }), enabled: isId })
  const status = q.error instanceof CallError ? q.error.status : undefined
  if (!isId || status === 404) return <Gone text="Charging profile not found" to={LIST} />
  if (status === 403) return <Gone text="Not Authorized" to={LIST} />
  const readOnly = !canUpdate || params.get('mode') === 'view'
  const title = readOnly ? 'Charging Profile Details' : 'Edit Charging Profile'
  if (q.data) return <Details key={id} profile={q.data.data} tag={q.data.tag} readOnly={readOnly} title={title} />
  return (
    <Page title={title} crumbs={crumbs('…')}>
      {q.error ? <ErrorNotice error={q.error} onRetry={() => void q.refetch()} /> : <FormSkeleton />}
    </Page>
  )
}

export function ChargingProfilePage() {
  const { chargingProfileId } = useParams()
  if (chargingProfileId !== undefined) return <Existing id={chargingProfileId} />
  return (
    <Page title="Create Charging Profile" crumbs={crumbs('New')}>
      <ChargingProfileForm readOnly={false} />
    </Page>
  )
}
