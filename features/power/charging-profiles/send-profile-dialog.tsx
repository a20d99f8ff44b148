// Applies a profile to chargers, or clears it there: the user chooses chargers and a connector, each charger gets a
// task of its own, and the dialog shows the progress of each task, even where the server refuses some of the chargers.
import { Box, Button, DialogActions, DialogContent, Stack, Typography } from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, query } from '@wattdesk/wire/call'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { followTask } from '#control/remote-operations/followed.actions.ts'
import { runOperation } from '#control/remote-operations/remote-operation.contract.ts'
import { useTask } from '#control/remote-operations/task-dialog.parts.tsx'
import { type Outcome, outcomeOf } from '#control/remote-operations/task-outcome.rules.ts'
import { listChargers } from '#fleet/chargers/charger.contract.ts'
import { ManyChargersField } from '#fleet/chargers/many-chargers-field.parts.tsx'
import { connectorMark } from '#fleet/stations/evse-words.rules.ts'
import { DialogFrame, DialogHead } from '#kit/dialog-frame.tsx'
import { Form, useRecordForm } from '#kit/form.tsx'
import { errorText, queryErrorText } from '#kit/notices.tsx'
import { useSession } from '#kit/session.ts'
import { ToneChip } from '#kit/status-chip.tsx'
import { type ChargingProfile, listProfileTasks } from './charging-profile.contract.ts'
import { connectorsOfAll, placesFor } from './profile-form.rules.ts'

/** The most tasks that are followed in one dialog. */
const MOST_CHARGERS = 50

type What = 'apply' | 'clear'
type Sent = { charger: string; taskId: string } | { charger: string; refusal: string }
const schema = z.object({
  chargers: z
    .array(z.string())
    .min(1, 'Please choose at least one charger')
    .max(MOST_CHARGERS, `At most ${MOST_CHARGERS} chargers at once`),
  connectorId: z.string().min(1, 'This field is required'),
})
type Values = z.input<typeof schema>

/** Sends the calls one after the other, in the order chosen: a refusal of one charger holds back none of the others. */
async function sendAll(
  teamId: number,
  { charging_profile_pk }: ChargingProfile,
  what: What,
  v: Values,
): Promise<Sent[]> {
  const sent: Sent[] = []
  for (const charger of v.chargers) {
    const body =
      what === 'apply'
        ? {
            chargerId: charger,
            remoteOperationType: 'SetChargingProfile' as const,
            parameters: { connectorId: Number(v.connectorId), charging_profile_pk },
          }
        : {
            chargerId: charger,
            remoteOperationType: 'ClearChargingProfile' as const,
            parameters: { charging_profile_pk },
          }
    try {
      sent.push({ charger, taskId: (await call(runOperation, { query: { teamId }, body })).taskId })
    } catch (error) {
      sent.push({ charger, refusal: errorText(error) })
    }
  }
  return sent
}

const named = (value: string) => ({ field: 'chargepoint_id', operator: 'equals' as const, value })
/** `nameOf`: the name of a connector where all of the chargers give it the same, else its number. */
type Places = { numbers: readonly number[]; nameOf: (connectorId: number) => string }
/**
 * Returns the connectors that all of these chargers have; the former ones while another charger's connectors are read.
 */
