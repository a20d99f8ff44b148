// Where mails are read that no mail server takes: said beside what sends one, on the machine of the server alone.
import { Link, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { getPublicConfig } from './installation.contract.ts'

export function KeptMails() {
  const outbox = useQuery({ ...query(getPublicConfig, {}), staleTime: Number.POSITIVE_INFINITY }).data?.data.outbox
  if (!outbox) return null
  return (
    <Typography variant="body2" sx={{ gridColumn: '1 / -1', color: 'text.secondary' }}>
      No mail server is set up.{' '}
      <Link href={outbox} target="_blank" rel="noopener" underline="always">
        Mails stay here
      </Link>
    </Typography>
  )
}
