// Check Transaction Status, for everyone: the payments made from a UPI address with their refunds (CORE 2.9).
import {
  Alert,
  Box,
  Button,
  Card,
  CardActionArea,
  CircularProgress,
  DialogActions,
  DialogContent,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TextField,
  Typography,
  useMediaQuery,
} from '@mui/material'
import { type Figures, figuresOf } from '@wattdesk/words/figures'
import { LANGUAGES, type Language, nameOf, tagOf, USUAL } from '@wattdesk/words/language'
import { type LookupWords, loadLookupWords } from '@wattdesk/words/made/load-lookup'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { DetailList } from '#kit/detail-list.tsx'
import { DialogFrame, DialogHead } from '#kit/dialog-frame.tsx'
import { firstLanguage, keepLanguage } from '#kit/driver-language.ts'
import { percentText } from '#kit/figures.tsx'
import { tellNotice } from '#kit/mode-notice.tsx'
import { StatTile, Tiles } from '#kit/stat-tile.tsx'
import { StatusChip } from '#kit/status-chip.tsx'
import { Time } from '#kit/time.tsx'
import { lookUp } from './upi-lookup.actions.ts'
import type { UpiPayment } from './upi-status.contract.ts'
import { LOOKUP_DAYS, type Lookup, succeeded } from './upi-status.rules.ts'

/** Idle, searching, then results or an error. */
type State = { is: 'idle' } | { is: 'searching' } | { is: 'found'; found: Lookup } | { is: 'failed'; text: string }

/** Paise as rupees with two decimals; another currency with its code. */
const amountText = ({ figures }: Speech, paise: number, currency: string): string =>
  currency === 'INR' || !currency ? figures.money(BigInt(paise)) : `${currency} ${(paise / 100).toFixed(2)}`
const timeText = ({ figures }: Speech, seconds: number): string => figures.dateTime(new Date(seconds * 1000))
const timeOf = (speech: Speech, seconds: number | null): ReactNode => {
  if (seconds === null) return null
  const at = new Date(seconds * 1000).toISOString()
  return speech.language === USUAL ? <Time at={at} /> : <time dateTime={at}>{timeText(speech, seconds)}</time>
}

type Speech = { language: Language; words: LookupWords; figures: Figures }
const speechOf = async (language: Language): Promise<Speech> => ({
  language,
  words: await loadLookupWords[language](),
  figures: figuresOf(language),
})

/** Loads the texts of the driver's language, and of another one when he chooses it. */
export function UpiStatusPage() {
  const [speech, setSpeech] = useState<Speech>()
  const [wanted, setWanted] = useState<Language>(firstLanguage)
  useEffect(() => {
    let isLatest = true
    speechOf(wanted).then(
      next => isLatest && setSpeech(next),
      // The texts stay as they are; without any, the page says that a part of it could not be loaded.
      error =>
        isLatest &&
        setSpeech(now => {
          if (now) return now
          throw error
        }),
    )
    return () => {
      isLatest = false
    }
  }, [wanted])
  useEffect(() => {
    if (!speech) return
    const { lang } = document.documentElement
    document.documentElement.lang = tagOf(speech.language)
    tellNotice({ label: speech.words.modeLabel, text: speech.words.testNotice })
    return () => {
      document.documentElement.lang = lang
      tellNotice(undefined)
    }
  }, [speech])
  const choose = (language: Language) => {
    keepLanguage(language)
    setWanted(language)
  }
  return speech ? <LookupScreen speech={speech} onChoose={choose} /> : null
}

