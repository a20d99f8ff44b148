// The users of a company who are known to its provider, and the way to let one go.
import LinkOff from '@mui/icons-material/LinkOff'
import { Box } from '@mui/material'
import { call } from '@wattdesk/wire/call'
import { type Action, ActionButton } from '#kit/actions.tsx'
import { ShortList, ShortRow } from '#kit/short-list.tsx'
import { RelativeTime } from '#kit/time.tsx'
import { getSignInSetting, MOST_PEOPLE, releaseSignInPerson, type SignInSetting } from './sign-in-setting.contract.ts'

type Person = SignInSetting['people'][number]
type Target = { companyId: number; person: Person; mayChange: boolean }
const releasing: Action<Target> = {
  id: 'release-person',
  label: 'Release',
  icon: LinkOff,
  when: ({ mayChange }) => mayChange,
  confirm: ({ person }) => ({
    title: person.username,
    text: 'The next person at the provider with the mail address of this account takes it over. Use it when somebody’s account at the provider was made anew.',
    yes: 'Release',
    danger: true,
  }),
  run: ({ companyId: id, person: { userId } }) => call(releaseSignInPerson, { params: { id, userId } }),
  refreshes: [getSignInSetting],
}
const COLUMNS = { xs: '1fr', md: 'minmax(0, 1fr) minmax(0, 1fr) auto' }

export function SignInPeople({ companyId, setting }: { companyId: number; setting: SignInSetting }) {
  return (
    <ShortList
      title="People known to the provider"
      help="Each account belongs to one person of the provider, whatever becomes of the mail address."
      source={{ data: { data: setting.people }, error: null, isPending: false, refetch: () => undefined }}
      none="Nobody has come by single sign-on yet."
      most={MOST_PEOPLE}
      row={p => (
        <ShortRow key={p.userId} columns={COLUMNS}>
          <Box sx={{ minWidth: 0 }}>
            <Box sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>{p.username}</Box>
            <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
              came last <RelativeTime at={p.usedAt} within />
            </Box>
          </Box>
          <Box sx={{ overflowWrap: 'anywhere', fontSize: '0.8125rem' }}>{p.subject}</Box>
          <ActionButton
            action={releasing}
            target={{ companyId, person: p, mayChange: setting.mayChange }}
            size="small"
          />
        </ShortRow>
      )}
    />
  )
}
