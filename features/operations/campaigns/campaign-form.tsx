// The form of a campaign that has not begun (CAMP-02).
import { zoneName } from '@wattdesk/base/time'
import { Form, Section } from '#kit/form.tsx'
import { recordInputs, recordValues } from '#kit/record-inputs.tsx'
import { useSession } from '#kit/session.ts'
import { usePageForm } from '#kit/use-page-form.ts'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import { BY_SITE, CAMPAIGN_LIST, campaignPath } from './campaign.actions.ts'
import {
  type Campaign,
  countCampaign,
  createCampaign,
  getCampaign,
  listCampaigns,
  updateCampaign,
} from './campaign.contract.ts'
import { campaignFields } from './campaign.fields.ts'
import type { CampaignBody } from './campaign-body.contract.ts'
import { CampaignChoiceFields } from './campaign-choice-fields.tsx'
import { CampaignFirmwareFields } from './campaign-firmware-fields.tsx'
import { type CampaignFormValues, CampaignForm as Schema } from './campaign-form-body.contract.ts'
import { CampaignWaves } from './campaign-waves.tsx'

const Input = recordInputs(campaignFields)
const calls = { list: listCampaigns, read: getCampaign, create: createCampaign, change: updateCampaign }
const refreshes = [listRecordAudit, countCampaign]
const USUAL = {
  at_once: 10,
  wave_percent: 95,
  stop_percent: 20,
  waits_for_sessions: true,
  retries: 2,
  step_minutes: 60,
  give_up_hours: 72,
}

const valuesOf = (c?: Campaign): CampaignFormValues => ({
  ...recordValues(campaignFields, c ?? USUAL),
  model: null,
  firmware_id: (c?.firmware_id ?? null) as number,
  choice: {
    teamId: c?.choice.teamId ?? null,
    sites: c?.choice.sites ?? [],
    versions: c?.choice.versions ?? [],
    chargers: c?.choice.chargers ?? [],
    matching: { ...c?.choice.matching, q: c?.choice.matching?.q ?? '' },
  },
  waves: c ? c.waves : [{ count: 5, unit: 'chargers' }],
  window: c?.window ?? { from: '', to: '' },
})

type Props = { campaign?: Campaign; tag?: string | undefined; readOnly: boolean }
export function CampaignForm({ campaign, tag, readOnly }: Props) {
  const { teamId: current, user } = useSession()
  const teamId = campaign?.teamId ?? current
  const page = usePageForm<CampaignFormValues, CampaignBody, Campaign>({
    schema: Schema,
    valuesOf,
    stored: campaign && { id: campaign.campaign_id, record: campaign, tag },
    calls,
    list: CAMPAIGN_LIST,
    // There it is started.
    leadsTo: campaignPath,
    readOnly,
    refreshes,
  })
  const { Text, Switch } = page.form.fields
  const zone = zoneName(campaign?.time_zone ?? user.businessZone)
  return (
    <Form {...page} label="Campaign" submit="Save">
      <Section title="Campaign" help="It is saved as a draft; nothing is sent before it is started.">
        <Input name="name" autoComplete="off" />
        <CampaignFirmwareFields
          form={page.form}
          teamId={teamId}
          stored={campaign && { id: campaign.firmware_id, name: campaign.firmware }}
        />
      </Section>
      <CampaignChoiceFields form={page.form} teamId={teamId} />
      <CampaignWaves form={page.form} />
      <Section
        title="When"
        help={`Charge points are sent in this part of the day alone, by the clock of their site (${zone} where a site names no time zone of its own); what was sent before its end is finished. Empty: at any time.`}
      >
        <Text name="window.from" label="From" type="time" help={BY_SITE} />
        <Text
          name="window.to"
          label="To"
          type="time"
          help={`${BY_SITE}; a time before the beginning is on the next day`}
        />
        <Switch
          name="waits_for_sessions"
          label={campaignFields.waits_for_sessions.setting.label}
          help="No charge point is sent while somebody charges. Without waiting this counts as a failed attempt."
        />
      </Section>
      <Section title="Pace and limits">
        <Input name="at_once" help="More are sent as others finish" />
        <Input name="wave_percent" help="Of the charge points of a wave" />
        <Input
          name="stop_percent"
          help="Of a wave's charge points that are over or failed, which count as ten, or as the whole wave where it is smaller, until there are so many. Then it stops and opens an alert"
        />
        <Input name="retries" help="After a failure that the charge point has told" />
        <Input name="step_minutes" help="Then it is asked how far it is, and given up" />
        <Input name="give_up_hours" help="Offline or charging all the time since their wave began" />
      </Section>
    </Form>
  )
}
