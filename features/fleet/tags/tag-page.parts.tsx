// The page of an RFID tag: to make, read, or change it; with its driver and the chargers it is attached to. `beside`:
// other features' views of an existing tag.
import EvStation from '@mui/icons-material/EvStationOutlined'
import { Card, Link, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { Link as RouterLink, useParams, useSearchParams } from 'react-router'
import { type Action, ActionButton } from '#kit/actions.tsx'
import { DetailList } from '#kit/detail-list.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { later } from '#kit/later.ts'
import { Page } from '#kit/page.tsx'
import { RecordPage, useReadOnly } from '#kit/record-page.tsx'
import { useAccess } from '#kit/session.ts'
import { RowsSkeleton } from '#kit/skeleton.tsx'
import { LaterHistory } from '#office/audit/later-history.parts.tsx'
import { AttachedChargers } from './attached-chargers.tsx'
import { LIST } from './tag.actions.ts'
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
  return (
    <DetailList
      items={[
        {
          label: 'Name',
          value: canView ? (
            <Link component={RouterLink} to={`/customer/${user.userPk}`}>
              {name}
            </Link>
          ) : (
            name
          ),
        },
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

type Props = { beside?: (tag: Tag, readOnly: boolean) => ReactNode }
function Details({
  stored,
  tag,
  readOnly,
  back,
  beside,
}: Props & {
  stored: Tag
  tag: string | undefined
  readOnly: boolean
  back: string
}) {
  const [isAttaching, setAttaching] = useState(false)
  const attach = useMemo<Action>(
    () => ({
      id: 'attach-charger',
      label: 'Attach Charger',
      icon: EvStation,
      right: 'Tag.update' as const,
      run: () => setAttaching(true),
    }),
    [],
  )
  return (
    <Page
      title={stored.tag}
      crumbs={crumbs(stored.tag)}
      subtitle={
        <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
          <TagChip tag={stored} />
          <span>
            {stored.isPrepaid ? 'Prepaid card · ' : ''}
            {stored.team_name}
          </span>
        </Stack>
      }
    >
      <TagForm stored={stored} tag={tag} readOnly={readOnly} back={back} />
      {beside?.(stored, readOnly)}
      <Drivers tag={stored} />
      <Part
        title="Attached Chargers"
        beside={!readOnly && <ActionButton action={attach} target={undefined} size="small" />}
      >
        <AttachedChargers tag={stored} readOnly={readOnly} />
      </Part>
      <LaterHistory feature="Tag" recordId={stored.id} fields={tagFields} />
      {isAttaching && (
        <Suspense>
          <AttachChargers tag={stored} onClose={() => setAttaching(false)} />
        </Suspense>
      )}
    </Page>
  )
}

function Existing({ id, ...others }: Props & { id: string; back: string }) {
  const readOnly = useReadOnly('Tag')
  return (
    <RecordPage
      id={id}
      read={tagId => query(getTag, { params: { id: tagId } })}
      missing={TAG_MISSING}
      list={LIST}
      title="RFID Tag"
      crumbs={crumbs('…')}
    >
      {({ data, tag }) => <Details key={id} stored={data} tag={tag} readOnly={readOnly} {...others} />}
    </RecordPage>
  )
}

export function TagPage(props: Props) {
  const { tagId } = useParams()
  const [params] = useSearchParams()
  const back = returnPath(params.get('returnTo'))
  if (tagId !== undefined) return <Existing id={tagId} back={back} {...props} />
  return (
    <Page title="Add RFID Tag" crumbs={crumbs('New')}>
      <TagForm
        readOnly={false}
        text={params.get('tag') ?? ''}
        back={back}
        isWaited={params.has('returnTo') && back !== '/tag'}
      />
    </Page>
  )
}
