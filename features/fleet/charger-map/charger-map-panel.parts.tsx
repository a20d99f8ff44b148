// The panel 'Charging Station Locations' (S-DASHBOARD): all chargers of the team on a map, gathered in clusters, live.
// The map can be read as a list too; each figure leads to the list of exactly those chargers.
import EvStation from '@mui/icons-material/EvStationOutlined'
import ListIcon from '@mui/icons-material/FormatListBulleted'
import MapIcon from '@mui/icons-material/MapOutlined'
import { Alert, Box, Card, CircularProgress, IconButton, Link, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useCallback, useMemo, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { addCharger } from '#fleet/chargers/charger.actions.ts'
import { ActionButton } from '#kit/actions.tsx'
import { EmptyFrame } from '#kit/empty-frame.tsx'
import { Failed } from '#kit/error.tsx'
import { numberText } from '#kit/figures.tsx'
import { later } from '#kit/later.ts'
import { usePolling } from '#kit/live.ts'
import { canDraw, MapFrame, noSource } from '#kit/map-frame.tsx'
import type { MapView, Mark } from '#kit/map-mark.tsx'
import { useNear } from '#kit/near.ts'
import { queryErrorText } from '#kit/notices.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { Tip } from '#kit/tip.tsx'
import { readMapSource } from '#office/geo/geo.contract.ts'
import {
  type Box as Bounds,
  type Charted,
  type Cluster,
  clusterAt,
  clustersIn,
  cornersOf,
  type Figures,
  figuresOf,
  isOnePlace,
  keysIn,
  listPath,
  type MapFilter,
  placelessPath,
} from './charger-map.rules.ts'
import { chartedQuery, useLiveMap } from './charger-map-live.tsx'
import { ChargerPages } from './charger-map-rows.tsx'

const MapMarks = later(() => import('#kit/map-marks.tsx'))

const TITLE = 'Charging Station Locations'
/** In pixels (S-DASHBOARD: 300 to 400). */
const HEIGHT = 380
const POLL_MS = 60_000
/** How often the map is read again although the stream stands: no event reports that a charger was moved or deleted. */
const RENEW_MS = 600_000

const plural = (n: number) => `${numberText(n)} ${n === 1 ? 'charger' : 'chargers'}`
/** The states with their counts; maintenance only where there is any. */
const statesOf = ({ count, online, maintenance }: Figures): readonly [Exclude<MapFilter, 'all'>, string][] => [
  ['online', `${numberText(online)} online`],
  ...(maintenance > 0
    ? [['maintenance', `${numberText(maintenance)} in maintenance`] as [Exclude<MapFilter, 'all'>, string]]
    : []),
  ['offline', `${numberText(count - online - maintenance)} offline`],
]
const nameOf = (f: Figures): string =>
  f.count === 1
    ? `1 charger, ${f.online ? 'online' : f.maintenance ? 'in maintenance' : 'offline'}`
    : `${plural(f.count)}: ${statesOf(f)
        .map(([, text]) => text)
        .join(', ')}`
const markOf = ({ box, ...c }: Cluster): Mark => ({
  id: c.id,
  lng: c.lng,
  lat: c.lat,
  count: c.count,
  tone: c.online === c.count ? 'success' : c.online === 0 ? 'offline' : 'warning',
  name: nameOf(c),
  corners: isOnePlace(box) ? null : cornersOf(box),
})

/** Figures of a cluster or of all chargers, each leading to its list where the reader may open that list. */
function FigureLinks({ figures: f, box }: { figures: Figures; box?: Bounds }) {
  const { canView } = useAccess('ChargerPoint')
  const parts: readonly [MapFilter, string][] = [['all', plural(f.count)], ...statesOf(f)]
  return (
    <Stack component="span" direction="row" useFlexGap sx={{ columnGap: 1.5, flexWrap: 'wrap' }}>
      {parts.map(([of, text]) =>
        canView ? (
          <Link key={of} component={RouterLink} to={listPath(of, box)}>
            {text}
          </Link>
        ) : (
          <span key={of}>{text}</span>
        ),
      )}
    </Stack>
  )
}

/** The card of a mark: the charger of a single mark; the figures of a cluster, and once it is pinned its chargers. */
function MarkCard({ charted, id, isPinned }: { charted: Charted; id: string; isPinned: boolean }) {
  const cluster = useMemo(() => clusterAt(charted, id), [charted, id])
  if (!cluster) return null
  const isOne = cluster.count === 1
  return (
    <>
      {!isOne && <FigureLinks figures={cluster} box={cluster.box} />}
      {(isOne || isPinned) && (
        <ChargerPages keys={keysIn(charted.places, cluster.box)} pageSize={isOne ? 1 : 5} label="Chargers here" />
      )}
    </>
  )
}

function ChargerMap({ charted, around }: { charted: Charted; around: Bounds | null }) {
  const source = useQuery({ ...query(readMapSource, {}), staleTime: Number.POSITIVE_INFINITY })
  const marksIn = useCallback((view: MapView) => clustersIn(charted, view).map(markOf), [charted])
  const [near, setNear] = useState<string | null>(null)
  const cluster = useMemo(() => (near === null ? undefined : clusterAt(charted, near)), [charted, near])
  const whole = useMemo(() => (around ? cornersOf(around) : null), [around])
  const waiting = <Waiting />
  return (
    <>
      <MapFrame
        height={HEIGHT}
        source={source.isPending ? undefined : (source.data?.data ?? noSource)}
        waiting={waiting}
      >
        {(found, onPictures) => (
          <MapMarks
            label="Map of chargers"
            whole={whole}
            marksIn={marksIn}
            card={(id, isPinned) => <MarkCard charted={charted} id={id} isPinned={isPinned} />}
            onNear={setNear}
            source={found}
            onPictures={onPictures}
            waiting={waiting}
          />
        )}
      </MapFrame>
      {cluster && (
        <Stack direction="row" useFlexGap sx={{ gap: 1.5, mt: 1, flexWrap: 'wrap' }}>
          <span>Zoomed in on</span>
          <FigureLinks figures={cluster} box={cluster.box} />
        </Stack>
      )}
    </>
  )
}

const Waiting = () => (
  <Stack role="status" sx={{ height: HEIGHT, gap: 1.5, alignItems: 'center', justifyContent: 'center' }}>
    <CircularProgress size={28} aria-hidden />
    <Typography sx={{ color: 'text.secondary' }}>Loading chargers...</Typography>
  </Stack>
)

export function ChargerMapPanel() {
  const { teamId } = useSession()
  const { canView } = useAccess('ChargerPoint')
  const [ref, isNear] = useNear<HTMLDivElement>()
  const polling = usePolling(POLL_MS)
  const q = useQuery({ ...chartedQuery(teamId), enabled: isNear && teamId !== 0, refetchInterval: polling || RENEW_MS })
  useLiveMap()
  const [asList, setAsList] = useState(!canDraw())
  const charted = q.data
  const figures = useMemo(() => charted && figuresOf(charted), [charted])
  // A change of states keeps the same places, which the map starts from.
  const places = charted?.places
  const keys = useMemo(() => places && keysIn(places), [places])
  const placeless = figures && figures.placeless > 0 && `${plural(figures.placeless)} without a place on the map`
  return (
    <Card ref={ref} component="section" aria-labelledby="charger-map-title" aria-busy={q.isFetching}>
      <Stack direction="row" sx={{ alignItems: 'flex-start', gap: 1, pl: { xs: 2, sm: 2.5 }, pr: 1.5, py: 1.5 }}>
        <Box sx={{ flexGrow: 1 }}>
          <Typography id="charger-map-title" variant="h3" component="h3" sx={{ py: 0.75 }}>
            {TITLE}
          </Typography>
          {figures && figures.count > 0 && (
            <Stack direction="row" useFlexGap sx={{ columnGap: 1.5, flexWrap: 'wrap' }}>
              <FigureLinks figures={figures} />
              {placeless &&
                (canView ? (
                  <Link component={RouterLink} to={placelessPath}>
                    {placeless}
                  </Link>
                ) : (
                  <span>{placeless}</span>
                ))}
            </Stack>
          )}
        </Box>
        {canDraw() && figures?.around && (
          <Tip title={asList ? 'Show as map' : 'Show as list'}>
            <IconButton
              aria-label={`${asList ? 'Show as map' : 'Show as list'}: ${TITLE}`}
              onClick={() => setAsList(!asList)}
            >
              {asList ? <MapIcon fontSize="small" /> : <ListIcon fontSize="small" />}
            </IconButton>
          </Tip>
        )}
      </Stack>
      {q.error && (
        <Failed inPanel onRetry={() => void q.refetch()}>
          Failed to load charging station locations: {queryErrorText(q.error)}
        </Failed>
      )}
      <Box sx={{ px: { xs: 2, sm: 2.5 }, pb: 2 }}>
        {!charted && !q.error && <Waiting />}
        {figures && !figures.around && (
          <Box sx={{ height: HEIGHT, display: 'grid', placeItems: 'center' }}>
            <EmptyFrame icon={EvStation} title="No chargers found">
              <ActionButton action={addCharger} target={undefined} variant="contained" />
            </EmptyFrame>
          </Box>
        )}
        {charted && keys && figures?.around && asList && (
          <Box sx={{ minHeight: HEIGHT }}>
            {!canDraw() && (
              <Alert severity="info" sx={{ mb: 1 }}>
                This browser cannot draw the map. The list holds the same chargers.
              </Alert>
            )}
            <ChargerPages keys={keys} pageSize={10} label="Chargers on the map" />
          </Box>
        )}
        {charted && figures?.around && !asList && <ChargerMap key={teamId} charted={charted} around={figures.around} />}
      </Box>
    </Card>
  )
}
