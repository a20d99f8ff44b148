// What list and form of companies share: the state as a chip, and whether the reader speaks for the platform.
import { useMemo } from 'react'
import { type Access, accessOf, useSession } from '#kit/session.ts'
import { ToneChip } from '#kit/status-chip.tsx'
import type { companyState } from './company.rules.ts'

const tones = { Active: 'success', Inactive: 'offline', Expired: 'warning' } as const

export const CompanyChip = ({ state }: { state: ReturnType<typeof companyState> }) => (
  <ToneChip tone={tones[state]} label={state} />
)

/** The rights on companies that count for making and deleting them: those on the platform's own team (D-COMP-1). */
export function usePlatformAccess(): Access {
  const { user, claims } = useSession()
  return useMemo(() => {
    const ofPlatform = claims?.companyType === 'GP' ? user.role.find(r => r.teamId === user.company.id) : undefined
    return accessOf(ofPlatform ?? null, 'Company')
  }, [user, claims])
}
