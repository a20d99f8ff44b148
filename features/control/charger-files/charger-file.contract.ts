// Files that charge points left with us: diagnostics and logs that an operation asked for (S-FILES). Users who may see
// a charge point may read its files, which are sent as downloads and never displayed.
import { recordId } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { ChargerParams } from '#fleet/chargers/charger-params.contract.ts'

const int = () => z.number().int()

/** How long an address takes its file, and how long the file is kept. */
export const OPEN_HOURS = 24
export const KEPT_DAYS = 90
/** The most files in the list, the newest first. */
export const MOST_FILES = 200

const FILE_KINDS = ['diagnostics', 'security'] as const
/**
 * `received`: the file is here. `awaited`: the file may still come. `nothing`: the charge point said that there is
 * none. `refused`: the operation failed. `missing`: nothing came while the address was open.
 */
const FILE_STATES = ['received', 'awaited', 'nothing', 'refused', 'missing'] as const
export const ChargerFile = z
  .object({
    fileId: int(),
    taskId: z.string(),
    operation: z.string(),
    kind: z.enum(FILE_KINDS),
    state: z.enum(FILE_STATES),
    askedAt: z.string(),
    askedBy: z.string().nullable(),
    openUntil: z.string(),
    name: z.string().nullable(),
    bytes: int().nullable(),
    receivedAt: z.string().nullable(),
    /** null where no file is kept. */
    keptUntil: z.string().nullable(),
  })
  .meta({ id: 'ChargerFile' })
export type ChargerFile = z.infer<typeof ChargerFile>

/** A file that goes to an address outside the portal, and so is not kept here. */
export const ElsewhereFile = z
  .object({ taskId: z.string(), operation: z.string(), askedAt: z.string(), askedBy: z.string().nullable() })
  .meta({ id: 'ElsewhereFile' })
export type ElsewhereFile = z.infer<typeof ElsewhereFile>

export const listChargerFiles = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/charger/{id}/files',
  can: 'ChargerPoint.view',
  summary: 'The files that a charge point was asked for, the newest 200, and where it sends them',
  params: ChargerParams,
  data: z.array(ChargerFile),
  beside: {
    /** Given as the location of an operation, this URL is replaced by an address for one file of one charge point. */
    uploadUrl: z.string(),
    /** The newest of the files that the charge point was told to send to an address outside the portal. */
    elsewhere: z.array(ElsewhereFile),
  },
})

const FileParams = ChargerParams.extend({ fileId: recordId() })

/** The bytes, as a file to keep. */
export const getChargerFile = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/charger/{id}/file/{fileId}',
  can: 'ChargerPoint.view',
  summary: 'A file that a charge point has left',
  params: FileParams,
  data: z.string(),
})

export const deleteChargerFile = endpoint({
  method: 'DELETE',
  path: '/cms/v1/team/{teamId}/charger/{id}/file/{fileId}',
  can: 'ChargerPoint.update',
  summary: 'Delete a file that a charge point has left',
  params: FileParams,
  data: z.object({ fileId: int() }),
})
