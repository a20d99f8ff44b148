// The tags that a form offers (D-OPS-7): first those of the signed-in user, and by search any other tag of the team's scope, by
// tag, driver, phone or e-mail.
import { query } from '@wattdesk/wire/call'
import {
  type FoundTag,
  listAvailableTags,
  listUserTags,
  searchTags,
} from '#control/remote-operations/remote-operation.contract.ts'
import { type Finder, type FoundOption, OFFERED } from '#kit/use-found.ts'

type TagReply = { data: readonly (Pick<FoundTag, 'tagId'> & Partial<FoundTag>)[]; total: number }
type Place = { teamId: number; chargepointPk: number; chargepointId: string }

const optionOf = (t: TagReply['data'][number], hasRefusal: boolean): FoundOption<string> => {
  const detail = [t.isOwn && 'Your tag', t.driver, t.phone, t.email, hasRefusal && t.refusal]
    .filter(Boolean)
    .join(' · ')
  return { value: t.tagId, label: t.tagId, ...(detail && { detail }) }
}
const searched = ({ teamId, chargepointPk }: Place, q: string, localList?: 'true') =>
  query(searchTags, {
    params: { teamId, id: String(chargepointPk) },
    query: { limit: OFFERED, ...(q && { q }), ...(localList && { localList }) },
  })

/**
 * Before anything is typed: the tags of the signed-in user valid here; for a user without tags, the tags without a
 * driver.
 */
export function startTags(place: Place, email: string): Finder<string, TagReply> {
  const { teamId, chargepointId } = place
  const own = query(listUserTags, { params: { teamId, x: chargepointId }, body: { email } })
  const others = query(listAvailableTags, { params: {}, query: { teamId, limit: OFFERED } })
  return {
    find: q =>
      q
        ? searched(place, q)
        : {
            queryKey: [...own.queryKey, 'first'],
            queryFn: async context => {
              const { data } = await own.queryFn(context)
              return data.length > 0 ? { data, total: data.length } : others.queryFn(context)
            },
          },
    found: ({ data, total }) => ({ options: data.map(t => optionOf(t, true)), total }),
  }
}

/** Tags that the local list of a charge point may contain. */
export const listTags = (place: Place): Finder<string, TagReply> => ({
  find: q => searched(place, q, 'true'),
  found: ({ data, total }) => ({ options: data.map(t => optionOf(t, false)), total }),
})
