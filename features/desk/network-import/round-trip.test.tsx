// Exports of tags and vehicles hold every column that an import needs: an import reads each row back unchanged.
import { csvFile } from '@wattdesk/base/text'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { vehicleGrid } from '#drivers/vehicles/vehicle-columns.tsx'
import { tagColumns } from '#fleet/tags/tag-columns.tsx'
import type { Column } from '#kit/columns.tsx'
import { portionOf } from '#kit/export.ts'
import { streamOf } from '#kit/export-cells.ts'
import { mappingByNames } from './import-mapping.rules.ts'
import { bodyOf, textsOf } from './import-values.rules.ts'
import type { ImportKind } from './network-import.words.ts'

async function backFrom<R>(kind: ImportKind, columns: readonly Column<R>[], rows: readonly R[]) {
  const { header, portions } = streamOf(columns, portionOf(rows))
  const cells = (await Array.fromAsync(portions)).flat()
  const [headers = [], ...lines] = parse(csvFile(header, cells)) as string[][]
  const mapping = mappingByNames(kind, headers)
  return lines.map(line => bodyOf(kind, textsOf(line, mapping), {}, false))
}

test('RFID tags', async () => {
  const tag = {
    tag: '04A1B2C3',
    parenttag: '-GROUP',
    expirydate: '2031-06-30T18:30:00.000Z',
    max_active_trans_count: 3,
    balance_amount: 500.5,
    note: '=1+1, "quoted"\nand more',
  }
  const [read] = await backFrom('tags', tagColumns as never, [{ ...tag, blocked: 0, isPrepaid: true } as never])
  expect(read?.reasons).toEqual([])
  const { expirydate, ...rest } = tag
  expect(read?.body).toEqual({ ...rest, expirydate: expect.stringMatching(/^2031-0[67]-\d\d \d\d:\d\d:\d\d$/) })
  expect(expirydate).toBeDefined()
})

test('vehicles', async () => {
  const vehicle = {
    registration_number: 'KA-01-AB-1234',
    make: '+Make',
    model: 'Nexon EV',
    vehicle_type: 'Car',
    usage_type: 'Commercial',
    owner_name: 'Fleet, Ltd',
    year_of_manufacture: 2025,
    insurance_expiry_date: '2031-03-31',
  }
  const { columns } = vehicleGrid as unknown as { columns: readonly Column<object>[] }
  const [read] = await backFrom('vehicles', columns, [vehicle])
  expect(read).toEqual({ body: vehicle, reasons: [] })
})
