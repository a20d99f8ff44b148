// A note to alerts: a comment, or the reason for which they are closed by hand.
import { call } from '@wattdesk/wire/call'
import { z } from 'zod'
import { Form, useRecordForm } from '#kit/form.tsx'
import { notify } from '#kit/notices.tsx'
import { useSession } from '#kit/session.ts'
import { ALERT_READS, doneText } from './alert.actions.ts'
import { closeAlerts, commentAlerts } from './alert.contract.ts'
import { MOST_NOTE } from './alert.words.ts'

const WORDS = {
  close: {
    call: closeAlerts,
    submit: 'Close',
    done: 'Closed',
    missing: 'Please say why',
    text: 'It stays closed until its cause comes anew. The note stands in its history.',
  },
  comment: {
    call: commentAlerts,
    submit: 'Save note',
    done: 'Wrote to',
    missing: 'Please write a note',
    text: 'Everybody who sees the alert reads it.',
  },
} as const

type Props = { what: keyof typeof WORDS; ids: readonly number[]; title: string; onClose: () => void }
export default function AlertNoteDialog({ what, ids, title, onClose }: Props) {
  const { teamId } = useSession()
  const words = WORDS[what]
  const form = useRecordForm<{ note: string }, { note: string }, { data: { changed: number } }>({
    schema: z.object({
      note: z.string().trim().min(1, words.missing).max(MOST_NOTE, `At most ${MOST_NOTE} characters`),
    }),
    values: { note: '' },
    save: ({ note }) => call(words.call, { params: { teamId }, body: { ids: [...ids], note } }),
    refreshes: ALERT_READS,
    onSaved: ({ data }) => {
      notify.success(doneText(words.done, data.changed))
      onClose()
    },
  })
  const { Multiline } = form.fields
  return (
    <Form in="dialog" form={form} title={title} text={words.text} submit={words.submit} onClose={onClose}>
      <Multiline name="note" label="Note" rows={3} required />
    </Form>
  )
}
