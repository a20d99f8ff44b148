// The six cards of the dashboard: a figure with its noun, its change, and the list behind it (D-DASH-1, D-DASH-7,
// D-DASH-8).
import Bolt from '@mui/icons-material/BoltOutlined'
import CloudOff from '@mui/icons-material/CloudOffOutlined'
import CurrencyRupee from '@mui/icons-material/CurrencyRupee'
import EvStation from '@mui/icons-material/EvStationOutlined'
import Receipt from '@mui/icons-material/ReceiptLongOutlined'
import Wifi from '@mui/icons-material/WifiOutlined'
import { Box } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { chargersPath, inStates } from '#fleet/chargers/chargers-path.rules.ts'
import type { Icon } from '#kit/actions.tsx'
import { energyText, moneyText, numberText } from '#kit/figures.tsx'
import { accessOf, useSession } from '#kit/session.ts'
import { StatTile } from '#kit/stat-tile.tsx'
import { getStatistic, listStatistics, STATISTICS, type StatisticName } from './dashboard.contract.ts'
import { CARDS, changeText, countText } from './dashboard.rules.ts'
import { type DashboardRange, sessionsPath } from './dashboard-graph.tsx'

const ICONS: Record<StatisticName, Icon> = {
  totalDevices: EvStation,
  onlineDevices: Wifi,
  offlineDevices: CloudOff,
  totalEnergy: Bolt,
  totalRevenue: CurrencyRupee,
  totalSessions: Receipt,
}
const ofDevices = (name: StatisticName): boolean => name.endsWith('Devices')
/** The list that a card counts; undefined where the reader may not open it. */
function useListOf({ from, to }: DashboardRange): (name: StatisticName) => string | undefined {
  const { role } = useSession()
  const sees = { chargers: accessOf(role, 'ChargerPoint').canView, sessions: accessOf(role, 'Transaction').canView }
  const devices: Partial<Record<StatisticName, string>> = {
    totalDevices: chargersPath([]),
    onlineDevices: chargersPath([inStates('online', 'charging')]),
    offlineDevices: chargersPath([inStates('offline', 'maintenance')]),
  }
  return name =>
    ofDevices(name)
      ? sees.chargers
        ? devices[name]
        : undefined
      : sees.sessions
        ? sessionsPath(from, to, name !== 'totalSessions')
        : undefined
}

const exactText = (name: StatisticName, count: number): string =>
  name === 'totalEnergy' ? energyText(count, 3) : name === 'totalRevenue' ? moneyText(count) : numberText(count)

export function StatisticCards({ range }: { range: DashboardRange }) {
  const listOf = useListOf(range)
  const { teamId } = useSession()
  const asked = { start: range.from.toISOString(), end: range.to.toISOString(), type: range.period }
  const devices = useQuery(query(listStatistics, { params: { teamId }, query: asked }))
  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 1.5, sm: 2 },
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(3, minmax(0, 1fr))' },
      }}
    >
      {STATISTICS.map(name =>
        ofDevices(name) ? (
          <Card
            key={name}
            name={name}
            range={range}
            to={listOf(name)}
            statistic={devices.data?.data[name]}
            isLoading={devices.isPending}
          />
        ) : (
          <SingleCard key={name} name={name} range={range} to={listOf(name)} asked={asked} />
        ),
      )}
    </Box>
  )
}

type CardProps = { name: StatisticName; range: DashboardRange; to: string | undefined }
function SingleCard({
  asked,
  ...card
}: CardProps & { asked: { start: string; end: string; type: DashboardRange['period'] } }) {
  const { teamId } = useSession()
  const q = useQuery(
    query(getStatistic, { params: { teamId, statName: card.name }, query: { ...asked, field: card.name } }),
  )
  return <Card {...card} statistic={q.data?.data} isLoading={q.isPending} />
}

type Shown = {
  count: number
  footer: string
  percentChange: number
  cumulativeEnergyUsage: { cumulativeEnergyUsage: { energyConsumption: number }[] }
}
/** As many lines as the loaded card will have, so that nothing moves when they come. */
const Awaited = ({ name, range }: Pick<CardProps, 'name' | 'range'>) => (
  <span style={{ visibility: 'hidden' }}>
    {CARDS[name].footer}
    <br />
    {changeText(0, range.period)}
  </span>
)

/** A statistic that could not be had is left out without a word, its card stays. */
function Card({
  name,
  range,
  to,
  statistic: s,
  isLoading,
}: CardProps & { statistic: Shown | undefined; isLoading: boolean }) {
  const trend = s?.cumulativeEnergyUsage.cumulativeEnergyUsage.map(e => e.energyConsumption) ?? []
  return (
    <StatTile
      label={CARDS[name].title}
      icon={ICONS[name]}
      {...(to && { to })}
      value={s && countText(name, s.count)}
      {...(s && { exact: exactText(name, s.count) })}
      footer={
        s ? (
          <>
            {s.footer}
            <br />
            {changeText(s.percentChange, range.period)}
          </>
        ) : (
          isLoading && <Awaited name={name} range={range} />
        )
      }
      {...(trend.length > 1 && { trend })}
      isLoading={isLoading}
    />
  )
}
