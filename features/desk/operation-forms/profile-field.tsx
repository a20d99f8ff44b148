// The field of a stored charging profile, found by the server.
import { query } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import { FoundField } from '#kit/found-field.tsx'
import { type Finder, OFFERED, textFinder } from '#kit/use-found.ts'
import { type ChargingProfile, listChargingProfiles } from '#power/charging-profiles/charging-profile.contract.ts'
import type { PickerProps } from './option-fields.tsx'

const filterOf = (value: string): string =>
  JSON.stringify({
    combine: 'AND',
    conditions: [{ field: 'charging_profile_purpose', operator: 'equals', value, valueType: 'text' }],
  })

const finderOf = (teamId: number, purpose?: string) => {
  const asked = (more: { q?: string; keys?: string }) =>
    query(listChargingProfiles, {
      query: {
        teamId,
        page: 1,
        pageSize: OFFERED,
        sort: 'charging_profile_id',
        ...more,
        ...(purpose && { filters: filterOf(purpose) }),
      },
    })
  return textFinder({
    find: (q: string) => asked(q ? { q } : {}),
    read: (keys: readonly number[]) => asked({ keys: keys.join(',') }),
    found: reply => ({
      options: reply.data.map(p => ({
        value: p.charging_profile_pk,
        label: `${p.charging_profile_id} · ${p.description} (${p.charging_profile_purpose})`,
      })),
      total: reply.total,
    }),
  } satisfies Finder<number, { data: ChargingProfile[]; total: number }>)
}

/** The stored profiles of the team and the teams below it. */
export function ProfileField({ teamId, name, input: { label, open, purpose }, required }: PickerProps) {
  const finder = useMemo(() => finderOf(teamId, purpose), [teamId, purpose])
  const empty = `This team has no charging profiles${purpose ? ` of purpose ${purpose}` : ''}.`
  return (
    <FoundField
      name={name}
      label={label}
      required={required}
      none=""
      finder={finder}
      placeholder={open ?? 'Select a charging profile'}
      noOptionsText="No charging profile found"
      helpOf={total => (total === 0 ? empty : undefined)}
    />
  )
}
