// The page of a system user: the form, and below it the second factors of that user.
import { UserFactors } from '#people/second-factor/user-factors.parts.tsx'
import { UserPage as User } from '#people/users/user-page.parts.tsx'

export function UserPage() {
  return <User beside={({ userId, username }) => <UserFactors userId={userId} username={username} />} />
}
