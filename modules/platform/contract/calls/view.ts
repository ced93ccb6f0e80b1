import { defineCall, flagInput, idInput, idsInput, instant, wholeInput } from '@wattyard/calls'
import { z } from 'zod'
import { MAX_VIEW_NAME, MAX_VIEW_STATE, MAX_VIEWS_PER_PAGE } from '../view.ts'

/*
 * Saved views are not a generated resource: the owner decides who sees a row, and every signed-in person can save some. The calls
 * have the shapes of a resource's calls, so that the console's hooks work with them.
 */

const page = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[\w.\-/:]+$/)
const name = z
  .string()
  .trim()
  .min(1)
  .max(MAX_VIEW_NAME)
  .regex(/^\P{Cc}*$/u, { error: 'forbiddenCharacter' })
const state = z.json().refine(value => JSON.stringify(value).length <= MAX_VIEW_STATE, { error: 'tooBig' })
const count = wholeInput(1, 1000)

const view = z.object({
  id: z.string(),
  version: z.int(),
  createdAt: instant,
  updatedAt: instant,
  /** Page of the view: a resource name or a route name. */
  page: z.string(),
  name: z.string(),
  /** Everybody of the tenant sees the view; only its owner can change it. */
  shared: z.boolean(),
  /** State as the page defines it. */
  state: z.unknown(),
  ownerName: z.string(),
  can: z.array(z.enum(['update', 'delete'])),
})
/** A named state of a list page. */
export type View = z.output<typeof view>

export const listViews = defineCall({
  method: 'GET',
  path: '/api/platform/view/list',
  access: 'signed-in',
  summary: 'saved views: one’s own and the shared ones',
  input: z.strictObject({
    page: count.optional(),
    pageSize: count.optional(),
    sort: z.literal('name').optional(),
    filter: z.strictObject({ page: page.optional() }).optional(),
  }),
  output: z.object({
    list: z.array(view),
    total: z.int(),
    capped: z.literal(false),
    labels: z.object({}),
    can: z.array(z.enum(['create', 'share'])),
    asOf: instant,
  }),
})

export const saveView = defineCall({
  method: 'POST',
  path: '/api/platform/view/save',
  access: 'signed-in',
  summary: 'keep a view, or change one’s own',
  input: z.strictObject({
    id: idInput.optional(),
    version: count.optional(),
    page: page.optional(),
    name: name.optional(),
    shared: flagInput.optional(),
    state: state.optional(),
  }),
  output: view,
})

const ids = idsInput(MAX_VIEWS_PER_PAGE)

export const deleteViews = defineCall({
  method: 'POST',
  path: '/api/platform/view/del',
  access: 'signed-in',
  summary: 'drop one’s own views',
  input: z.strictObject({ id: idInput.optional(), ids: ids.optional() }),
  output: z.object({ deleted: z.int() }),
})
