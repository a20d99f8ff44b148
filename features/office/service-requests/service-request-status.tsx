// The state of a service request as a chip.
import Autorenew from '@mui/icons-material/Autorenew'
import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import Lock from '@mui/icons-material/LockOutlined'
import Circle from '@mui/icons-material/RadioButtonUnchecked'
import { ToneChip } from '#kit/status-chip.tsx'
import { statusWords, type TicketStatus } from './service-request.fields.ts'

const looks = {
  OPEN: { tone: 'warning', icon: Circle },
  IN_PROGRESS: { tone: 'active', icon: Autorenew },
  RESOLVED: { tone: 'success', icon: CheckCircle },
  CLOSED: { tone: 'offline', icon: Lock },
} as const

export const TicketChip = ({ status }: { status: TicketStatus }) => (
  <ToneChip {...looks[status]} label={statusWords[status]} />
)
