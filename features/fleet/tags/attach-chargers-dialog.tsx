// Ties a tag to chargers: those not attached yet to choose from, and below those that are, each with a way off.
import { Box, Typography } from '@mui/material'
import { call } from '@wattdesk/wire/call'
import { ManyChargersField } from '#fleet/chargers/many-chargers-field.parts.tsx'
import { Form, useRecordForm } from '#kit/form.tsx'
import { AttachedChargers, useAttached } from './attached-chargers.tsx'
import { READERS } from './tag.actions.ts'
import { attachChargers, type Tag } from './tag.contract.ts'
import { AttachBody } from './tag-body.contract.ts'

export default function AttachChargersDialog({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const attached = useAttached(tag).data?.data ?? []
  const form = useRecordForm({
    schema: AttachBody,
    values: { chargerIds: [] as string[] },
    guard: false,
    save: body => call(attachChargers, { params: { id: tag.id }, body }),
    refreshes: READERS,
    onSaved: onClose,
  })
  return (
    <Form
      in="dialog"
      form={form}
      title={`Attach Charger to ${tag.tag}`}
      text="A tag that is attached to chargers is valid at those alone."
      submit="Attach Chargers"
      maxWidth="md"
      onClose={onClose}
    >
      <ManyChargersField name="chargerIds" teamId={tag.teamId} without={attached.map(c => c.chargepoint_id)} wide />
      <Box>
        <Typography variant="h3" sx={{ mb: 1 }}>
          Attached Chargers
        </Typography>
        <AttachedChargers tag={tag} />
      </Box>
    </Form>
  )
}
