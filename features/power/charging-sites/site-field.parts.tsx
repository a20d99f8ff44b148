// How charging sites are found by name as the reader types, and the field by which a charger is put at one.
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useEffect, useMemo, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { FoundField } from '#kit/found-field.tsx'
import { useAccess } from '#kit/session.ts'
import { type Finder, OFFERED } from '#kit/use-found.ts'
import { listSiteNames } from './charging-site.contract.ts'

type Found = { data: { zone_id: number; zone_name: string }[]; total: number }
/** The sites of a team and the teams below it; with `chargersOf` those at which the reader may put chargers of that team. */
export const siteFinder = (teamId: number, chargersOf?: number) => {
  const asked = (more: { q?: string; keys?: string }) =>
    query(listSiteNames, {
      params: { teamId },
      query: { limit: OFFERED, ...more, ...(chargersOf !== undefined && { chargersOf }) },
    })
  return {
    find: (q: string) => asked(q ? { q } : {}),
    read: (keys: readonly number[]) => asked({ keys: keys.join(',') }),
    found: reply => ({ options: reply.data.map(s => ({ value: s.zone_id, label: s.zone_name })), total: reply.total }),
  } satisfies Finder<number, Found>
}

type Values = { teamId?: number | null; chargingSiteId: number | null }
type Props = {
  teamId: number
  /** The site where the stored charger stands. */
  now?: { siteId: number; name: string } | undefined
  readOnly: boolean
}
/** The site of a charger, in its form: one that serves the team chosen there. */
export function ChargerSiteField({ teamId, now, readOnly }: Props) {
  const { canUpdate } = useAccess('ChargingSite')
  const { watch, setValue } = useFormContext<Values>()
  const [team, site] = watch(['teamId', 'chargingSiteId'])
  const ofTeam = team ?? teamId
  const [nowId, nowName] = [now?.siteId, now?.name]
  const finder = useMemo(
    () => ({
      ...siteFinder(teamId, ofTeam),
      ...(nowId !== undefined && nowName !== undefined && { known: [{ value: nowId, label: nowName }] }),
    }),
    [teamId, ofTeam, nowId, nowName],
  )
  // A site that does not serve a team chosen since is chosen no longer.
  const first = useRef(ofTeam)
  const isOther = canUpdate && !readOnly && ofTeam !== first.current && site !== null
  const serving = useQuery({ ...finder.read(site === null ? [] : [site]), enabled: isOther, staleTime: 0 })
  const isLeft = isOther && !serving.isFetching && serving.data?.data.length === 0
  useEffect(() => {
    if (isLeft) setValue('chargingSiteId', null, { shouldDirty: true })
  }, [isLeft, setValue])
  return (
    <FoundField
      name="chargingSiteId"
      label="Charging Site"
      finder={finder}
      placeholder="None"
      noOptionsText="No charging site found"
      enabled={teamId !== 0 && canUpdate}
      {...(!canUpdate && {
        disabled: true,
        ...(!readOnly && { help: 'Set by whoever may change charging sites.' }),
      })}
    />
  )
}
