// The local authorisation list of a charge point: whether the portal keeps the list, and what the charge point has of it
// (S-LOCAL-LIST).
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { ChargerParams } from '#fleet/chargers/charger-params.contract.ts'

const int = () => z.number().int()
/**
 * `off`: nobody has the portal keep the list. `waiting`: to be sent or compared. `current`: the charge point has the
 * list. `shortened`: it has as much of the list as there is room for. `refused`, `unsupported`: `problem` says why.
 * `empty`: switched off and taken back.
 */
const LIST_STATES = ['off', 'waiting', 'current', 'shortened', 'refused', 'unsupported', 'empty'] as const
export const LocalList = z
  .object({
    isKept: z.boolean(),
    state: z.enum(LIST_STATES),
    problem: z.string().nullable(),
    /** The last version that the charge point has taken; 0: none. */
    version: int(),
    /** Tags on it. */
    tags: int(),
    /** Valid tags for which there is no room. */
    leftOut: int(),
    sentAt: z.string().nullable(),
    comparedAt: z.string().nullable(),
    isConnected: z.boolean(),
  })
  .meta({ id: 'LocalList' })
export type LocalList = z.infer<typeof LocalList>

const path = '/cms/v1/team/{teamId}/charger/{id}/local-list'
export const getLocalList = endpoint({
  method: 'GET',
  path,
  can: 'ChargerPoint.view',
  summary: 'How the local list of a charge point stands',
  params: ChargerParams,
  data: LocalList,
})
export const keepLocalList = endpoint({
  method: 'PUT',
  path,
  can: 'ChargerPoint.update',
  summary: 'Have the local list of a charge point kept up to date, or emptied',
  params: ChargerParams,
  body: z.object({ isKept: z.boolean({ error: 'Whether it is kept must be true or false' }) }),
  data: LocalList,
})
