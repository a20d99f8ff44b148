// The form of a charger on its tabs, with the fields of each tab and their readers (D-CHARGER-4). A stored charger's form
// sends the changed fields alone. Parts of other features (log, remote operations) are handed in.
import { call } from '@wattdesk/wire/call'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { type RecordForm, useRecordForm } from '#kit/form.tsx'
import { later } from '#kit/later.ts'
import { useSession } from '#kit/session.ts'
import { type FormTab, TabbedForm } from '#kit/tabbed-form.tsx'
import { useWayBack } from '#kit/way-back.ts'
import { savedCharger } from './charger.actions.ts'
import { type Charger, chargerRecord, getCharger, listChargers } from './charger.contract.ts'
import { ChargerBody } from './charger-body.contract.ts'
import { createCharger, updateCharger } from './charger-change.contract.ts'
import { labelOf, newValues, parts, TAB_FIELDS, type Values, valuesOf } from './charger-form.rules.ts'
import { ChargerGeneralTab } from './charger-general-tab.tsx'
import { listConnectors } from './connector.contract.ts'

// Tabs behind the first: they are loaded while the first is read.
const ChargerAddressTab = later(() => import('./charger-address-tab.tsx'))
const ChargerSettingsTab = later(() => import('./charger-settings-tab.tsx'))
const ChargerInstructionsTab = later(() => import('./charger-instructions-tab.tsx'))
const ChargerIncidentsTab = later(() => import('./charger-incidents-tab.tsx'))
const ChargerKeyDialog = later(() => import('./charger-key-dialog.tsx'))

const LIST = '/charger'

/** Returns `values` as an object that stays the same while its content does: a charger is read again and again. */
function useSteady<T>(values: T): T {
  const content = JSON.stringify(values)
  return useMemo(() => JSON.parse(content) as T, [content])
}

/** The key is there once, right after the charger was made. */
type Made = Charger & { authorizationKey?: string | null }

export type ChargerFormProps = {
  /** Missing for a new charger. */
  charger?: Charger
  tag?: string | undefined
  /** Known values of a new charger: those it reported when it tried to connect. */
  said?: Partial<Values>
  readOnly: boolean
  /** The field of the team it stands in, `teamId`. */
  teamField: ReactNode
  /** The field of the charging site it stands at, `chargingSiteId`. */
  siteField: ReactNode
  /** How a stored charger is, above its fields. */
  health?: ReactNode
  logs?: ReactNode
  timeline?: ReactNode
  /** The configuration that a stored charger reported. */
  config?: ReactNode
  /** Missing for users who may send nothing. */
  operations?: ReactNode
  /** Follows the task that sends a new key to the charger. */
  onKeySent?: (taskId: string) => void
}
export function ChargerForm(props: ChargerFormProps) {
  const { charger, tag, said, readOnly } = props
  const { teamId, claims } = useSession()
  const navigate = useNavigate()
  const whereTo = useWayBack(LIST)
  const back = () => void navigate(whereTo)
  // Only the platform may set paid or free (D-ACC-2).
  const withCategory = claims?.userType === 'ROOT' && claims.companyType === 'GP'
  const values = useSteady(charger ? valuesOf(charger, withCategory) : { ...newValues(teamId, withCategory), ...said })
  const [made, setMade] = useState<{ charger: Charger; authorizationKey: string }>()
  const form = useRecordForm<Values, Values, { message: string; data: Made }>({
    // The output of the schema is a valid body too; a missing figure is refused by the schema.
    schema: ChargerBody as unknown as z.ZodType<Values, Values>,
    ...(charger && { parts }),
    values,
    version: charger && {
      kind: chargerRecord,
      recordId: charger.chargepoint_pk,
      reader: getCharger,
      tag,
      valuesOf: (c: Charger) => valuesOf(c, withCategory),
      label: labelOf,
    },
    readOnly,
    save: (body, sent) =>
      savedCharger<{ message: string; data: Made }>(
        charger
          ? call(updateCharger, { params: { teamId, id: String(charger.chargepoint_pk) }, body }, sent)
          : call(createCharger, { params: { teamId }, body }),
      ),
    refreshes: [listChargers, getCharger, listConnectors],
    onSaved: ({ data: { authorizationKey, ...charger } }) => {
      // The key is shown here or never; the list comes afterwards.
      if (authorizationKey) setMade({ charger, authorizationKey })
      else back()
    },
  })
  const ofTeam = form.rhf.watch('teamId') ?? teamId
  return (
    <>
      <TabbedForm
        form={form}
        label="Charge Point"
        problems="Please fix the following errors:"
        submit="Save Changes"
        onCancel={back}
        items={tabsOf({ ...props, form, withCategory, ofTeam })}
      />
      {made && (
        <Suspense>
          <ChargerKeyDialog {...made} onClose={back} />
        </Suspense>
      )}
    </>
  )
}

type TabsProps = ChargerFormProps & { form: RecordForm<Values>; withCategory: boolean; ofTeam: number }
/** `ofTeam`: the team that the form names. */
function tabsOf(props: TabsProps): FormTab[] {
  const { charger, form, health, ofTeam, teamField, siteField, withCategory, onKeySent } = props
  const isNew = charger === undefined
  return [
    {
      id: 'general',
      label: 'General',
      fields: TAB_FIELDS.general,
      panel: (
        <ChargerGeneralTab
          form={form}
          charger={charger}
          health={health}
          teamId={ofTeam}
          teamField={teamField}
          siteField={siteField}
          withCategory={withCategory}
          onKeySent={onKeySent}
        />
      ),
    },
    { id: 'address', label: 'Address', fields: TAB_FIELDS.address, panel: <ChargerAddressTab form={form} /> },
    { id: 'settings', label: 'Settings', fields: TAB_FIELDS.settings, panel: <ChargerSettingsTab form={form} /> },
    { id: 'config', label: 'Config', hidden: isNew, apart: true, panel: props.config },
    { id: 'logs', label: 'Logs', hidden: isNew, apart: true, panel: props.logs },
    { id: 'timeline', label: 'Timeline', hidden: isNew, apart: true, panel: props.timeline },
    {
      id: 'operating_instruction',
      label: 'Operating Instruction',
      hidden: isNew,
      fields: TAB_FIELDS.operating_instruction,
      panel: <ChargerInstructionsTab form={form} />,
    },
    {
      id: 'report_incidents',
      label: 'Report Incidents',
      hidden: isNew,
      apart: true,
      panel: charger && <ChargerIncidentsTab incidents={charger.report_issues} />,
    },
    {
      id: 'remote_operations',
      label: 'Remote Operations',
      hidden: isNew || props.operations === undefined,
      apart: true,
      panel: props.operations,
    },
  ]
}
