// Service requests in the palette, by number, address or what they say.
import Support from '@mui/icons-material/SupportAgentOutlined'
import { truncate } from '@wattdesk/base/text'
import { call } from '@wattdesk/wire/call'
import { addPaletteSource } from '#kit/shortcuts.ts'
import { listServiceRequests } from './service-request.contract.ts'
import { statusWords } from './service-request.fields.ts'

addPaletteSource({
  id: 'service-requests',
  group: 'Service requests',
  right: 'ServiceRequest.view',
  find: async (text, { teamId, signal }) => {
    const { data } = await call(
      listServiceRequests,
      { query: { teamId, page: 1, pageSize: 5, sort: '-createAt', q: text.replace(/^#(?=\d)/, '') } },
      { signal },
    )
    return data.map(r => ({
      id: String(r.ticket_id),
      label: `Service request ${r.ticket_id}: ${truncate(r.description, 40)}`,
      hint: statusWords[r.status],
      to: `/servicerequest/edit/${r.ticket_id}`,
      icon: Support,
    }))
  },
})
