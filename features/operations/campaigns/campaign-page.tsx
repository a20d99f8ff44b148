// One campaign: made anew, a draft that is changed and started, or one that has begun (CAMP-02 to CAMP-05).
import { Stack } from '@mui/material'
import { query } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import type { Action } from '#kit/actions.tsx'
import { RecordPages, useReadOnly } from '#kit/record-page.tsx'
import { LaterHistory } from '#office/audit/later-history.parts.tsx'
import {
  againAction,
  CAMPAIGN_LIST,
  cancelAction,
  pauseAction,
  resumeAction,
  rollBackAction,
  startAction,
  windowText,
} from './campaign.actions.ts'
import { type Campaign, getCampaign } from './campaign.contract.ts'
import { campaignFields } from './campaign.fields.ts'
import { CampaignChip } from './campaign-chips.tsx'
import { CampaignForm } from './campaign-form.tsx'
import { CampaignRun } from './campaign-run.tsx'

const deeds: readonly Action<Campaign>[] = [
  startAction(),
  resumeAction,
  pauseAction,
  againAction,
  cancelAction,
  rollBackAction,
]
/** The actions as they stand for one campaign. */
const actionsFor = (c: Campaign): Action[] =>
  deeds.flatMap(a =>
    a.when?.(c) === false
      ? []
      : [
          {
            id: a.id,
            label: typeof a.label === 'string' ? a.label : a.label(c),
            icon: a.icon,
            ...(a.right && { right: a.right }),
            ...(a.danger && { danger: true }),
            ...(a.confirm && { confirm: () => a.confirm?.(c) }),
            run: (_: undefined, on) => a.run(c, on),
            ...(a.refreshes && { refreshes: a.refreshes }),
          } as Action,
        ],
  )

export function CampaignPage() {
  const { id } = useParams()
  const readOnly = useReadOnly('Campaign')
  const actions = useMemo(() => {
    let known: { of: Campaign; actions: Action[] } | undefined
    return (c: Campaign) => {
      if (known?.of !== c) known = { of: c, actions: actionsFor(c) }
      return known.actions
    }
  }, [])
  return (
    <RecordPages
      id={id}
      list={{ label: 'Campaigns', path: CAMPAIGN_LIST }}
      read={campaignId => query(getCampaign, { params: { campaignId } })}
      missing="Campaign not found"
      title="Campaign"
      fresh={{ title: 'New campaign', children: <CampaignForm readOnly={false} /> }}
    >
      {({ data: c, tag }) => ({
        name: c.name,
        title: c.name,
        subtitle: (
          <Stack direction="row" component="span" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
            <CampaignChip state={c.state} /> {c.firmware}, {c.at_once} at once
            {c.window && `, ${windowText(c)}`}
          </Stack>
        ),
        actions: actions(c),
        children:
          c.state === 'Draft' ? (
            <>
              <CampaignForm key={`${c.campaign_id} ${readOnly}`} campaign={c} tag={tag} readOnly={readOnly} />
              <LaterHistory feature="Campaign" recordId={c.campaign_id} fields={campaignFields} />
            </>
          ) : (
            <CampaignRun key={c.campaign_id} campaign={c} />
          ),
      })}
    </RecordPages>
  )
}
