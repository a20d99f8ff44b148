// A note to alerts: a comment, or the reason for which they are closed by hand.
import { call } from '@wattdesk/wire/call'
import { z } from 'zod'
import { Form, useRecordForm } from '#kit/form.tsx'
import { useSession } from '#kit/session.ts'
import { ALERT_READS, doneText, namesOf } from './alert.actions.ts'
import { closeAlerts, commentAlerts } from './alert.contract.ts'
import { MOST_NOTE } from './alert.words.ts'

const WORDS = {
  close: {
    call: closeAlerts,
    title: (n: number) => (n === 1 ? 'Close alert' : `Close ${namesOf(n)}`),
    submit: 'Close',
    done: 'Closed',
    missing: 'Please say why',
    text: 'It stays closed until its cause comes anew. The note stands in its history.',
  },
  comment: {
    call: commentAlerts,
    title: (n: number) => (n === 1 ? 'Write a note' : `Write a note to ${namesOf(n)}`),
    submit: 'Save note',
    done: 'Wrote to',
    missing: 'Please write a note',
    text: 'Everybody who sees the alert reads it.',
  },
} as const

/** `about`: what the alert tells, where it is one. */
type Props = { what: keyof typeof WORDS; ids: readonly number[]; about?: string | undefined; onClose: () => void }
export default function AlertNoteDialog({ what, ids, about, onClose }: Props) {
  const { teamId } = useSession()
  const words = WORDS[what]
  const form = useRecordForm<{ note: string }, { note: string }, { message: string }>({
    schema: z.object({
      note: z.string().trim().min(1, words.missing).max(MOST_NOTE, `At most ${MOST_NOTE} characters`),
    }),
    values: { note: '' },
    save: async ({ note }) => {
      const { data } = await call(words.call, { params: { teamId }, body: { ids: [...ids], note } })
      return { message: doneText(words.done, data.changed) }
    },
    refreshes: ALERT_READS,
    onSaved: onClose,
  })
  const { Multiline } = form.fields
  const text = about ? `${about}. ${words.text}` : words.text
  return (
    <Form in="dialog" form={form} title={words.title(ids.length)} text={text} submit={words.submit} onClose={onClose}>
      <Multiline name="note" label="Note" rows={3} required />
    </Form>
  )
}