function LookupScreen({ speech, onChoose }: { speech: Speech; onChoose: (language: Language) => void }) {
  const { words, language } = speech
  const [text, setText] = useState('')
  const [state, setState] = useState<State>({ is: 'idle' })
  const [shown, setShown] = useState<UpiPayment>()
  const asked = useRef(0)
  const isSearching = state.is === 'searching'
  const submit = (e: FormEvent) => {
    e.preventDefault()
    const upiId = text.trim()
    if (isSearching) return
    if (upiId === '') return setState({ is: 'failed', text: words.noAddress })
    const n = ++asked.current
    setState({ is: 'searching' })
    lookUp(speech, upiId).then(
      found => n === asked.current && setState({ is: 'found', found }),
      (error: unknown) => n === asked.current && setState({ is: 'failed', text: (error as Error).message }),
    )
  }
  return (
    <Stack spacing={3} sx={{ maxWidth: 1040, mx: 'auto' }}>
      <Stack direction="row" useFlexGap sx={{ justifyContent: 'space-between', flexWrap: 'wrap', gap: 2 }}>
        <Box>
          <Typography variant="h1">{words.heading}</Typography>
          <Typography sx={{ color: 'text.secondary', mt: 0.5, maxWidth: '72ch' }}>
            {words.intro({ days: LOOKUP_DAYS })}
          </Typography>
        </Box>
        <Stack component="nav" direction="row" aria-label={words.languageLabel}>
          {LANGUAGES.map(l => (
            <Button
              key={l}
              lang={tagOf(l)}
              aria-pressed={l === language}
              variant={l === language ? 'outlined' : 'text'}
              color="inherit"
              onClick={() => l !== language && onChoose(l)}
              // In letters of its own, so that a page in English loads no others.
              sx={{ fontFamily: "'Inter Variable', 'Language names', sans-serif" }}
            >
              {nameOf(l)}
            </Button>
          ))}
        </Stack>
      </Stack>
      <Card sx={{ p: { xs: 2, sm: 2.5 } }}>
        <Stack
          component="form"
          noValidate
          onSubmit={submit}
          direction={{ xs: 'column', sm: 'row' }}
          spacing={2}
          sx={{ alignItems: { sm: 'flex-end' } }}
        >
          <TextField
            label={words.upiId}
            placeholder={words.placeholder}
            value={text}
            onChange={e => setText(e.target.value)}
            // The button is off while nothing is typed, so the form is not submitted by the key.
            onKeyDown={e => e.key === 'Enter' && text === '' && setState({ is: 'failed', text: words.noAddress })}
            fullWidth
            autoComplete="off"
            slotProps={{ htmlInput: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false, maxLength: 255 } }}
          />
          <Button
            type="submit"
            variant="contained"
            disabled={text === '' || isSearching}
            sx={{ flexShrink: 0, minWidth: 140 }}
            {...(isSearching && { startIcon: <CircularProgress size={16} color="inherit" aria-hidden /> })}
          >
            {isSearching ? words.searching : words.check}
          </Button>
        </Stack>
      </Card>
      <Box aria-live="polite">
        {state.is === 'failed' && <Alert severity="error">{state.text}</Alert>}
        {state.is === 'found' && <Results {...state.found} speech={speech} onShow={setShown} />}
      </Box>
      {shown && <PaymentDialog p={shown} speech={speech} onClose={() => setShown(undefined)} />}
    </Stack>
  )
}

