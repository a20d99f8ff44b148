// Creates, changes and removes saved views of lists; only the owner of a view may change or remove it (S-VIEWS).
import { fail, found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import type { Who } from '#platform/access/scope.ts'
import { act, type Caller, UNIQUE_VIOLATION, type Words } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Trx } from '#platform/db/db.ts'
import {
  MISSING,
  MOST_VIEWS,
  NAME_TAKEN,
  type SavedView,
  type SavedViewBody,
  type SavedViewChange,
  TOO_MANY,
} from './saved-view.contract.ts'
import * as store from './saved-view.store.ts'

const WORDS: Words = { [UNIQUE_VIOLATION]: { text: NAME_TAKEN, field: 'name' } }
const FEATURE = 'SavedView'

export const viewOf = (r: store.SavedViewRow, { userId }: Pick<Who, 'userId'>): SavedView => ({
  id: r.viewId,
  list: r.list,
  name: r.name,
  isShared: r.isShared,
  isMine: r.userId === userId,
  keptBy: r.keptBy,
  scheduledReports: r.scheduledReports,
  content: r.content,
  updatedAt: r.updatedAt.toISOString(),
})
const kept = ({ list, name, isShared, content }: store.SavedViewRow) => ({ list, name, isShared, content })

type Asked = Pick<Caller, 'who' | 'by'>
type One = { teamId: number; id: number }
const readerOf = ({ who }: Asked, teamId: number) => ({ userId: who.userId, teamId })

export const createView = (
  services: Services,
  asked: Asked,
  teamId: number,
  { list, ...body }: SavedViewBody & { list: string },
): Promise<SavedView> =>
  act(
    services,
    async trx => {
      const reader = readerOf(asked, teamId)
      if ((await store.count(trx, reader.userId, list)) >= MOST_VIEWS) fail(422, TOO_MANY, { name: TOO_MANY })
      const id = await store.create(trx, reader, list, body, services.now())
      const row = found(await store.get(trx, reader, id), MISSING)
      await audit.write(trx, asked.by, {
        action: 'create',
        feature: FEATURE,
        recordId: id,
        teamId: row.teamId,
        after: kept(row),
      })
      return viewOf(row, asked.who)
    },
    WORDS,
  )

/** A view of the caller's own; somebody else's that is shared can be seen and not changed. */
async function ownView(trx: Trx, asked: Asked, { teamId, id }: One): Promise<store.SavedViewRow> {
  const row = found(await store.get(trx, readerOf(asked, teamId), id), MISSING)
  if (row.userId !== asked.who.userId) fail(403, `This view is kept by ${row.keptBy}`)
  return row
}

export const updateView = (
  services: Services,
  asked: Asked,
  { teamId, id }: One,
  body: SavedViewChange,
): Promise<SavedView> =>
  act(
    services,
    async trx => {
      const before = await ownView(trx, asked, { teamId, id })
      const next = {
        name: body.name ?? before.name,
        isShared: body.isShared ?? before.isShared,
        content: body.content ?? before.content,
      }
      await store.update(trx, id, next, services.now())
      const after = found(await store.get(trx, readerOf(asked, teamId), id), MISSING)
      await audit.write(trx, asked.by, {
        action: 'update',
        feature: FEATURE,
        recordId: id,
        teamId: after.teamId,
        before: kept(before),
        after: kept(after),
      })
      return viewOf(after, asked.who)
    },
    WORDS,
  )

export const removeView = (services: Services, asked: Asked, { teamId, id }: One): Promise<{ id: number }> =>
  act(services, async trx => {
    const before = await ownView(trx, asked, { teamId, id })
    await store.remove(trx, id)
    await audit.write(trx, asked.by, {
      action: 'delete',
      feature: FEATURE,
      recordId: id,
      teamId: before.teamId,
      before: kept(before),
    })
    return { id }
  })

/** Which view a list opens with for the caller: one that they reach, or none. */
export const chooseDefault = (
  services: Services,
  asked: Asked,
  teamId: number,
  { list, viewId }: { list: string; viewId: number | null },
): Promise<{ defaultId: number | null }> =>
  act(services, async trx => {
    const { userId } = asked.who
    if (viewId !== null) {
      const row = found(await store.get(trx, readerOf(asked, teamId), viewId), MISSING)
      if (row.list !== list) fail(422, 'The view is of another list', { viewId: 'The view is of another list' })
    }
    const before = await store.defaultOf(trx, userId, list)
    await store.setDefault(trx, userId, list, viewId)
    await audit.write(trx, asked.by, {
      action: 'choose default',
      feature: FEATURE,
      recordId: viewId,
      teamId,
      before: { list, viewId: before },
      after: { list, viewId },
    })
    return { defaultId: viewId }
  })
