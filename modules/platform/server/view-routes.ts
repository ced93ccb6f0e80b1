import { type CheckedInput, type CallAnswer } from '@wattyard/calls'
import {
  type Call,
  type Caller,
  invalid,
  mustSeeWholeTenant,
  newId,
  Refusal,
  type Route,
  seesWholeTenant,
  col,
  type RowIn,
  serveCall,
} from '@wattyard/server-kit'
import { listViews, saveView, deleteViews, type View } from '../contract/calls/view.ts'
import { MAX_VIEWS_PER_PAGE } from '../contract/view.ts'

const ROW = {
  id: col.uuid,
  version: col.integer,
  created_at: col.instant,
  updated_at: col.instant,
  owner_id: col.uuid,
  owner_name: col.text,
  page: col.text,
  name: col.text,
  shared: col.boolean,
  state: col.json<unknown>(),
}

type Row = RowIn<typeof ROW>

const COLUMNS = 'id, version, created_at, updated_at, owner_id, owner_name, page, name, shared, state'
/** Returns the caller's rights on views. Only people who see the whole tenant may share, because filters can name records. */
const rightsOf = (caller: Caller): CallAnswer<typeof listViews>['can'] =>
  caller.readOnly ? [] : seesWholeTenant(caller) ? ['create', 'share'] : ['create']

/** Views go round among the company's own people; an investor, or a guest's screen, has its own. */
const sharesViews = ({ scope }: Caller): boolean => scope.investors === null

function presented(row: Row, caller: Caller): View {
  const { id: viewId, version, page: onPage, name: called, shared, state: kept } = row
  const can: View['can'] = row.owner_id === caller.userId && !caller.readOnly ? ['update', 'delete'] : []
  return {
    id: viewId,
    version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    page: onPage,
    name: called,
    shared,
    state: kept,
    ownerName: row.owner_name,
    can,
  }
}

const list = serveCall(listViews, {
  work: 'read',
  async handle({ tx, caller, input }) {
    const rows = await tx.query(
      ROW,
      `select ${COLUMNS} from platform_view where tenant_id = $1 and (owner_id = $2 or (shared and $4)) and ($3::text is null or page = $3)
       order by (owner_id = $2) desc, name, id limit 500`,
      [caller.tenantId, caller.userId, input.filter?.page ?? null, sharesViews(caller)],
    )
    return {
      list: rows.map(row => presented(row, caller)),
      total: rows.length,
      capped: false as const,
      labels: {},
      can: rightsOf(caller),
      asOf: Date.now(),
    }
  },
})

/**
 * Returns the caller's own view, locked.
 * @throws Refusal `kernel.notFound` for a missing view and a colleague's private one, `platform.notYourView` for a colleague's
 *   shared one
 */
async function ownView(call: Call, viewId: string): Promise<Row> {
  const [row] = await call.tx.query(
    ROW,
    `select ${COLUMNS} from platform_view where tenant_id = $1 and id = $2 for update`,
    [call.caller.tenantId, viewId],
  )
  if (!row || (row.owner_id !== call.caller.userId && !row.shared))
    throw new Refusal('kernel.notFound', { status: 404 })
  if (row.owner_id !== call.caller.userId) throw new Refusal('platform.notYourView', { status: 403 })
  return row
}

async function mustBeFree(call: Call, onPage: string, called: string, except: string): Promise<void> {
  const { tenantId, userId } = call.caller
  const others = await call.tx.query(
    { name: col.text },
    'select name from platform_view where tenant_id = $1 and owner_id = $2 and page = $3 and id <> $4',
    [tenantId, userId, onPage, except],
  )
  if (others.some(other => other.name === called)) throw invalid({ name: { key: 'kernel.field.taken' } })
  if (others.length >= MAX_VIEWS_PER_PAGE)
    throw new Refusal('platform.tooManyViews', { params: { max: MAX_VIEWS_PER_PAGE } })
}

async function createView(call: Call<CheckedInput<typeof saveView>>): Promise<Row> {
  const { caller, tx } = call
  const { page: onPage, name: called, shared = false, state: kept } = call.input
  const missing = Object.entries({ page: onPage, name: called, state: kept }).filter(([, value]) => value === undefined)
  if (missing.length || onPage === undefined || called === undefined)
    throw invalid(Object.fromEntries(missing.map(([key]) => [key, { key: 'kernel.field.required' }])))
  // Filters of a view can name stations and people, so only people who see them all may share it.
  if (shared) mustSeeWholeTenant(caller)
  const viewId = newId()
  await mustBeFree(call, onPage, called, viewId)
  const [row] = await tx.query(
    ROW,
    `insert into platform_view (tenant_id, id, owner_id, owner_name, page, name, shared, state) values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${COLUMNS}`,
    [caller.tenantId, viewId, caller.userId, caller.displayName, onPage, called, shared, JSON.stringify(kept)],
  )
  if (!row) throw new Error('an insert returned no row')
  return row
}

async function updateView(call: Call<CheckedInput<typeof saveView>>, viewId: string): Promise<Row> {
  const before = await ownView(call, viewId)
  const { version, name: called = before.name, shared = before.shared, state: kept = before.state } = call.input
  if (call.input.page !== undefined && call.input.page !== before.page)
    throw invalid({ page: { key: 'kernel.field.notOneOf' } })
  if (version !== undefined && version !== before.version) throw new Refusal('kernel.stale', { status: 409 })
  if (shared && (!before.shared || call.input.state !== undefined)) mustSeeWholeTenant(call.caller)
  await mustBeFree(call, before.page, called, viewId)
  const [row] = await call.tx.query(
    ROW,
    `update platform_view set name = $3, shared = $4, state = $5, version = version + 1, updated_at = now() where tenant_id = $1 and id = $2 returning ${COLUMNS}`,
    [call.caller.tenantId, viewId, called, shared, JSON.stringify(kept)],
  )
  if (!row) throw new Error('a locked row vanished')
  return row
}

const save = serveCall(saveView, {
  work: 'write',
  async handle(call) {
    const row = call.input.id ? await updateView(call, call.input.id) : await createView(call)
    return presented(row, call.caller)
  },
})

const del = serveCall(deleteViews, {
  work: 'write',
  async handle(call) {
    const wanted = [...new Set(call.input.ids ?? (call.input.id ? [call.input.id] : []))].toSorted()
    if (wanted.length === 0) throw invalid({ id: { key: 'kernel.field.required' } })
    for (const viewId of wanted) await ownView(call, viewId)
    return {
      deleted: await call.tx.execute('delete from platform_view where tenant_id = $1 and id = any($2::uuid[])', [
        call.caller.tenantId,
        wanted,
      ]),
    }
  },
})

export const viewRoutes: readonly Route[] = [list, save, del]
