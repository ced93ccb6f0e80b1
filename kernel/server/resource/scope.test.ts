import { defineResource, field, optional, type PointsAtPlace, type ScopeFor } from '@wattyard/resource'
import { expect, expectTypeOf, test } from 'vitest'
import { type DataScope, WHOLE_TENANT } from '../caller.ts'
import { changesOf, scoped, scopedByPlace } from './scope.ts'

declare module '@wattyard/resource' {
  interface Places {
    'probe.yard': true
  }
}

const base = { writes: 'commands-only', list: { columns: [], filters: [], sort: 'createdAt' }, label: 'code' } as const
const code = field.code()
const ofOperator = { code, operator: field.ref('probe.company') }
const ofYard = { ...ofOperator, yard: field.ref('probe.yard') }
const yard = defineResource({
  ...base,
  name: 'probe.yard',
  path: 'probe/yard',
  scope: { operator: 'operator', station: 'id' },
  fields: ofOperator,
})
const gate = defineResource({
  ...base,
  name: 'probe.gate',
  path: 'probe/gate',
  scope: { through: 'yard', of: yard },
  fields: { code, yard: optional(field.ref('probe.yard')) },
})
const guardOf = defineResource({
  ...base,
  name: 'probe.guard',
  path: 'probe/guard',
  scope: { operator: 'operator', station: 'yards' },
  fields: { ...ofOperator, yards: field.refs('probe.yard') },
})
const team = defineResource({
  ...base,
  name: 'probe.team',
  path: 'probe/team',
  scope: { operator: 'operator', station: null },
  fields: ofOperator,
})
const colour = defineResource({
  ...base,
  name: 'probe.colour',
  path: 'probe/colour',
  scope: 'shared',
  fields: { code },
})
const safe = defineResource({ ...base, name: 'probe.safe', path: 'probe/safe', scope: 'wholeTenant', fields: ofYard })

const caller = (scope: Partial<DataScope>, ...permissions: string[]) => ({
  tenantId: 't',
  userId: 'u',
  permissions: new Set(permissions),
  scope: { ...WHOLE_TENANT, ...scope },
})
const text = (scope: Partial<DataScope>, resource: Parameters<typeof scoped>[1]) => scoped(caller(scope), resource).text

test('a definition that points at a place is narrowed, or it does not compile', () => {
  expectTypeOf<PointsAtPlace<typeof ofYard>>().toEqualTypeOf<true>()
  expectTypeOf<PointsAtPlace<{ yard: typeof gate.fields.yard }>>().toEqualTypeOf<true>()
  expectTypeOf<PointsAtPlace<typeof ofOperator>>().toEqualTypeOf<false>()
  expectTypeOf<'shared'>().not.toExtend<ScopeFor<typeof ofYard>>()
  expectTypeOf<{ operator: string; station: null }>().not.toExtend<ScopeFor<typeof ofYard>>()
  expectTypeOf<{ operator: string }>().not.toExtend<ScopeFor<typeof ofOperator>>()
  expectTypeOf<'wholeTenant'>().toExtend<ScopeFor<typeof ofYard>>()
  expectTypeOf<'shared'>().toExtend<ScopeFor<typeof ofOperator>>()
  // At run time as well: what carries the scope has to point at something.
  const wrong = { ...base, name: 'probe.wrong', path: 'probe/wrong', fields: ofOperator } as const
  expect(() => defineResource({ ...wrong, scope: { operator: 'code', station: 'id' } })).toThrow(/points at nothing/)
  expect(() => defineResource({ ...wrong, scope: { operator: 'nobody', station: 'id' } })).toThrow(/unknown field/)
})

test('who sees the whole tenant is narrowed by nothing else', () => {
  for (const resource of [yard, gate, guardOf, team, colour, safe]) expect(text({}, resource)).toBe('tenant_id = $1')
})

test('each dimension that limits a caller narrows, and none is skipped', () => {
  expect(text({ operators: ['a'] }, yard)).toBe('tenant_id = $1 and operator_id = any($2::uuid[])')
  expect(text({ operators: ['a'], stations: ['b'] }, yard)).toBe(
    'tenant_id = $1 and operator_id = any($2::uuid[]) and id = any($3::uuid[])',
  )
  expect(text({ operators: ['a'] }, gate)).toBe(
    'tenant_id = $1 and yard_id in (select id from probe_yard where tenant_id = $1 and operator_id = any($2::uuid[]))',
  )
  expect(text({ operators: ['a'], stations: ['b'] }, guardOf)).toBe(
    'tenant_id = $1 and operator_id = any($2::uuid[]) and yards_ids && $3::uuid[]',
  )
  expect(text({ operators: ['a'], stations: ['b'] }, team)).toBe('tenant_id = $1 and operator_id = any($2::uuid[])')
  expect(text({ operators: ['a'] }, safe)).toBe('tenant_id = $1 and false')
  // Limited by investors alone, and nothing here tells investors apart: then nothing is theirs.
  expect(text({ investors: ['i'] }, yard)).toBe('tenant_id = $1 and false')
  expect(text({ operators: ['a'] }, colour)).toBe('tenant_id = $1')
})

test('whose a row is narrows beside its place, along references, and not for who reaches everybody’s', () => {
  const owned = { ...yard, fields: { ...ofOperator, keeper: field.ref('probe.person') } }
  const kept = { ...owned, scope: { operator: 'operator', station: 'id', owner: 'keeper' } } as const
  const behind = { ...gate, scope: { through: 'yard', of: kept } } as const
  expect(text({}, kept)).toBe('tenant_id = $1 and keeper_id = $2::uuid')
  expect(text({ operators: ['a'] }, kept)).toBe(
    'tenant_id = $1 and operator_id = any($3::uuid[]) and keeper_id = $2::uuid',
  )
  expect(text({}, behind)).toBe(
    'tenant_id = $1 and yard_id in (select id from probe_yard where tenant_id = $1 and keeper_id = $2::uuid)',
  )
  expect(scoped(caller({}, 'probe.yard:all'), kept).text).toBe('tenant_id = $1')
  expect(scoped(caller({ operators: ['a'] }, '*'), kept).text).toBe('tenant_id = $1 and operator_id = any($2::uuid[])')
  expect(scopedByPlace(caller({}), kept).text).toBe('tenant_id = $1')
  const ofNoPlace = { ...owned, scope: { owner: 'keeper' } } as const
  expect(scoped(caller({}, 'probe.yard:all'), ofNoPlace).text).toBe('tenant_id = $1')
  expect(scoped(caller({ operators: ['a'] }, '*'), ofNoPlace).text).toBe('tenant_id = $1 and keeper_id = $2::uuid')
  expect(changesOf(caller({ operators: ['a'] }), ofNoPlace)).toBe('all')
  expectTypeOf<{ owner: string }>().not.toExtend<ScopeFor<typeof ofYard>>()
})

test('what others share is changed by who sees all of them', () => {
  const of = (scope: Partial<DataScope>, resource: Parameters<typeof changesOf>[1]) =>
    changesOf(caller(scope), resource)
  expect([of({}, colour), of({ operators: ['a'] }, colour)]).toEqual(['all', 'none'])
  expect(of({ operators: ['a'] }, { ...colour, changes: 'guarded' })).toBe('some')
  expect([of({}, safe), of({ operators: ['a'] }, safe)]).toEqual(['all', 'none'])
  expect([of({ operators: ['a'] }, team), of({ operators: ['a'], stations: ['b'] }, team)]).toEqual(['all', 'none'])
  expect(of({ operators: ['a'], stations: ['b'] }, gate)).toBe('all')
})