function useConnectors(teamId: number, chargers: readonly string[]): Places {
  const filters = JSON.stringify({ combine: 'OR', conditions: chargers.map(named) })
  const asked = useQuery({
    ...query(listChargers, { params: { teamId }, query: { page: 1, pageSize: MOST_CHARGERS, filters } }),
    enabled: chargers.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  const all = chargers.length === 0 ? [] : (asked.data?.data ?? []).map(c => c.connectors ?? [])
  return {
    numbers: connectorsOfAll(all.map(own => own.map(n => n.connectorId))),
    nameOf: connectorId => {
      const names = new Set(all.flatMap(own => own.filter(n => n.connectorId === connectorId).map(connectorMark)))
      return names.size === 1 ? [...names].join('') : String(connectorId)
    },
  }
}

type Props = { profile: ChargingProfile; what: What; onClose: () => void }
export default function SendProfileDialog({ profile, what, onClose }: Props) {
  const { teamId } = useSession()
  const [sent, setSent] = useState<Sent[]>()
  const purpose = profile.charging_profile_purpose
  const isClearing = what === 'clear'
  const form = useRecordForm<Values, Values, Sent[]>({
    schema,
    // A profile is cleared wherever on the charger it is installed.
    values: { chargers: [], connectorId: isClearing || purpose === 'ChargePointMaxProfile' ? '0' : '' },
    guard: false,
    save: v => sendAll(teamId, profile, what, v),
    refreshes: [listProfileTasks],
    onSaved: setSent,
  })
  const { Select } = form.fields
  const chosen = form.rhf.watch('chargers')
  const { numbers, nameOf } = useConnectors(teamId, chosen)
  const places = placesFor(purpose, numbers, nameOf)
  const place = form.rhf.watch('connectorId')
  // A connector that the chargers chosen since do not have is deselected.
  const isGone = !isClearing && place !== '' && !places.some(p => p.value === place)
  useEffect(() => {
    if (isGone) form.rhf.setValue('connectorId', '')
  }, [isGone, form.rhf])
  const name = `Charging profile ${profile.charging_profile_id}`
  const title = isClearing ? 'Clear from chargers' : 'Apply to chargers'
  if (sent)
    return <Results title={`${title} · ${profile.charging_profile_id}`} what={what} sent={sent} onClose={onClose} />
  return (
    <Form
      in="dialog"
      form={form}
      title={title}
      text={
        isClearing
          ? `${name} is removed from each charger chosen, wherever it is installed there.`
          : `${name} is sent as it is stored to each charger chosen, and takes the place of one with the same id there.`
      }
      submit={isClearing ? 'Clear' : 'Apply'}
      submitting="Sending"
      onClose={onClose}
    >
      <ManyChargersField name="chargers" teamId={teamId} />
      {!isClearing && (
        <Select
          name="connectorId"
          label="Connector"
          required
          options={places}
          placeholder={places.length === 0 ? 'Choose chargers first' : 'Select a connector'}
          {...(chosen.length > 1 && { help: 'The connectors that every charger chosen has.' })}
        />
      )}
    </Form>
  )
}

const tones = { pending: 'neutral', done: 'success', refused: 'fault', unknown: 'warning' } as const
const words = { pending: 'Waiting', done: 'Done', refused: 'Error', unknown: 'Not known' } as const

type ResultsProps = { title: string; what: What; sent: readonly Sent[]; onClose: () => void }
/**
 * Each task is followed here to its end; tasks still under way when the dialog closes are followed under the banner.
 */
function Results({ title, what, sent, onClose }: ResultsProps) {
  const ended = useRef(new Set<string>())
  const close = () => {
    for (const s of sent)
      if ('taskId' in s && !ended.current.has(s.taskId))
        followTask({
          taskId: s.taskId,
          charger: s.charger,
          label: `${what === 'apply' ? 'Apply' : 'Clear'} a charging profile on ${s.charger}`,
        })
    onClose()
  }
  return (
    <DialogFrame onClose={close}>
      <DialogHead cross={false}>{title}</DialogHead>
      <DialogContent aria-live="polite">
        <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {sent.map(s =>
            'taskId' in s ? (
              <TaskResult
                key={s.charger}
                charger={s.charger}
                taskId={s.taskId}
                onEnded={() => ended.current.add(s.taskId)}
              />
            ) : (
              <Line key={s.charger} charger={s.charger} outcome={{ is: 'refused', text: s.refusal }} />
            ),
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={close} autoFocus>
          Close
        </Button>
      </DialogActions>
    </DialogFrame>
  )
}

function TaskResult({ charger, taskId, onEnded }: { charger: string; taskId: string; onEnded: () => void }) {
  const { task, asked } = useTask(charger, taskId)
  const outcome: Outcome = task ? outcomeOf(task) : { is: 'pending', text: 'Sent to the server.' }
  const isOver = outcome.is !== 'pending'
  const latest = useRef(onEnded)
  latest.current = onEnded
  useEffect(() => {
    if (isOver) latest.current()
  }, [isOver])
  const text = asked.error && !isOver ? `${outcome.text} ${queryErrorText(asked.error)}` : outcome.text
  return <Line charger={charger} outcome={{ ...outcome, text }} />
}

function Line({ charger, outcome }: { charger: string; outcome: Outcome }) {
  return (
    <Box component="li" sx={{ py: 1, borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 2 }}>
        <Box sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>{charger}</Box>
        <ToneChip tone={tones[outcome.is]} label={words[outcome.is]} />
      </Stack>
      <Typography sx={{ color: 'text.secondary' }}>{outcome.text}</Typography>
    </Box>
  )
}
