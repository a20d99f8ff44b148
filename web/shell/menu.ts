// The menu: the viewable features of the current team whose screen is built, grouped by the work they belong to.

import Assessment from '@mui/icons-material/AssessmentOutlined'
import Badge from '@mui/icons-material/BadgeOutlined'
import Business from '@mui/icons-material/BusinessOutlined'
import Campaign from '@mui/icons-material/CampaignOutlined'
import Car from '@mui/icons-material/DirectionsCarOutlined'
import Event from '@mui/icons-material/EventOutlined'
import EvStation from '@mui/icons-material/EvStationOutlined'
import Fact from '@mui/icons-material/FactCheckOutlined'
import Group from '@mui/icons-material/GroupOutlined'
import Groups from '@mui/icons-material/GroupsOutlined'
import Nfc from '@mui/icons-material/NfcOutlined'
import Alarm from '@mui/icons-material/NotificationsActiveOutlined'
import Person from '@mui/icons-material/PersonOutlined'
import PersonPin from '@mui/icons-material/PersonPinOutlined'
import Place from '@mui/icons-material/PlaceOutlined'
import Receipt from '@mui/icons-material/ReceiptLongOutlined'
import Replay from '@mui/icons-material/ReplayOutlined'
import Schedule from '@mui/icons-material/ScheduleSendOutlined'
import Sell from '@mui/icons-material/SellOutlined'
import Settings from '@mui/icons-material/SettingsOutlined'
import Dashboard from '@mui/icons-material/SpaceDashboardOutlined'
import Support from '@mui/icons-material/SupportAgentOutlined'
import Update from '@mui/icons-material/SystemUpdateAltOutlined'
import Tune from '@mui/icons-material/TuneOutlined'
import Upload from '@mui/icons-material/UploadFileOutlined'
import Key from '@mui/icons-material/VpnKeyOutlined'
import Webhook from '@mui/icons-material/WebhookOutlined'
import { type Feature, holds, type Letter, may, type Right } from '@wattdesk/base/access'
import { headingWord, type MenuWords, menuWord, NO_MENU_WORDS } from '@wattdesk/base/menu-words'
import type { TeamRole } from '@wattdesk/base/session-user'
import { IMPORT_RIGHTS } from '#desk/network-import/network-import.words.ts'
import type { Icon } from '#kit/actions.tsx'
import { routeOf, routes } from './routes.ts'

/** `title`: what the banner of its screen says. */
type MenuEntry = { label: string; title: string; to: string; icon: Icon }
export type MenuGroup = { label: string; entries: readonly MenuEntry[] }
/** `label`: where a feature has a second entry. `rights`: shown to who holds one of these, instead of view on the feature. */
type Row = readonly [feature: Feature | 'Dashboard', to: string, icon: Icon, label?: string, rights?: readonly Right[]]

/** In the order of D-ACC-9; Finance has no entry of its name. The labels are the names of the features, but of a feature's second entry. */
const groups: readonly { label: string; rows: readonly Row[] }[] = [
  {
    label: 'Operate',
    rows: [
      ['Dashboard', '/dashboard', Dashboard],
      ['ChargingSite', '/charging-site', Place],
      ['ChargerPoint', '/charger', EvStation],
      ['ChargingProfile', '/chargingprofile', Tune],
      ['Transaction', '/transactions', Receipt],
      ['Refund', '/refund', Replay],
      ['ServiceRequest', '/servicerequest', Support],
      ['Alert', '/alerts', Alarm],
      ['ChargerPoint', '/maintenance', Event, 'Maintenance'],
      ['Campaign', '/campaigns', Update],
      ['Campaign', '/settings-templates', Fact, 'Settings templates'],
    ],
  },
  {
    label: 'Money',
    rows: [
      ['PriceGroup', '/pricegroup', Sell],
      ['Tag', '/tag', Nfc],
      ['Report', '/report', Assessment],
      // For everybody with a role: what each may have sent is what that role may view.
      ['Dashboard', '/scheduled-reports', Schedule, 'Scheduled reports'],
      ['Finance', '/tax-papers', Fact, 'Tax papers'],
    ],
  },
  {
    label: 'Drivers',
    rows: [
      ['Customers', '/customer', Person],
      ['CMCustomers', '/cm-customer', PersonPin],
      ['Vehicle', '/vehicles', Car],
      ['SendMessages', '/send-messages', Campaign],
    ],
  },
  {
    label: 'Administration',
    rows: [
      ['Team', '/team', Groups],
      ['Users', '/users', Group],
      ['Role', '/roles', Badge],
      ['Company', '/company', Business],
      ['Tag', '/import', Upload, 'Import of files', IMPORT_RIGHTS],
      ['Integration', '/integrations/keys', Key],
      ['Integration', '/integrations/webhooks', Webhook, 'Webhooks'],
      ['Settings', '/settings', Settings],
    ],
  },
]

