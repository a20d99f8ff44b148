// Service requests in the palette, by number, address or what they say.
import Support from '@mui/icons-material/SupportAgentOutlined'
import { truncate } from '@wattdesk/base/text'
import { addPaletteList } from '#kit/palette-list.ts'
import { listServiceRequests } from './service-request.contract.ts'
import { statusWords } from './service-request.fields.ts'

addPaletteList(listServiceRequests, {
  group: 'Service requests',
  icon: Support,
  query: { sort: '-createAt' },
  searched: text => text.replace(/^#(?=\d)/, ''),
  entry: r => ({
    id: r.ticket_id,
    label: `Service request ${r.ticket_id}: ${truncate(r.description, 40)}`,
    hint: statusWords[r.status],
    to: `/servicerequest/edit/${r.ticket_id}`,
  }),
})
