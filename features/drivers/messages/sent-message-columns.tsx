// The columns of the list of sent messages, for the grid and for files.
import type { Column } from '#kit/columns.tsx'
import type { Campaign } from './campaign.contract.ts'

const domainsText = ({ domains }: Campaign): string =>
  domains.length === 0 ? 'All domains' : domains.map(d => d || 'No domain').join(', ')

export const sentMessageColumns: readonly Column<Campaign>[] = [
  { field: 'message', header: 'Message', identity: true, minWidth: 220, flex: 1.6 },
  { field: 'createdAt', header: 'Sent On', kind: 'time', minWidth: 170 },
  { field: 'sentBy', header: 'Sent By', minWidth: 110 },
  { field: 'receivers', header: 'Recipients', kind: 'number', minWidth: 110 },
  { field: 'delivered', header: 'Delivered', kind: 'number', minWidth: 100, sort: false },
  { field: 'failed', header: 'Failed', kind: 'number', minWidth: 80, sort: false },
  { field: 'waiting', header: 'Waiting', kind: 'number', minWidth: 90, sort: false },
  { field: 'notSent', header: 'Not Sent', kind: 'number', minWidth: 90, sort: false },
  { field: 'domains', header: 'Domains', value: domainsText, sort: false, hidden: true },
  { field: 'teamName', header: 'Team', sort: false, hidden: true },
]
