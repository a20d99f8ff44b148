// Where the calls of programs are described, and what is said of a key with its secret.
import { Link } from '@mui/material'
import type { ApiKey } from './api-key.contract.ts'

/** In a tab of its own: what is typed into a form stays. */
export const ApiPageLink = () => (
  <Link href="/docs/api" target="_blank" rel="noopener" underline="always">
    API page
  </Link>
)

export const SecretUse = ({ apiKey: { team_name, teamId } }: { apiKey: Pick<ApiKey, 'team_name' | 'teamId'> }) => (
  <>
    Programs send it with each call, as the header Authorization: Bearer and the secret. It reaches {team_name}, team{' '}
    {teamId}, and all teams below it. The calls are described on the <ApiPageLink />.
  </>
)
