// Gives alerts to a person of the team, or to nobody (ALERT-05).
import { call } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import { z } from 'zod'
import { Form, useRecordForm } from '#kit/form.tsx'
import { FoundField } from '#kit/found-field.tsx'
import { useSession } from '#kit/session.ts'
import { ALERT_READS, doneText, namesOf } from './alert.actions.ts'
import { assignAlerts } from './alert.contract.ts'
import { peopleFinder } from './alert-people.parts.ts'

type Values = { userId: number | null }
/** `about`: what the alert tells, where it is one. */
type Props = { ids: readonly number[]; about?: string | undefined; onClose: () => void }
export default function AlertAssignDialog({ ids, about, onClose }: Props) {
  const title = ids.length === 1 ? 'Assign alert' : `Assign ${namesOf(ids.length)}`
  const empty = 'Empty: nobody has it.'
  const { teamId } = useSession()
  const people = useMemo(() => peopleFinder(teamId, 'assignee'), [teamId])
  const form = useRecordForm<Values, Values, { message: string }>({
    schema: z.object({ userId: z.number().nullable() }),
    values: { userId: null },
    save: async ({ userId }) => {
      const { data } = await call(assignAlerts, { params: { teamId }, body: { ids: [...ids], userId } })
      return { message: doneText('Assigned', data.changed) }
    },
    refreshes: ALERT_READS,
    onSaved: onClose,
  })
  return (
    <Form
      in="dialog"
      form={form}
      title={title}
      text={about ? `${about}. ${empty}` : empty}
      submit="Assign"
      onClose={onClose}
    >
      <FoundField
        name="userId"
        label="Person"
        finder={people}
        placeholder="Search by name"
        noOptionsText="Nobody found"
      />
    </Form>
  )
}
