// The entries of the profile menu, in their order: those whose screen is built.
import { routes } from './routes.ts'
import { isBuilt } from './screens.ts'

const known = [
  { label: 'Home', to: '/' },
  { label: 'Profile', to: '/profile' },
  { label: 'Change Password', to: '/changepassword' },
  { label: 'What I am told', to: '/settings/messages' },
  { label: 'FAQ', to: '/faq' },
]
const exists = (to: string): boolean => to === '/' || isBuilt(routes.find(r => r.form === to)?.page)
export const profileEntries = known.filter(e => exists(e.to))
