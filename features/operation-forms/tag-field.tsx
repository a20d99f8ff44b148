// The choice of a tag, with suggestions (D-OPS-7); loaded with the first form that asks for one.
import { Skeleton } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import { boundFields } from '../../web/kit/fields.tsx'
import { FoundField } from '../../web/kit/found-field.tsx'
import { useSession } from '../../web/kit/session.ts'
import { type Finder, OFFERED } from '../../web/kit/use-found.ts'
import { listAvailableTags, listUserTags } from '../remote-operations/remote-operation.contract.ts'
import { fresh, helpOf, type OperationFieldsProps, type Values } from './option-fields.tsx'

const { Select } = boundFields<Values>()
const field = { name: 'parameters.idTag', label: 'Tag', placeholder: 'Select a tag', required: true } as const
const finderOf = (teamId: number) =>
  ({
    find: q => query(listAvailableTags, { params: {}, query: { teamId, limit: OFFERED, ...(q && { q }) } }),
    found: reply => ({ options: reply.data.map(t => ({ value: t.tagId, label: t.tagId })), total: reply.total }),
  }) satisfies Finder<string, { data: { tagId: string }[]; total: number }>

/** The tags of the signed-in user valid here; for a user without any, the tags of the team with no driver. */
export function TagField({ teamId, charger }: OperationFieldsProps) {
  const { email } = useSession().user
  const own = useQuery({
    ...query(listUserTags, { params: { teamId, x: charger.chargepoint_id }, body: { email } }),
    ...fresh,
  })
  const finder = useMemo(() => finderOf(teamId), [teamId])
  if (own.isPending) return <Skeleton variant="rounded" height={64} />
  const tags = own.data?.data ?? []
  if (own.data && tags.length === 0)
    return (
      <FoundField
        {...field}
        none=""
        finder={finder}
        noOptionsText="No tag found"
        helpOf={total => (total === 0 ? 'No tag is available for this charge point.' : undefined)}
      />
    )
  return <Select {...field} options={tags.map(t => ({ value: t.tagId, label: t.tagId }))} {...helpOf(own, false, '')} />
}
