// Help (D-FAQ-1): eight questions with their answers, the tutorials, and whom to write to. The URL names the open
// question, so that a link to it can be sent.
import ExpandMore from '@mui/icons-material/ExpandMore'
import MailOutlined from '@mui/icons-material/MailOutlined'
import PlayCircle from '@mui/icons-material/PlayCircleOutlined'
import { Accordion, AccordionDetails, AccordionSummary, Box, Button, Card, Chip, Typography } from '@mui/material'
import { useAddress } from '#kit/address.ts'
import { Page } from '#kit/page.tsx'
import { brandOf } from '#office/brand/brand.rules.ts'

/** To the letter (D-FAQ-1). */
const QUESTIONS: readonly (readonly [question: string, answer: string])[] = [
  [
    'How do I start a transaction remotely via RFID?',
    "Open Charge Points, choose Remote Operation in the charger's menu, select RemoteStart, choose the connector and the RFID tag, and send. Task Details shows whether the charger accepted it.",
  ],
  [
    'How do I stop a transaction?',
    'Open Transactions, find the active session, and choose Stop in its menu; or use Remote Operation, RemoteStop, on the charger.',
  ],
  [
    'How do I check the status of a transaction?',
    'Open Transactions and search by transaction id, e-mail or phone. Activity is active (orange) or completed (green).',
  ],
  [
    'How do I check the refund status of a payment?',
    "Open the payment id in Transactions or Payments. UPI and app payments are refunded immediately and may take up to 48 hours to show; a wallet start refunds to the wallet; an RFID start is not refunded. 'No Refund' means all funds were used.",
  ],
  [
    'A payment was made but there is no transaction. What now?',
    'Look the payment up in the Payments tab. If no session started, it is refunded automatically; the refund details show the reference number.',
  ],
  [
    'Why did a transaction stop suddenly?',
    'Open the transaction and read the stop reason, then View Logs around the stop time. Usual causes are unplugging, power loss, emergency stop or a used-up balance.',
  ],
  [
    'What do I do about a connector fault?',
    'Check the connector status on the charger, send Reset (SOFT), then UnlockConnector if the plug is stuck. If it stays Faulted, create a service request.',
  ],
  [
    'How do I investigate a payment without a transaction?',
    "Take the payment id or UPI ID, use Check Transaction Status or the Payments tab, compare charger and connector in the notes with the charger's logs, and check the refund.",
  ],
]

export function FaqPage() {
  const brand = brandOf(location.host)
  const [params, change] = useAddress()
  const open = Number(params.get('question'))
  return (
    <Page>
      <Box sx={{ maxWidth: 880 }}>
        <Box component="section" aria-label="Questions and answers">
          {QUESTIONS.map(([question, answer], i) => (
            <Accordion
              key={question}
              disableGutters
              elevation={0}
              variant="outlined"
              expanded={open === i + 1}
              onChange={(_, isOpen) =>
                change(
                  now => {
                    if (isOpen) now.set('question', String(i + 1))
                    else now.delete('question')
                  },
                  { replace: true },
                )
              }
              slotProps={{ heading: { component: 'h2' } }}
              sx={{ '&:not(:first-of-type)': { borderTop: 0 }, '&::before': { display: 'none' } }}
            >
              <AccordionSummary
                id={`question-${i + 1}`}
                aria-controls={`answer-${i + 1}`}
                expandIcon={<ExpandMore />}
                sx={{ minHeight: 52, px: { xs: 2, sm: 2.5 } }}
              >
                <Typography component="span" sx={{ fontWeight: 550 }}>
                  {question}
                </Typography>
              </AccordionSummary>
              <AccordionDetails sx={{ px: { xs: 2, sm: 2.5 }, pt: 0, pb: 2.5 }}>
                <Typography sx={{ maxWidth: '72ch', color: 'text.secondary' }}>{answer}</Typography>
              </AccordionDetails>
            </Accordion>
          ))}
        </Box>
        <Card
          component="section"
          aria-labelledby="more-help"
          sx={{ mt: 3, p: { xs: 2, sm: 2.5 }, display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'center' }}
        >
          <Box sx={{ flexGrow: 1, minWidth: 220 }}>
            <Typography variant="h2" id="more-help">
              Still need help?
            </Typography>
            <Typography sx={{ color: 'text.secondary' }}>Watch how it is done, or write to us.</Typography>
          </Box>
          <Button
            component="a"
            href={brand.tutorialsUrl}
            target="_blank"
            rel="noopener"
            variant="outlined"
            color="inherit"
            startIcon={<PlayCircle />}
          >
            Video Tutorials
          </Button>
          <Chip
            component="a"
            clickable
            href={`mailto:${brand.supportEmail}`}
            icon={<MailOutlined fontSize="small" />}
            label={brand.supportEmail}
            color="primary"
            variant="outlined"
          />
        </Card>
      </Box>
    </Page>
  )
}
