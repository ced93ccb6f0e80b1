import { newId, col } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionMapping } from '../../contract/calls/import.ts'
import { guessMapping } from '../../contract/import/guess-mapping.ts'
import { type ChargingServer, chargingServer, type ChargingWorld } from '../../testing/charging-world.ts'
import { sessionFormat } from './session-formats.ts'

let charging: ChargingServer
let world: ChargingWorld
let other: ChargingWorld
beforeAll(async () => {
  charging = await chargingServer()
  world = await charging.world()
  other = await charging.world()
})
afterAll(() => charging.close())

const FILE = [
  'Id sesión;Punto de carga;Fecha inicio;Fecha fin;Energía (kWh);Importe (EUR)',
  '7;P-1;31/12/2025 22:15;31/12/2025 23:40;12,5;4,20',
  '8;P-2;05/01/2026 07:00;;3,25;1,10',
].join('\n')
const [header = [], ...rows] = FILE.split('\n').map(line => line.split(';'))
const mapping = guessMapping({ header, rows }, { encoding: 'utf-8', delimiter: ';', headerRow: 1 })
const zone = 'Europe/Madrid'

const call = (what: string, input: object = {}, as = world.as) =>
  world.server.call(`/api/charging/importTemplate/${what}`, { ...input }, { as })
const save = (input: object, as = world.as) => call('save', { name: 'Madrid', zone, mapping, ...input }, as)

describe('templates of session files', () => {
  test('what was guessed on screen is a mapping of the server, and a try shows each row as it would be stored', async () => {
    expect(sessionMapping.parse(mapping)).toMatchObject({ id: mapping.id, instant: 'D/M/YYYY H:mm' })
    const { data } = await world.server.call(
      '/api/charging/importSessions',
      { format: mapping, zone, name: 'a.csv', text: FILE, dryRun: true },
      { as: world.as },
    )
    expect(data).toMatchObject({ accepted: 1, refused: 1 })
    expect(data.preview).toMatchObject([
      {
        line: 2,
        problems: [],
        session: { key: '7', station: 'P-1', startedAt: Date.UTC(2025, 11, 31, 21, 15), energy_kwh: '12.5000' },
      },
      { line: 3, problems: ['no-end'], session: null },
    ])
    expect(data.preview[0].session.price).toBe('4.200000000 EUR')
  })

  test('are kept, renamed, changed and dropped, and each deed is in the audit', async () => {
    const { data: kept } = await save({})
    expect(kept).toMatchObject({ version: 1, name: 'Madrid', zone, mapping: { id: mapping.id } })
    const renamed = await call('save', { id: kept.id, version: 1, name: 'Barcelona' })
    expect(renamed.data).toMatchObject({ version: 2, name: 'Barcelona', zone })
    expect((await call('save', { id: kept.id, version: 1, name: 'Sevilla' })).code).toBe('kernel.stale')
    expect((await call('list')).data.list).toMatchObject([{ id: kept.id, name: 'Barcelona' }])
    expect((await call('del', { id: kept.id })).data).toEqual({ deleted: 1 })
    expect((await call('list')).data.list).toEqual([])
    expect((await call('del', { id: kept.id })).status).toBe(404)
    const audited = await world.server.db.platform(tx =>
      tx.query(
        { action: col.text },
        'select action from kernel_audit where tenant_id = $1 and record_id = $2 order by at, id',
        [world.tenantId, kept.id],
      ),
    )
    expect(audited.map(one => one.action)).toEqual(['create', 'update', 'delete'])
  })

  test('a name stands once in a tenant; another tenant has names and templates of its own', async () => {
    const { data: kept } = await save({ name: 'Twice' })
    expect((await save({ name: 'Twice' })).data.fields).toHaveProperty('name')
    expect((await save({ name: 'Twice' }, other.as)).success).toBe(true)
    expect((await save({ id: kept.id, name: 'Taken over' }, other.as)).status).toBe(404)
    expect((await call('del', { id: kept.id }, other.as)).status).toBe(404)
    expect((await call('list', {}, other.as)).data.list).toHaveLength(1)
    expect((await call('list')).data.list).toMatchObject([{ id: kept.id, name: 'Twice' }])
  })

  test('two who save the same name at once leave one template', async () => {
    const answers = await Promise.all([save({ name: 'At once' }), save({ name: 'At once' })])
    expect(answers.filter(one => one.success)).toHaveLength(1)
  })

  test('need the permission of the import', async () => {
    const reader = callerWith({ tenantId: world.tenantId, permissions: ['charging.importedSession:read'] })
    for (const [what, input] of [
      ['list', {}],
      ['save', { name: 'x', zone, mapping }],
      ['del', { id: newId() }],
    ] as const)
      expect(await call(what, input, reader)).toMatchObject({ status: 403, code: 'kernel.forbidden' })
  })

  test('bad input is refused with its reason and keeps nothing', async () => {
    const before = (await call('list')).data.list.length
    expect((await save({ name: 'a', zone: 'Mars/Base' })).data.fields).toHaveProperty('zone')
    expect((await save({ name: 'a', mapping: { ...mapping, instant: 'HH:mm' } })).data.fields).toHaveProperty('instant')
    expect((await save({ name: 'a', mapping: { ...mapping, key: [] } })).success).toBe(false)
    expect((await save({ name: ' ' })).success).toBe(false)
    expect((await call('save', { name: 'only' })).data.fields).toMatchObject({ zone: expect.anything() })
    const shipped = { ...mapping, id: sessionFormat('perth')?.id }
    expect((await save({ name: 'a', mapping: shipped })).code).toBe('charging.mappingShips')
    expect((await call('list')).data.list).toHaveLength(before)
  })
})

test('files and their templates are the whole company’s: who sees a part of it neither imports nor keeps one', async () => {
  const scope = { operators: [newId()], stations: null, investors: null }
  const limited = callerWith({ tenantId: world.tenantId, scope })
  const refused = { success: false, code: 'kernel.wholeTenantOnly' }
  expect(await call('list', {}, limited)).toMatchObject(refused)
  expect(await save({}, limited)).toMatchObject(refused)
  expect(await call('del', { id: newId() }, limited)).toMatchObject(refused)
  const file = { format: mapping, zone, name: 'a.csv', text: FILE, dryRun: true }
  expect(await world.server.call('/api/charging/importSessions', file, { as: limited })).toMatchObject(refused)
})
