// The keys that differ, at all chargers of a team and the teams below it (CAMP-07).
import { recordId } from '@wattdesk/base/fields'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { filterTypes, type ShownRecord, sortNames } from '@wattdesk/base/record'
import { replySchema } from '@wattdesk/base/record-schemas'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { settingsDriftFields } from './settings-drift.fields.ts'

export const driftSortFields = sortNames(settingsDriftFields)
export const driftFilterFields = filterTypes(settingsDriftFields)

export const DriftingKey = replySchema(settingsDriftFields, 'DriftingKey')
export type DriftingKey = ShownRecord<typeof settingsDriftFields>

export const listSettingsDrift = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/settings-drift',
  can: 'ChargerPoint.view',
  summary: 'The keys of charge points that differ from what a template or a person asks for',
  params: z.object({ teamId: recordId() }),
  offers: { sorts: driftSortFields, filters: driftFilterFields },
  query: listQuery(driftSortFields, driftFilterFields),
  data: z.array(DriftingKey),
  /** `waiting`: charge points that are still to be compared. */
  beside: { ...pageFields, waiting: z.number().int() },
})
