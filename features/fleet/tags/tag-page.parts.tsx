// The page of an RFID tag: to make, read, or change it; with its driver and the chargers it is attached to. `beside`:
// other features' views of an existing tag.
import { Card, Link, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { Link as RouterLink, useParams, useSearchParams } from 'react-router'
import { ActionButton } from '#kit/actions.tsx'
import { DetailList } from '#kit/detail-list.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { later } from '#kit/later.ts'
import { Page } from '#kit/page.tsx'
import { RecordPage, useReadOnly } from '#kit/record-page.tsx'
import { useAccess } from '#kit/session.ts'
import { RowsSkeleton } from '#kit/skeleton.tsx'
import { LaterHistory } from '#office/audit/later-history.parts.tsx'
import { AttachedChargers } from './attached-chargers.tsx'
import { attachCharger, LIST } from './tag.actions.ts'
import { getTag, listTagUsers, type Tag, type TagUser } from './tag.contract.ts'
import { TAG_MISSING, tagFields } from './tag.fields.ts'
import { TagChip } from './tag-cells.tsx'
import { TagForm } from './tag-form.tsx'
import { returnPath } from './tag-state.rules.ts'

const AttachChargers = later(() => import('./attach-chargers-dialog.tsx'))

const crumbs = (label: string) => [{ label: 'RFID Tags', to: LIST }, { label }]

function Part({ title, beside, children }: { title: string; beside?: ReactNode; children: ReactNode }) {
  return (
    <Card component="section" aria-label={title} sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 2, mb: 1.5 }}>
        <Typography variant="h2">{title}</Typography>
        {beside}
      </Stack>
      {children}
    </Card>
  )
}

function Driver({ user }: { user: TagUser }) {
  const { canView } = useAccess('Customers')
  const name = `${user.firstName} ${user.lastName}`.trim() || `Driver ${user.userPk}`
  const link = (
    <Link component={RouterLink} to={`/customer/${user.userPk}`}>
      {name}
    </Link>
  )
  return (
    <DetailList
      items={[
        { label: 'Name', value: canView ? link : name },
        { label: 'Email', value: user.email },
      ]}
    />
  )
}
function Drivers({ tag }: { tag: Tag }) {
  const q = useQuery(query(listTagUsers, { params: { id: tag.id } }))
  const users = q.data?.data
  return (
    <Part title="Associated EV Driver">
      {!users &&
        (q.error ? <ErrorNotice error={q.error} onRetry={() => void q.refetch()} /> : <RowsSkeleton rows={1} />)}
      {users?.length === 0 && <Typography sx={{ color: 'text.secondary' }}>No EV driver has this tag.</Typography>}
      {users?.map(u => (
        <Driver key={u.userPk} user={u} />
      ))}
    </Part>
  )
}

function Chargers({ tag, readOnly }: { tag: Tag; readOnly: boolean }) {
  const [isAttaching, setAttaching] = useState(false)
  const attach = useMemo(() => attachCharger(() => setAttaching(true)), [])
  return (
    <Part title="Attached Chargers" beside={!readOnly && <ActionButton action={attach} target={tag} size="small" />}>
      <AttachedChargers tag={tag} readOnly={readOnly} />
      {isAttaching && (
        <Suspense>
          <AttachChargers tag={tag} onClose={() => setAttaching(false)} />
        </Suspense>
      )}
    </Part>
  )
}

const Kind = ({ tag }: { tag: Tag }) => (
  <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
    <TagChip tag={tag} />
    <span>
      {tag.isPrepaid ? 'Prepaid card · ' : ''}
      {tag.team_name}
    </span>
  </Stack>
)

export function TagPage({ beside }: { beside?: (tag: Tag, readOnly: boolean) => ReactNode }) {
  const { tagId } = useParams()
  const [params] = useSearchParams()
  const readOnly = useReadOnly('Tag')
  const back = returnPath(params.get('returnTo'))
  if (tagId === undefined)
    return (
      <Page title="Add RFID Tag" crumbs={crumbs('New')}>
        <TagForm
          readOnly={false}
          text={params.get('tag') ?? ''}
          back={back}
          isWaited={params.has('returnTo') && back !== LIST}
        />
      </Page>
    )
  return (
    <RecordPage
      id={tagId}
      read={id => query(getTag, { params: { id } })}
      missing={TAG_MISSING}
      list={LIST}
      title="RFID Tag"
      crumbs={crumbs('…')}
    >
      {({ data, tag }) => (
        <Page key={tagId} title={data.tag} crumbs={crumbs(data.tag)} subtitle={<Kind tag={data} />}>
          <TagForm stored={data} tag={tag} readOnly={readOnly} back={back} />
          {beside?.(data, readOnly)}
          <Drivers tag={data} />
          <Chargers tag={data} readOnly={readOnly} />
          <LaterHistory feature="Tag" recordId={data.id} fields={tagFields} />
        </Page>
      )}
    </RecordPage>
  )
}