type ResultsProps = Lookup & { speech: Speech; onShow: (p: UpiPayment) => void }
function Results({ payments, summary: s, speech, onShow }: ResultsProps) {
  const { words, figures } = speech
  const phone = useMediaQuery('(max-width:599.95px)', { noSsr: true })
  return (
    <Stack spacing={2}>
      <Tiles>
        <StatTile label={words.totalPayments} value={s.totalPayments} />
        <StatTile
          label={words.totalAmount}
          value={figures.money(s.totalAmount)}
          // The sum covers succeeded payments only, the count beside it covers all.
          footer={words.ofSucceeded({ n: succeeded(payments).length })}
        />
        <StatTile label={words.totalRefunded} value={figures.money(s.totalRefunded)} />
        <StatTile label={words.successRate} value={percentText(s.successRate)} />
      </Tiles>
      {phone ? (
        <Stack component="ul" spacing={1} aria-label={words.payments} sx={{ listStyle: 'none', p: 0, m: 0 }}>
          {payments.map(p => (
            <Card component="li" key={p.paymentId}>
              <CardActionArea onClick={() => onShow(p)} sx={{ p: 1.5, font: 'inherit' }}>
                <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1 }}>
                  <b>{amountText(speech, p.amount, p.currency)}</b>
                  <StatusChip kind="payment" value={p.status} label={stateText(words, p.status)} />
                </Stack>
                <Typography variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                  {cardText(speech, p)}
                </Typography>
              </CardActionArea>
            </Card>
          ))}
        </Stack>
      ) : (
        <Card>
          <Table aria-label={words.payments} size="small">
            <TableHead>
              <TableRow>
                <TableCell>{words.paymentId}</TableCell>
                <TableCell align="right">{words.amount}</TableCell>
                <TableCell>{words.status}</TableCell>
                <TableCell>{words.method}</TableCell>
                <TableCell>{words.createdAt}</TableCell>
                <TableCell>{words.refunds}</TableCell>
                <TableCell />
              </TableRow>
            </TableHead>
            <TableBody>
              {payments.map(p => (
                <TableRow key={p.paymentId}>
                  <TableCell>{p.paymentId}</TableCell>
                  <TableCell align="right">{amountText(speech, p.amount, p.currency)}</TableCell>
                  <TableCell>
                    <StatusChip kind="payment" value={p.status} label={stateText(words, p.status)} />
                  </TableCell>
                  <TableCell>{p.method?.toUpperCase() ?? '–'}</TableCell>
                  <TableCell sx={{ whiteSpace: 'nowrap' }}>{timeOf(speech, p.createdAt)}</TableCell>
                  <TableCell>{refundsText(speech, p)}</TableCell>
                  <TableCell align="right">
                    <Button
                      size="small"
                      aria-label={words.detailsOf({ payment: p.paymentId })}
                      onClick={() => onShow(p)}
                    >
                      {words.details}
                    </Button>
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Card>
      )}
    </Stack>
  )
}

function cardText(speech: Speech, p: UpiPayment): string {
  const { words } = speech
  const told = { payment: p.paymentId, time: timeText(speech, p.createdAt) }
  return p.refunds.length > 0 ? words.cardRefund({ ...told, refund: refundsText(speech, p) }) : words.cardNoRefund(told)
}

const stateText = (words: LookupWords, state: string): string => words.stateOf({ state })

function refundsText(speech: Speech, { refunds, currency }: UpiPayment): string {
  const [last] = refunds
  return last
    ? `${amountText(speech, last.amount, currency)} ${stateText(speech.words, last.status)}`
    : speech.words.none
}

function PaymentDialog({ p, speech, onClose }: { p: UpiPayment; speech: Speech; onClose: () => void }) {
  const { words } = speech
  return (
    <DialogFrame onClose={onClose}>
      <DialogHead cross={false}>{words.paymentDetails}</DialogHead>
      <DialogContent>
        <DetailList
          items={[
            { label: words.paymentId, value: p.paymentId },
            { label: words.amount, value: amountText(speech, p.amount, p.currency) },
            { label: words.currency, value: p.currency || 'INR' },
            {
              label: words.status,
              value: <StatusChip kind="payment" value={p.status} label={stateText(words, p.status)} />,
            },
            { label: words.method, value: p.method?.toUpperCase() },
            { label: words.vpa, value: p.vpa },
            { label: words.email, value: p.email },
            { label: words.contact, value: p.contact },
            { label: words.description, value: p.description },
            { label: words.createdAt, value: timeOf(speech, p.createdAt) },
            { label: words.capturedAt, value: timeOf(speech, p.capturedAt) },
          ]}
        />
        <Typography variant="h3" component="h3" sx={{ mt: 3, mb: 1 }}>
          {words.refunds}
        </Typography>
        {p.refunds.length === 0 ? (
          <Typography sx={{ color: 'text.secondary' }}>{words.noRefunds}</Typography>
        ) : (
          <Stack component="ul" spacing={1.5} sx={{ listStyle: 'none', p: 0, m: 0 }}>
            {p.refunds.map(r => (
              <Box component="li" key={r.refundId}>
                <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
                  <b>{amountText(speech, r.amount, p.currency)}</b>
                  <StatusChip kind="payment" value={r.status} label={stateText(words, r.status)} />
                </Stack>
                <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                  {words.refundLine({
                    refund: r.refundId,
                    time: timeText(speech, r.createdAt),
                    reference: r.acquirerData.rrn ?? r.acquirerData.utr ?? r.acquirerData.arn ?? words.referenceLater,
                  })}
                </Typography>
              </Box>
            ))}
          </Stack>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{words.close}</Button>
      </DialogActions>
    </DialogFrame>
  )
}
