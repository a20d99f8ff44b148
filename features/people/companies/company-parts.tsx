// Shared by the list and the form of companies: the state as a chip, and the reader's rights on companies as held on
// the platform's own team.
import { useMemo } from 'react'
import { type Access, accessOf, useSession } from '#kit/session.ts'
import { ToneChip } from '#kit/status-chip.tsx'
import type { companyState } from './company.rules.ts'

const tones = { Active: 'success', Inactive: 'offline', Expired: 'warning' } as const

export const CompanyChip = ({ state }: { state: ReturnType<typeof companyState> }) => (
  <ToneChip tone={tones[state]} label={state} />
)

/** The rights on companies that allow creating and deleting them: those held on the platform's own team (D-COMP-1). */
export function usePlatformAccess(): Access {
  const { user, claims } = useSession()
  return useMemo(() => {
    const ofPlatform = claims?.companyType === 'GP' ? user.role.find(r => r.teamId === user.company.id) : undefined
    return accessOf(ofPlatform ?? null, 'Company')
  }, [user, claims])
}
