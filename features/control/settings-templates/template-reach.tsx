// Whom a template reaches and how they stand: figures, and its keys with the number of charge points at which each differs.
import {
  Alert,
  Box,
  Card,
  CardContent,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { ErrorNotice } from '#kit/error.tsx'
import { usePolling } from '#kit/live.ts'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { StatTile, Tiles } from '#kit/stat-tile.tsx'
import { driftPath } from './settings-template.actions.ts'
import { getTemplateReach, type TemplateReach } from './settings-template.contract.ts'

const POLL_MS = 3000

const Keys = ({ keys }: Pick<TemplateReach, 'keys'>) => (
  <Card component="section" aria-label="Keys that differ">
    <CardContent>
      <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
        Keys that differ
      </Typography>
      <Box sx={{ overflowX: 'auto' }} role="region" aria-label="Keys and charge points" tabIndex={0}>
        <Table size="small" sx={{ '& th': { whiteSpace: 'nowrap' } }}>
          <TableHead>
            <TableRow>
              <TableCell>Key</TableCell>
              <TableCell align="right">Differs</TableCell>
              <TableCell align="right">Unknown to it</TableCell>
              <TableCell align="right">After a restart</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {keys.map(k => (
              <TableRow key={k.key}>
                <TableCell sx={{ whiteSpace: 'nowrap' }}>{k.key}</TableCell>
                {[k.differ, k.unknown, k.restart].map((n, i) => (
                  <TableCell key={['differ', 'unknown', 'restart'][i]} align="right">
                    {n.toLocaleString('en-IN')}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
    </CardContent>
  </Card>
)

/** Read again until every charge point is compared. */
export function TemplateReachPart({ templateId }: { templateId: number }) {
  const polling = usePolling(POLL_MS)
  const asked = useQuery({
    ...query(getTemplateReach, { params: { templateId } }),
    refetchInterval: ({ state }) => ((state.data?.data.waiting ?? 0) > 0 ? polling : false),
  })
  const reach = asked.data?.data
  if (asked.error && !reach) return <ErrorNotice error={asked.error} onRetry={() => void asked.refetch()} />
  if (!reach) return <BlockSkeleton height={96} />
  return (
    <>
      {reach.waiting > 0 && (
        <Alert severity="info" role="status">
          {reach.waiting.toLocaleString('en-IN')} charge {reach.waiting === 1 ? 'point is' : 'points are'} still to be
          compared.
        </Alert>
      )}
      <Tiles>
        <StatTile label="Charge points it reaches" value={reach.chargers} />
        <StatTile label="Read at least once" value={reach.read} footer="The others have told no keys yet" />
        <StatTile
          label="Charge points that drift"
          value={reach.drifting}
          to={driftPath(templateId)}
          footer="A required key differs"
        />
      </Tiles>
      {reach.keys.length > 0 && <Keys keys={reach.keys} />}
    </>
  )
}
