// What is filled in where many charge points get another price group or another site.
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { boundFields } from '../../web/kit/fields.tsx'
import { queryErrorText } from '../../web/kit/notices.tsx'
import { listSiteNames } from '../charging-sites/charging-site.contract.ts'
import { listPriceGroups } from '../price-groups/price-group.contract.ts'
import { NO_SITE } from './bulk-action-body.contract.ts'

const { Select, Number: Figure } = boundFields<{ parameters: Record<string, string> }>()
type Asked = { isPending: boolean; error: unknown; data: unknown }
const helpOf = ({ isPending, error }: Asked, isEmpty: boolean, empty: string) =>
  isPending ? { help: 'Loading' } : error ? { help: queryErrorText(error) } : isEmpty ? { help: empty } : {}

export function PriceGroupFields({ teamId }: { teamId: number }) {
  const asked = useQuery(query(listPriceGroups, { params: {}, query: { teamId, choice: 'true' } }))
  const options = (asked.data?.data ?? []).map(g => ({ value: String(g.priceGroupId), label: g.name }))
  return (
    <>
      <Select
        name="parameters.priceGroupId"
        label="Price Group"
        required
        placeholder="Select a price group"
        options={options}
        {...helpOf(asked, options.length === 0, 'This company has no price groups.')}
      />
      <Figure
        name="parameters.connectorId"
        label="Connector"
        help="The same number on each charge point. Leave it empty for every connector."
      />
    </>
  )
}

export function ChargingSiteFields({ teamId }: { teamId: number }) {
  const asked = useQuery(query(listSiteNames, { params: { teamId } }))
  const sites = (asked.data?.data ?? []).map(s => ({ value: String(s.zone_id), label: s.zone_name }))
  return (
    <Select
      name="parameters.chargingSiteId"
      label="Charging Site"
      required
      placeholder="Select a charging site"
      options={[{ value: NO_SITE, label: 'At no site' }, ...sites]}
      {...helpOf(asked, false, '')}
    />
  )
}
