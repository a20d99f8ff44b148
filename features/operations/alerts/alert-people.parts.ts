// How people are found whom a rule may tell, and who may have an alert.
import { query } from '@wattdesk/wire/call'
import type { Finder } from '#kit/use-found.ts'
import { listAlertPeople } from './alert-telling.contract.ts'

type Option = { id: number; name: string; detail: string }
export const peopleFinder = (teamId: number, as: 'recipient' | 'assignee') => {
  const asked = (more: { q?: string; keys?: string }) =>
    query(listAlertPeople, { params: { teamId }, query: { ...more, as } })
  return {
    find: (q: string) => asked(q ? { q } : {}),
    read: (keys: readonly number[]) => asked({ keys: keys.join(',') }),
    found: reply => ({
      options: reply.data.map(({ id, name, detail }) => ({ value: id, label: name, detail })),
      total: reply.total,
    }),
  } satisfies Finder<number, { data: Option[]; total: number }>
}
