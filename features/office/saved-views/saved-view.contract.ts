// Views of lists under a name (S-VIEWS): a person's own, and those that colleagues share with the team. One of them may be
// what a list opens with.
import { recordId } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { viewName } from './saved-view-body.contract.ts'

/** How many views of one list a person may keep. */
export const MOST_VIEWS = 50
export const TOO_MANY = `At most ${MOST_VIEWS} views of a list can be kept`
export const NAME_TAKEN = 'You have a view of this name already'
export const MISSING = 'View not found'

const scalar = z.union([z.string().max(500), z.number()])
/** The filters, columns and order of a list. Fields that the list no longer has are left out by its screen. */
export const ViewContent = z.object({
  combine: z.enum(['AND', 'OR']),
  conditions: z
    .array(
      z.object({
        field: z.string().max(100),
        operator: z.string().max(100),
        value: z.union([scalar, z.tuple([scalar, scalar])]).optional(),
      }),
    )
    .max(50),
  q: z.string().max(200),
  /** `field` or `-field`; null: the list's usual order. */
  sort: z.string().max(100).nullable(),
  /** All columns that the list offered, in their order, and whether each shows. */
  columns: z.array(z.object({ field: z.string().max(100), isShown: z.boolean() })).max(100),
  density: z.enum(['comfortable', 'compact']),
  pageSize: z.number().int().min(1).max(100),
})
export type ViewContent = z.infer<typeof ViewContent>

const List = z
  .string({ error: 'List must be text' })
  .regex(/^[a-z0-9][a-z0-9 _-]*$/, 'List should be the name of a list')
  .max(60)

export const SavedView = z
  .object({
    id: z.number().int(),
    list: z.string(),
    name: z.string(),
    isShared: z.boolean(),
    /** The caller's own: may be changed. */
    isMine: z.boolean(),
    /** Username of the view's owner. */
    keptBy: z.string(),
    /** Scheduled reports that are sent with the view: they stop when the view is deleted. */
    scheduledReports: z.number().int(),
    content: ViewContent,
    updatedAt: z.string(),
  })
  .meta({ id: 'SavedView' })
export type SavedView = z.infer<typeof SavedView>

export const SavedViewBody = z.object({
  name: viewName,
  isShared: z.boolean().default(false),
  content: ViewContent,
})
export type SavedViewBody = z.output<typeof SavedViewBody>
/** Missing fields stay unchanged. */
export const SavedViewChange = z.object({
  name: SavedViewBody.shape.name.optional(),
  isShared: z.boolean().optional(),
  content: ViewContent.optional(),
})
export type SavedViewChange = z.output<typeof SavedViewChange>

const teamId = recordId()
const One = z.object({ teamId, id: recordId() })

export const listSavedViews = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/views',
  can: 'team role',
  callers: 'people',
  summary: "The caller's views of a list, and those shared with the team; by name",
  params: z.object({ teamId }),
  query: z.object({ list: List }),
  data: z.array(SavedView),
  /** The view that the list opens with for the caller; null: none. */
  beside: { defaultId: z.number().int().nullable() },
})

export const createSavedView = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/views',
  can: 'team role',
  callers: 'people',
  summary: 'Keep a view of a list',
  params: z.object({ teamId }),
  body: SavedViewBody.extend({ list: List }),
  data: SavedView,
  status: 201,
})

export const updateSavedView = endpoint({
  method: 'PUT',
  path: '/cms/v1/team/{teamId}/views/{id}',
  can: 'team role',
  callers: 'people',
  summary: 'Change a view; its keeper alone',
  params: One,
  body: SavedViewChange,
  data: SavedView,
})

export const deleteSavedView = endpoint({
  method: 'DELETE',
  path: '/cms/v1/team/{teamId}/views/{id}',
  can: 'team role',
  callers: 'people',
  summary: 'Delete a view; its keeper alone',
  params: One,
  data: z.object({ id: z.number().int() }),
})

export const setDefaultView = endpoint({
  method: 'PUT',
  path: '/cms/v1/team/{teamId}/views/default',
  can: 'team role',
  callers: 'people',
  summary: 'Which view a list opens with for the caller; null for none',
  params: z.object({ teamId }),
  body: z.object({ list: List, viewId: recordId().nullable() }),
  data: z.object({ defaultId: z.number().int().nullable() }),
})
