// Chosen keys are set again at their charge points, as one action on many (CAMP-07).

import { PUSHED } from '#desk/bulk-actions/bulk-action-body.contract.ts'
import { BulkDialog, type Sent } from '#desk/bulk-actions/bulk-dialog.parts.tsx'
import type { Chosen } from '#kit/choice.ts'
import { rowOfKey } from './drift-choice.rules.ts'

const sentAs = (c: Chosen): Sent => {
  const rowsOf = (rows: readonly { id: string | number }[]) => rows.map(r => rowOfKey(String(r.id)))
  if (c.kind === 'rows') return { drift: { rows: rowsOf(c.rows) } }
  const { sort: _, ...query } = c.query
  return { drift: { matching: { ...(query as object), except: rowsOf(c.except) } } }
}
const Nothing = () => null

type Props = { teamId: number; chosen: Chosen; onClose: () => void }
const PushDialog = (props: Props) => (
  <BulkDialog
    {...props}
    kind="PushSettings"
    sentAs={sentAs}
    help="The chosen keys are sent with their wanted values, key by key; each charge point may take or refuse each of them. Keys that no longer differ are left alone."
    verb="Set at"
    initial={{ which: PUSHED[1] }}
    Fields={Nothing}
  />
)
export default PushDialog
