// A connector: its state, its running session, and the likely next action.

import { Box, Card, Link, Stack, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { connectorText } from '#fleet/stations/evse-words.rules.ts'
import { ActionButton } from '#kit/actions.tsx'
import { Energy, Money, Power, percentText } from '#kit/figures.tsx'
import { useAccess } from '#kit/session.ts'
import { statusOf } from '#kit/status.ts'
import { StatusChip } from '#kit/status-chip.tsx'
import { RelativeTime } from '#kit/time.tsx'
import { connectorActions } from './charger.actions.ts'
import type { Charger } from './charger.contract.ts'
import { knownStatus } from './charger.rules.ts'
import type { Connector } from './connector.contract.ts'

const Figure = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <Box>
    <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
      {label}
    </Typography>
    <Typography component="dd" sx={{ m: 0, fontWeight: 550, fontSize: '1rem' }}>
      {children}
    </Typography>
  </Box>
)

function Session({ connector: n }: { connector: Connector }) {
  const { canView } = useAccess('Transaction')
  if (n.transactionId === null) return null
  return (
    <Box sx={{ mt: 2, pt: 2, borderTop: 1, borderColor: 'divider' }}>
      <Typography variant="body2" sx={{ mb: 1 }}>
        {canView ? (
          <Link underline="always" component={RouterLink} to={`/transactions/${n.transactionId}`}>
            Transaction {n.transactionId}
          </Link>
        ) : (
          `Transaction ${n.transactionId}`
        )}
        {n.transactionStart && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {' '}
            started <RelativeTime within at={n.transactionStart} />
          </Box>
        )}
      </Typography>
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(84px, 1fr))' }}
      >
        <Figure label="Power">
          <Power powerKw={n.powerKw} />
        </Figure>
        {canView && (
          <Figure label="Energy">
            <Energy energyWh={n.energyWh} />
          </Figure>
        )}
        {canView && (
          <Figure label="Cost">
            <Money amount={n.totalAmountCharged} />
          </Figure>
        )}
        {n.socPercent !== null && <Figure label="State of charge">{percentText(n.socPercent, 0)}</Figure>}
      </Box>
    </Box>
  )
}

export function ConnectorCard({ charger, connector: n }: { charger: Charger; connector: Connector }) {
  const target = { charger, connector: n }
  const facts = [n.connectorType, n.kw && `${n.kw} kW`, n.volt && `${n.volt} V`].filter(Boolean).join(' · ')
  // A name that only repeats the number does not count as a name.
  const name = /^(connector)?\s*\d*$/i.test(n.connectorName) ? '' : ` · ${n.connectorName}`
  return (
    <Card sx={{ p: { xs: 2, sm: 2.5 }, display: 'flex', flexDirection: 'column' }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start', justifyContent: 'space-between' }}>
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h3" component="h3" sx={{ overflowWrap: 'anywhere' }}>
            {connectorText(n)}
            {name}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {facts || (n.isConfigured ? 'No type given' : 'Not configured: the charge point spoke of it by itself')}
          </Typography>
        </Box>
        <StatusChip kind="connector" value={knownStatus(n)} />
      </Stack>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
        {n.unknownSince === null ? (
          <>
            Since <RelativeTime within at={n.statusTimestamp} />
          </>
        ) : (
          <>
            State unknown since <RelativeTime within at={n.unknownSince} />
            {n.status && `, last told: ${statusOf('connector', n.status).label}`}
          </>
        )}
        {n.errorCode && n.errorCode !== 'NoError' && (
          <Box component="span" sx={{ color: 'error.main' }}>
            {' · '}
            {[n.errorCode, n.vendorErrorCode, n.info].filter(Boolean).join(' · ')}
          </Box>
        )}
      </Typography>
      <Session connector={n} />
      <Box sx={{ flexGrow: 1 }} />
      <Stack direction="row" spacing={1} sx={{ mt: 2, '&:empty': { display: 'none' } }}>
        {connectorActions.map(a => (
          <ActionButton key={a.id} action={a} target={target} size="small" />
        ))}
      </Stack>
    </Card>
  )
}
