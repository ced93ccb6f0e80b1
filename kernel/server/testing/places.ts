import { copied, defineResource, field, optional, type Resource } from '@wattyard/resource'
import { callerWith, testDatabase, type TestServer, testServer } from '@wattyard/testing'
import { createTableText, newId, planTable, serveResource } from '../index.ts'

/** Places inside each other, as stations, piles and connectors are. */
export const site = defineResource({
  name: 'probe.site',
  path: 'probe/site',
  scope: { operator: 'operator', station: 'id' },
  writes: 'crud',
  fields: { code: field.code(), operator: field.ref('probe.firm') },
  list: { columns: ['code'], filters: ['operator'], sort: 'code', search: ['code'] },
  form: [['code', 'operator']],
  label: 'code',
  unique: [['code']],
})

export const firm = defineResource({
  name: 'probe.firm',
  path: 'probe/firm',
  scope: 'shared',
  writes: 'crud',
  fields: { code: field.code() },
  list: { columns: ['code'], filters: [], sort: 'code' },
  form: [['code']],
  label: 'code',
  unique: [['code']],
})

export const box = defineResource({
  name: 'probe.box',
  path: 'probe/box',
  scope: { operator: 'operator', station: 'site' },
  writes: 'crud',
  fields: {
    code: field.code(),
    site: field.ref('probe.site'),
    operator: copied(field.ref('probe.firm'), 'site.operator'),
  },
  list: { columns: ['code', 'site'], filters: ['site', 'operator'], sort: 'code' },
  form: [['code', 'site']],
  label: 'code',
})

/** A lock that lies at a site, at one box of it or at several. */
export const lock = defineResource({
  name: 'probe.lock',
  path: 'probe/lock',
  scope: { operator: 'operator', station: 'site' },
  writes: 'crud',
  fields: {
    code: field.code(),
    box: optional(field.ref('probe.box', { within: 'site' })),
    boxes: field.refs('probe.box', { within: 'site' }),
    site: field.ref('probe.site'),
    /** Of the site, whichever box it is at. */
    operator: copied(field.ref('probe.firm'), 'site.operator'),
    /** Whose it was when it was put up. */
    builder: { ...copied(field.ref('probe.firm'), 'site.operator'), fixed: true },
    /** The box's own, if it is at one. */
    boxOperator: optional(copied(field.ref('probe.firm'), 'box.operator')),
  },
  list: { columns: ['code', 'site', 'box'], filters: ['site', 'box', 'operator'], sort: 'code' },
  form: [['code', 'site', 'box'], ['boxes']],
  label: 'code',
  unique: [['code']],
  exchange: { import: true },
})

export interface PlacesServer {
  server: TestServer
  as: ReturnType<typeof callerWith>
  close(): Promise<void>
  /** Id of a record that is made. */
  make(path: 'firm' | 'site' | 'box' | 'lock', values: Record<string, unknown>): Promise<string>
  save(path: string, values: Record<string, unknown>): ReturnType<TestServer['call']>
  get(path: string, id: string): Promise<Record<string, unknown>>
}

/** Returns a server with places inside each other. */
export async function placesServer(): Promise<PlacesServer> {
  // Definitions differ only in the types of their keys.
  const plain = [firm, site, box, lock].map(one => one as unknown as Resource)
  const db = await testDatabase({ sql: plain.map(one => createTableText(planTable(one))).join('\n') })
  const resources = [serveResource(firm, {}), serveResource(site, {}), serveResource(box, {}), serveResource(lock, {})]
  const server = await testServer({ modules: [{ name: 'probe', resources }], db })
  const as = callerWith({ tenantId: newId() })
  const save = (path: string, values: Record<string, unknown>) => server.call(`/api/probe/${path}/save`, values, { as })
  return {
    server,
    as,
    save,
    async close() {
      await server.close()
      await db.close()
    },
    async make(path, values) {
      const answer = await save(path, values)
      if (!answer.success) throw new Error(answer.text)
      return answer.data.id
    },
    get: async (path, id) => (await server.call(`/api/probe/${path}/get`, { id }, { as })).data,
  }
}
