// The first steps in the browser: their screen, the act that skips them, and when a reader is led there.
import SkipNext from '@mui/icons-material/SkipNextOutlined'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { holds } from '@wattdesk/base/access'
import { call, query } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import { usePolling } from '#kit/live.ts'
import { type Session, useSession } from '#kit/session.ts'
import { endFirstSteps, getFirstSteps } from './first-steps.contract.ts'
import { FIRST_STEPS_RIGHTS } from './first-steps.rules.ts'

export const FIRST_STEPS = '/first-steps'
const POLL_MS = 10_000

export const skipFirstSteps: Action = {
  id: 'skip-first-steps',
  label: 'Skip the first steps',
  icon: SkipNext,
  right: 'Team.create',
  confirm: () => ({
    title: 'First steps',
    text: 'The first steps are no longer shown to anyone in your company. Everything that they lead to stays in the menu.',
    yes: 'Skip them',
  }),
  run: async (_, { teamId, navigate }) => {
    const reply = await call(endFirstSteps, { params: { teamId }, body: { how: 'skipped' } })
    navigate('/dashboard')
    return reply
  },
  refreshes: [getFirstSteps],
}

/** Whoever works on the own company and may go all the way. */
export const goesAllTheWay = ({ user, teamId, role }: Pick<Session, 'user' | 'teamId' | 'role'>): boolean =>
  teamId === user.company.id && FIRST_STEPS_RIGHTS.every(right => holds(role?.access ?? [], right))

/** How far the company of the reader has come; read again while the live stream is away. */
export function useFirstSteps(isWanted = true) {
  const { teamId } = useSession()
  return useQuery({
    ...query(getFirstSteps, { params: { teamId } }),
    enabled: isWanted && teamId !== 0,
    placeholderData: keepPreviousData,
    refetchInterval: usePolling(POLL_MS),
  })
}

const LED = 'ledToFirstSteps'
/** True once after each sign-in, in each tab. */
export function isFirstLook({ claims }: Pick<Session, 'claims'>): boolean {
  const signIn = `${claims?.sub} ${claims?.iat}`
  if (sessionStorage.getItem(LED) === signIn) return false
  sessionStorage.setItem(LED, signIn)
  return true
}
