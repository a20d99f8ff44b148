// What is done with campaigns in their list and on their pages (CAMP-04).
import Undo from '@mui/icons-material/HistoryOutlined'
import Pause from '@mui/icons-material/PauseOutlined'
import Play from '@mui/icons-material/PlayArrowOutlined'
import Replay from '@mui/icons-material/ReplayOutlined'
import Stop from '@mui/icons-material/StopOutlined'
import Files from '@mui/icons-material/SystemUpdateAltOutlined'
import { call } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import { deletion } from '#kit/confirm.tsx'
import { recordActions } from '#kit/record-actions.ts'
import {
  type Campaign,
  type CampaignCount,
  cancelCampaign,
  countCampaign,
  deleteCampaign,
  getCampaign,
  getCampaignProgress,
  listCampaigns,
  pauseCampaign,
  resumeCampaign,
  rollBackCampaign,
  startCampaign,
} from './campaign.contract.ts'
import { listCampaignChargers } from './campaign-charger.contract.ts'
import { type CampaignDeed, deedRefusal } from './campaign-deed.rules.ts'

export const CAMPAIGN_LIST = '/campaigns'
export const campaignPath = (c: Pick<Campaign, 'campaign_id'>): string => `${CAMPAIGN_LIST}/${c.campaign_id}`
/** Read again after each deed, and when the campaign moves on. */
export const CAMPAIGN_READS = [listCampaigns, getCampaign, getCampaignProgress, listCampaignChargers] as const

export const pointsText = (n: number): string =>
  `${n.toLocaleString('en-IN')} ${n === 1 ? 'charge point' : 'charge points'}`
/** '3 are offline, 2 are charging, 1 has the version already' */
export function countText({ offline, charging, sameVersion, otherModel, taken }: CampaignCount): string {
  const part = (n: number, one: string, many: string) =>
    n === 0 ? [] : [`${n.toLocaleString('en-IN')} ${n === 1 ? one : many}`]
  return [
    ...part(offline, 'is offline', 'are offline'),
    ...part(charging, 'is charging', 'are charging'),
    ...part(taken, 'is in another campaign', 'are in another campaign'),
    ...part(sameVersion, 'more has the version already', 'more have the version already'),
    ...part(otherModel, 'more is of another model', 'more are of another model'),
  ].join(', ')
}

export const BY_SITE = 'By the clock of each site'
/** '22:00 to 04:00 by the clock of each site'; undefined: at any time. */
export const windowText = ({ window }: Pick<Campaign, 'window'>): string | undefined =>
  window ? `${window.from} to ${window.to} by the clock of each site` : undefined

const on = (c: Campaign) => ({ params: { campaignId: c.campaign_id } })
const allows =
  (deed: CampaignDeed) =>
  (c: Campaign): boolean =>
    deedRefusal(deed, { state: c.state, isRolledBack: c.rolled_back }) === undefined

/**
 * Asks with the campaign as it is now and the number that its choice holds; the server refuses another number, and a
 * campaign that somebody has changed since.
 */
