// The form of a planned maintenance. Of one that runs, its end and its texts can be changed alone (MAINT-01).
import { localZone, zoneName } from '@wattdesk/base/time'
import { call } from '@wattdesk/wire/call'
import { useLocation, useSearchParams } from 'react-router'
import { maintenanceFields } from '#fleet/maintenance/maintenance.fields.ts'
import { USUAL_DRIVER_TEXT } from '#fleet/maintenance/maintenance.words.ts'
import { Form, Section } from '#kit/form.tsx'
import { recordInputs } from '#kit/record-inputs.tsx'
import { useSession } from '#kit/session.ts'
import { usePageForm } from '#kit/use-page-form.ts'
import { LIST, MAINTENANCE_READS } from './maintenance.actions.ts'
import {
  createMaintenance,
  getMaintenance,
  listMaintenance,
  type Maintenance,
  updateMaintenance,
} from './maintenance.contract.ts'
import { type MaintenanceBody, type MaintenanceValues, MaintenanceForm as Schema } from './maintenance-body.contract.ts'
import { localText } from './maintenance-calendar.rules.ts'
import { ChoiceFields } from './maintenance-choice.tsx'

const Input = recordInputs(maintenanceFields)
const HOUR_MS = 3_600_000
const keysIn = (text: string | null): number[] => (text ?? '').split(',').filter(Boolean).map(Number)

/** A new one begins with the next full hour and lasts two. */
const fresh = (params: URLSearchParams, chosen: readonly number[]): MaintenanceValues => {
  const start = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS
  return {
    reason: '',
    starts_at: localText(new Date(start)),
    ends_at: localText(new Date(start + 2 * HOUR_MS)),
    sets_inoperative: true,
    driver_text: '',
    chargers: [...new Set([...keysIn(params.get('chargers')), ...chosen])],
    sites: keysIn(params.get('sites')),
    view_id: null,
  }
}
/** The chargers that a list has handed over: more than an address can name. */
const chosenIn = (state: unknown): readonly number[] => {
  const { chargers } = (state ?? {}) as { chargers?: unknown }
  return Array.isArray(chargers) ? chargers.filter(Number.isInteger) : []
}
const stored = (m: Maintenance): MaintenanceValues => ({
  reason: m.reason,
  starts_at: localText(m.starts_at),
  ends_at: localText(m.ends_at),
  sets_inoperative: m.sets_inoperative,
  driver_text: m.driver_text ?? '',
  chargers: m.chargers,
  sites: m.sites,
  view_id: m.view_id,
})
/** An input has whole minutes: where nobody changed it, the stored moment stays to the second. */
const kept = (now: string, was: string | undefined): string =>
  was !== undefined && localText(now) === localText(was) ? was : now

type Props = { maintenance?: Maintenance; tag?: string | undefined; readOnly: boolean }
export function MaintenanceForm({ maintenance: m, tag, readOnly }: Props) {
  const { teamId } = useSession()
  const [params] = useSearchParams()
  const chosen = chosenIn(useLocation().state)
  const page = usePageForm<MaintenanceValues, MaintenanceBody, Maintenance>({
    schema: Schema,
    valuesOf: record => (record ? stored(record) : fresh(params, chosen)),
    stored: m && { id: m.maintenance_id, record: m, tag },
    calls: { list: listMaintenance, read: getMaintenance },
    save: (body, sent) => {
      const starts_at = kept(body.starts_at, m?.starts_at)
      const ends_at = kept(body.ends_at, m?.ends_at)
      const exact = { ...body, starts_at, ends_at, clock: localZone() }
      return m
        ? call(updateMaintenance, { params: { maintenanceId: m.maintenance_id }, body: exact }, sent)
        : call(createMaintenance, { params: { teamId }, body: exact })
    },
    list: m ? `${LIST}/${m.maintenance_id}` : LIST,
    readOnly,
    refreshes: [...MAINTENANCE_READS],
  })
  const isRunning = m?.state === 'Running'
  const { Text, Switch, Multiline } = page.form.fields
  return (
    <Form {...page} label="Maintenance" submit={m ? 'Save Changes' : 'Plan maintenance'}>
      <Section
        title="When and why"
        help={`${isRunning ? 'It runs: its end and its texts can be changed. ' : ''}Times of your own clock (${zoneName()}).`}
      >
        <Input name="reason" autoComplete="off" wide />
        <Text name="starts_at" label="Start" type="datetime-local" required disabled={isRunning} />
        <Text name="ends_at" label="End" type="datetime-local" required />
      </Section>
      <Section
        title="Charge points"
        help="Chosen one by one, by site, by a saved view of their list, or all of these together."
      >
        <ChoiceFields
          teamId={teamId}
          disabled={isRunning}
          view={m?.view_id && m.view_name ? { value: m.view_id, label: m.view_name } : undefined}
        />
      </Section>
      <Section
        title="While it runs"
        help="Running sessions go on to their end. New ones are refused, and reservations are cancelled."
      >
        <Switch
          name="sets_inoperative"
          label="Take connectors out of service"
          disabled={isRunning}
          help="By ChangeAvailability at the start, and back at the end. Connectors that a person has taken out stay out."
        />
        <Multiline
          name="driver_text"
          label="Text for drivers"
          wide
          help={`On the pay page and in the app. Left empty: ${USUAL_DRIVER_TEXT}`}
        />
      </Section>
    </Form>
  )
}
