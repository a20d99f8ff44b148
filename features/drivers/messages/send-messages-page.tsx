// A message to the devices of many drivers, in batches one after the other (D-MSG-1, D-MSG-2).
import { Alert, Box, Button, Card, LinearProgress, Stack, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError, call, keyOf, query } from '@wattdesk/wire/call'
import { useMemo, useRef, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { ask } from '#kit/confirm.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { boundFields } from '#kit/fields.tsx'
import { FieldGrid } from '#kit/form.tsx'
import { errorText, notify } from '#kit/notices.tsx'
import { Page } from '#kit/page.tsx'
import { RawText } from '#kit/raw-text.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { countReceivers, createCampaign, listCampaigns } from './campaign.contract.ts'
import { CampaignsList } from './campaigns-list.tsx'
import { listRecipients, type Recipient, sendBulkNotifications } from './message.contract.ts'
import { AT_ONCE, FAILED, LONGEST_MESSAGE, NO_DEVICE_HINT, SENT_ALL } from './message.words.ts'

type Values = { domains: string[]; message: string }
const { MultiSelect, Multiline } = boundFields<Values>()
const NO_DOMAIN = ''
const count = (n: number) => n.toLocaleString('en-IN')

/** How far a sending is: `done` of `all`; `failed`: a batch was refused, or devices in it are known no longer. */
type Sending = { done: number; all: number; isBusy: boolean; failed?: string }

/** A campaign under way: the devices that were tried, and how many of them are known no longer. */
type Tried = { campaignId: number; message: string; of: string; devices: Set<string>; unknown: number }

/** Sends batch after batch. A device that has got a message does not get the same message again by the next try. */
function useSending(teamId: number) {
  const [state, setState] = useState<Sending>()
  const cache = useQueryClient()
  const had = useRef<Tried>(undefined)
  /** The campaign of an earlier try, or a new one once the reader has confirmed how many it goes to; undefined: not confirmed. */
  async function begin(domains: readonly string[], message: string): Promise<Tried | undefined> {
    const of = JSON.stringify([...domains].toSorted())
    if (had.current?.message === message && had.current.of === of) return had.current
    const asked = { query: { teamId }, body: { domains: [...domains] } }
    const { receivers } = (await call(countReceivers, asked)).data
    const isSure = await ask({
      title: 'Send Push Notifications',
      text: `${count(receivers)} ${receivers === 1 ? 'recipient gets' : 'recipients get'} this message, at once. A message that was sent cannot be taken back.`,
      yes: 'Send Notifications',
      details: (
        <Box sx={{ mt: 1.5 }}>
          <RawText label="Message" maxHeight={200}>
            {message}
          </RawText>
        </Box>
      ),
    })
    if (!isSure) return undefined
    const { campaignId } = (await call(createCampaign, { query: { teamId }, body: { message, domains: [...domains] } }))
      .data
    return { campaignId, message, of, devices: new Set(), unknown: 0 }
  }
  async function send(to: readonly Recipient[], domains: readonly string[], message: string): Promise<boolean> {
    setState({ done: 0, all: to.length, isBusy: true })
    try {
      const tried = await begin(domains, message)
      if (tried) return await sendBatches(tried, to)
      setState(undefined)
    } catch (error) {
      setState({ done: 0, all: to.length, isBusy: false, failed: errorText(error) })
      notify.error(error)
    } finally {
      void cache.invalidateQueries({ queryKey: keyOf(listCampaigns) })
    }
    return false
  }
  async function sendBatches(tried: Tried, to: readonly Recipient[]): Promise<boolean> {
    had.current = tried
    const { campaignId, message } = tried
    const { devices } = tried
    const left = to.filter(r => !devices.has(r.deviceId))
    const of = (more: Partial<Sending> = {}) =>
      setState({
        done: to.filter(r => devices.has(r.deviceId)).length - tried.unknown,
        all: to.length,
        isBusy: true,
        ...more,
      })
    of()
    for (let i = 0; i < left.length; i += AT_ONCE) {
      const customers = left.slice(i, i + AT_ONCE)
      try {
        const { data } = await call(sendBulkNotifications, {
          query: { teamId },
          body: { customers, message, campaignId },
        })
        tried.unknown += data.failed
        for (const c of customers) devices.add(c.deviceId)
        of()
      } catch (error) {
        // All devices of this batch are gone; the next batch may be well.
        if (error instanceof CallError && error.status === 409 && error.errors.customers) {
          tried.unknown += customers.length
          for (const c of customers) devices.add(c.deviceId)
          continue
        }
        of({ isBusy: false, failed: errorText(error) })
        notify.error(error instanceof Error && 'endsSession' in error && error.endsSession ? error : new Error(FAILED))
        return false
      }
    }
    const { unknown } = tried
    if (unknown > 0) {
      of({ isBusy: false, failed: `${count(unknown)} of the devices are no longer known.` })
      notify.error(new Error(FAILED))
    } else notify.success(SENT_ALL)
    if (unknown === 0) setState(undefined)
    had.current = undefined
    return unknown === 0
  }
  return { state, send }
}

function Progress({ state: { done, all, isBusy, failed } }: { state: Sending }) {
  const text = `${count(done)} of ${count(all)} sent`
  if (failed !== undefined)
    return (
      <Alert severity="error">
        {FAILED} {text}. {failed}
      </Alert>
    )
  return isBusy ? (
    <Box>
      <LinearProgress variant="determinate" value={(done / Math.max(1, all)) * 100} aria-label={text} />
      <Typography variant="caption" role="status">
        {text}
      </Typography>
    </Box>
  ) : null
}

export function SendMessagesPage() {
  const { teamId } = useSession()
  const { canCreate } = useAccess('SendMessages')
  const q = useQuery({ ...query(listRecipients, { query: { teamId } }), enabled: teamId !== 0 })
  const all = q.data?.data
  const form = useForm<Values>({ defaultValues: { domains: [], message: '' } })
  const [domains, message] = form.watch(['domains', 'message'])
  const options = useMemo(() => {
    const occurring = [...new Set((all ?? []).map(r => r.domain ?? NO_DOMAIN))].toSorted()
    return occurring.map(value => ({ value, label: value || 'No domain' }))
  }, [all])
  const to = (all ?? []).filter(r => domains.length === 0 || domains.includes(r.domain ?? NO_DOMAIN))
  const { state, send } = useSending(teamId)
  const isBusy = state?.isBusy === true
  const maySend = canCreate && message.trim() !== '' && to.length > 0 && !isBusy
  const submit = async () => {
    if (maySend && (await send(to, domains, message.trim()))) form.setValue('message', '')
  }
  return (
    <Page title="Send Push Notifications">
      <FormProvider {...form}>
        <Card
          component="form"
          aria-label="Send Push Notifications"
          noValidate
          onSubmit={e => {
            e.preventDefault()
            void submit()
          }}
          sx={{ p: { xs: 2, sm: 2.5 }, maxWidth: 900 }}
        >
          <Stack spacing={2}>
            {q.error && !all && <ErrorNotice error={q.error} onRetry={() => void q.refetch()} />}
            <FieldGrid>
              <MultiSelect
                name="domains"
                label="Filter by Domain"
                options={options}
                placeholder="All domains"
                help="None chosen: the drivers of all domains."
                disabled={isBusy}
                wide
              />
              <Multiline
                name="message"
                label="Message"
                rows={5}
                maxLength={LONGEST_MESSAGE}
                disabled={isBusy || !canCreate}
                help={`${LONGEST_MESSAGE} characters at most.`}
                wide
              />
            </FieldGrid>
            {all?.length === 0 && (
              <Alert severity="info">
                Nobody can be sent to yet: no driver of this team and the teams below it has a device. {NO_DEVICE_HINT}
              </Alert>
            )}
            <Typography role="status">{all ? `Recipients: ${count(to.length)}` : 'Recipients: …'}</Typography>
            {state && <Progress state={state} />}
            <Box>
              <Button type="submit" variant="contained" disabled={!maySend}>
                {isBusy ? 'Sending...' : 'Send Notifications'}
              </Button>
            </Box>
          </Stack>
        </Card>
      </FormProvider>
      <CampaignsList isSending={isBusy} />
    </Page>
  )
}