export function startAction(): Action<Campaign> {
  let confirmed = 0
  let ifMatch: string | undefined
  return {
    id: 'start',
    label: 'Start',
    icon: Play,
    right: 'Campaign.update',
    when: allows('start'),
    confirm: async listed => {
      const { data: c, tag } = await call(getCampaign, on(listed))
      ifMatch = tag
      const body = { firmware_id: c.firmware_id, choice: c.choice }
      const { data } = await call(countCampaign, { params: { teamId: c.teamId }, body })
      confirmed = data.count
      const more = countText(data)
      const window = windowText(c)
      return {
        title: `Start ${c.name}`,
        text: `${pointsText(data.count)} will be updated to ${c.firmware}.${more ? ` Of them and beside them: ${more}.` : ''}${window ? ` They are sent only from ${window}.` : ''} While a charge point installs, nobody can charge there.`,
        yes: 'Start',
        danger: true,
      }
    },
    run: c => call(startCampaign, { ...on(c), body: { confirmed } }, { ifMatch }),
    refreshes: CAMPAIGN_READS,
  }
}
export const pauseAction: Action<Campaign> = {
  id: 'pause',
  label: 'Pause',
  icon: Pause,
  right: 'Campaign.update',
  when: allows('pause'),
  run: c => call(pauseCampaign, on(c)),
  refreshes: CAMPAIGN_READS,
}
export const resumeAction: Action<Campaign> = {
  id: 'resume',
  label: 'Go on',
  icon: Play,
  right: 'Campaign.update',
  when: allows('resume'),
  confirm: c =>
    c.state === 'Stopped'
      ? {
          title: `Let ${c.name} go on`,
          text: `It stopped because: ${c.stopped_why ?? ''}. Failures until now no longer count, neither for the stop nor for the share of their wave. New ones do.`,
          yes: 'Go on',
          danger: true,
        }
      : undefined,
  run: c => call(resumeCampaign, { ...on(c), body: {} }),
  refreshes: CAMPAIGN_READS,
}
export const againAction: Action<Campaign> = {
  id: 'again',
  label: 'Go on, and try those given up again',
  icon: Replay,
  right: 'Campaign.update',
  when: c => allows('resume')(c) && c.given_up > 0,
  confirm: c => ({
    title: `Let ${c.name} go on`,
    text: `${pointsText(c.given_up)} that were given up are sent again, with all their attempts before them.`,
    yes: 'Go on',
    danger: true,
  }),
  run: c => call(resumeCampaign, { ...on(c), body: { again: true } }),
  refreshes: CAMPAIGN_READS,
}
export const cancelAction: Action<Campaign> = {
  id: 'cancel',
  label: 'Cancel campaign',
  icon: Stop,
  right: 'Campaign.update',
  danger: true,
  when: allows('cancel'),
  confirm: c => ({
    title: `Cancel ${c.name}`,
    text: 'No further charge point is sent, and the campaign cannot go on. Those that were sent finish their update.',
    yes: 'Cancel campaign',
    no: 'Keep it',
    danger: true,
  }),
  run: c => call(cancelCampaign, on(c)),
  refreshes: CAMPAIGN_READS,
}
export const rollBackAction: Action<Campaign> = {
  id: 'roll-back',
  label: 'Roll back',
  icon: Undo,
  right: 'Campaign.update',
  danger: true,
  when: c => allows('roll back')(c) && c.verified > 0,
  confirm: c => ({
    title: `Roll back ${c.name}`,
    text: `The campaign ends. Charge points that have ${c.firmware} now are brought back to the version they had, by a new campaign for each file of before, which starts at once.`,
    yes: 'Roll back',
    danger: true,
  }),
  run: async (c, { navigate }) => {
    const { data } = await call(rollBackCampaign, on(c))
    const [first] = data.campaigns
    if (first !== undefined) navigate(`${CAMPAIGN_LIST}/${first}`)
    const left = data.leftOut > 0 ? ` For ${pointsText(data.leftOut)} there is no file of the version before.` : ''
    return { message: `${pointsText(data.chargers)} are brought back.${left}` }
  },
  refreshes: CAMPAIGN_READS,
}

const actions = recordActions('campaign', 'Campaign')
export const addCampaign = actions.add('Add Campaign', `${CAMPAIGN_LIST}/new`)
export const firmwareFiles: Action = {
  id: 'firmware',
  label: 'Firmware files',
  icon: Files,
  right: 'Campaign.view',
  run: (_, { navigate }) => navigate('/firmware'),
}
export const campaignActions = (): readonly Action<Campaign>[] => [
  actions.openAs('View', campaignPath),
  startAction(),
  pauseAction,
  resumeAction,
  cancelAction,
  actions.delete({
    when: c => c.state === 'Draft',
    confirm: c => deletion(`Campaign ${c.name}`),
    run: c => call(deleteCampaign, on(c)),
    refreshes: [listCampaigns],
  }),
]
