// The top of a stored charger's page: its connectors with their running sessions, its connection, and the unexpected
// messages it sent.
import { Box, Card, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { clockText, isClockWrong } from '#fleet/stations/clock.rules.ts'
import { protocolWords } from '#fleet/stations/protocol.words.ts'
import { type Detail, DetailList } from '#kit/detail-list.tsx'
import { statusOf } from '#kit/status.ts'
import { StatusChip, ToneChip } from '#kit/status-chip.tsx'
import { RelativeTime, Time } from '#kit/time.tsx'
import type { Charger } from './charger.contract.ts'
import { connectionText } from './charger.rules.ts'
import { ConnectorCard } from './connector-card.tsx'

function Section({ title, help, children }: { title: string; help?: ReactNode; children: ReactNode }) {
  return (
    <Card component="section" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography variant="h3" component="h3">
        {title}
      </Typography>
      {help && <Typography sx={{ color: 'text.secondary', mt: 0.5 }}>{help}</Typography>}
      <Box sx={{ mt: 2 }}>{children}</Box>
    </Card>
  )
}

const YesNo = ({ yes, label, no }: { yes: boolean; label: string; no: string }) => (
  <ToneChip tone={yes ? 'success' : 'offline'} label={yes ? label : no} />
)
const twoTimes = (at: string | null): ReactNode =>
  at && (
    <>
      <Time at={at} /> · <RelativeTime at={at} />
    </>
  )

function Connection({ charger: c }: { charger: Charger }) {
  const n = c.connection
  const items: Detail[] = [
    {
      label: n.socketOpen ? 'Connected since' : 'Disconnected',
      value: twoTimes(n.socketOpen ? n.connectedAt : n.disconnectedAt),
    },
    { label: 'Protocol', value: c.ocppProtocol && protocolWords(c.ocppProtocol) },
    { label: 'Last Message', value: twoTimes(n.lastMessageAt) },
    { label: 'Last Heartbeat', value: twoTimes(c.lastHeartbeatTimestamp) },
    { label: 'Clock', value: clockLine(c.clockOffsetSec) },
    { label: 'Last Boot', value: twoTimes(n.lastBootAt) },
    { label: 'Status since', value: twoTimes(c.statusChangedAt) },
    {
      label: 'Charge point as a whole',
      value: c.wholeStatus && (
        <>
          <StatusChip kind="connector" value={n.heard ? c.wholeStatus : null} />
          {n.heard
            ? c.wholeErrorCode && c.wholeErrorCode !== 'NoError' && ` ${c.wholeErrorCode}`
            : ` last told: ${statusOf('connector', c.wholeStatus).label}`}
        </>
      ),
    },
    { label: 'Maintenance', value: c.maintenanceReason ?? 'Set by hand', hidden: !c.maintenanceByHand },
  ]
  return (
    <Section title="Connection" help={connectionText(n)}>
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', mb: 2 }}>
        <YesNo yes={n.socketOpen} label="Socket open" no="Socket closed" />
        <YesNo yes={n.bootAccepted} label="Boot accepted" no="Boot not accepted" />
        <YesNo yes={n.usable} label="Usable" no="Not usable" />
        <StatusChip kind="station" value={c.registrationStatus} label={`Registration ${c.registrationStatus}`} />
      </Stack>
      <DetailList items={items} />
    </Section>
  )
}

/** Describes the charger's clock, and the consequences. */
function clockLine(offsetSec: number | null): string {
  const text = clockText(offsetSec)?.replace(/^clock /, '')
  if (!text) return 'Not known yet'
  return isClockWrong(offsetSec) ? `${text}; the portal corrects the times that it reports` : text
}

/** Values outside their enumeration that were tolerated, and messages that were refused (D-OCPP-7). */
function OddValues({ values }: { values: Charger['oddValues'] }) {
  if (values.length === 0) return null
  return (
    <Section
      title="Unexpected values"
      help="This charge point sent values that the OCPP standard does not have. They were accepted as they came. Where a line says refused, the message was answered with the error named."
    >
      <DetailList
        items={values.map(v => ({
          label: `${v.field} = ${v.value}`,
          value: (
            <>
              {v.count.toLocaleString('en-IN')} times, last <RelativeTime within at={v.lastAt} />
            </>
          ),
        }))}
      />
    </Section>
  )
}

export function ChargerLiveView({ charger }: { charger: Charger }) {
  return (
    <>
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 340px), 1fr))' }}
        component="section"
        aria-label="Connectors now"
      >
        {charger.connectors.map(n => (
          <ConnectorCard key={n.connectorId} charger={charger} connector={n} />
        ))}
      </Box>
      {charger.connectors.length === 0 && (
        <Section title="Connectors">
          <Typography sx={{ color: 'text.secondary' }}>
            No connector is configured, and the charge point has not told of any yet.
          </Typography>
        </Section>
      )}
      <Connection charger={charger} />
      <OddValues values={charger.oddValues} />
    </>
  )
}
