// One team, with its payouts on a tab of its own.
import { Suspense } from 'react'
import { later } from '#kit/later.ts'
import { RowsSkeleton } from '#kit/skeleton.tsx'
import { TeamPage as Team } from '#people/teams/team-page.parts.tsx'

// Behind the first tab: they come when it is opened.
const Settlements = later(() =>
  import('#settlement/payouts/settlements.parts.tsx').then(m => ({ default: m.Settlements })),
)

export function TeamPage() {
  return (
    <Team
      payouts={team => (
        <Suspense fallback={<RowsSkeleton />}>
          <Settlements teamId={team.teamId} own />
        </Suspense>
      )}
    />
  )
}
