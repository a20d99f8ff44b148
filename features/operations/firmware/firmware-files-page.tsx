// The firmware files of the current team and the teams below it (CAMP-01).
import Campaign from '@mui/icons-material/SystemUpdateAltOutlined'
import type { Action } from '#kit/actions.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { Page } from '#kit/page.tsx'
import { recordFilters } from '#kit/record-grid.ts'
import { useTeamList } from '#kit/team-list.ts'
import { addFirmware, FIRMWARE_LIST, firmwareActions, firmwarePath } from './firmware.actions.ts'
import { listFirmware } from './firmware.contract.ts'
import { firmwareFields } from './firmware.fields.ts'
import { firmwareColumns } from './firmware-columns.tsx'

const filterFields = recordFilters(firmwareFields)

const campaigns: Action = {
  id: 'campaigns',
  label: 'Campaigns',
  icon: Campaign,
  right: 'Campaign.view',
  run: (_, { navigate }) => navigate('/campaigns'),
}

const actions = [campaigns]

export function FirmwareFilesPage() {
  const { list, state } = useTeamList(listFirmware, teamId => ({ params: { teamId } }), {
    sort: '-firmware_id',
    changedBy: ['Campaign'],
  })
  return (
    <Page
      title="Firmware"
      crumbs={[
        { label: 'Campaigns', to: '/campaigns' },
        { label: 'Firmware', to: FIRMWARE_LIST },
      ]}
      subtitle="Files for campaigns and for updates of single charge points."
      actions={actions}
    >
      <DataGrid
        label="Firmware files"
        columns={firmwareColumns}
        list={list}
        state={state}
        rowId={f => f.firmware_id}
        rowLink={firmwarePath}
        actions={firmwareActions}
        add={addFirmware}
        search="Search by version, vendor, model, file, sum, notes or team"
        filterFields={filterFields}
        file="firmware"
        empty={{
          title: 'No firmware files yet',
          text: 'Add the file of a manufacturer, then bring it to charge points by a campaign.',
          action: addFirmware,
        }}
      />
    </Page>
  )
}