const titleOf = (to: string): string => routes.find(r => r.form === to)?.title ?? ''
/** Screens of the signed-in area that no menu entry leads to, with what they need and where they belong. */
const further: readonly (readonly [to: string, label: string, group: string, feature: Feature, needs: Letter])[] = [
  ['/transactions/review', 'Sessions to review', 'Operate', 'Transaction', 'V'],
  ['/charger/actions', titleOf('/charger/actions'), 'Operate', 'ChargerPoint', 'V'],
  ['/alerts/rules', 'Rules of alerts', 'Operate', 'Alert', 'V'],
  ['/firmware', 'Firmware files', 'Operate', 'Campaign', 'V'],
  ['/settings-drift', titleOf('/settings-drift'), 'Operate', 'ChargerPoint', 'V'],
  ['/reconciliation', titleOf('/reconciliation'), 'Money', 'Finance', 'V'],
  ['/integrations/webhooks/events', titleOf('/integrations/webhooks/events'), 'Administration', 'Integration', 'V'],
  ['/audit', titleOf('/audit'), 'Administration', 'Team', 'FA'],
]

/** The screens that no menu entry leads to, for a role; for the palette. */
export const furtherScreens = (
  role: TeamRole | null,
  isBuilt: (page: string | undefined) => boolean,
  words: MenuWords = NO_MENU_WORDS,
): { label: string; to: string; group: string }[] =>
  further
    .filter(
      ([to, , , feature, needs]) =>
        may(role?.access ?? [], feature, needs) && isBuilt(routes.find(r => r.form === to)?.page),
    )
    .map(([to, label, group]) => ({ label, to, group: menuWord(words, group) }))

/** The groups with their entries for a role, in the company's words; `isBuilt` says of a route's page whether it exists. Empty groups are gone. */
export function menuFor(
  role: TeamRole | null,
  isBuilt: (page: string | undefined) => boolean,
  words: MenuWords = NO_MENU_WORDS,
): readonly MenuGroup[] {
  const shown = ([feature, to, , , rights]: Row) =>
    to === '/dashboard' ||
    (role !== null &&
      (feature === 'Dashboard' ||
        (rights ? rights.some(r => holds(role.access, r)) : may(role.access, feature, 'V'))) &&
      isBuilt(routes.find(r => r.form === to)?.page))
  return groups
    .map(g => ({
      label: menuWord(words, g.label),
      entries: g.rows.filter(shown).map(([feature, to, icon, label = feature]) => ({
        label: menuWord(words, label),
        title: headingWord(words, titleOf(to)),
        to,
        icon,
      })),
    }))
    .filter(g => g.entries.length > 0)
}

/** True when `path`, or the list that its screen leads back to, lies at or under `to`, by whole parts. */
export function isUnder(path: string, to: string): boolean {
  const at = routeOf(path)?.list ?? path
  return at === to || at.startsWith(`${to}/`)
}
