import { expect, test } from 'vitest'
import type { AnyRecord } from '@wattyard/resource'
import { withRevealed } from './revealed-record.ts'

test('revealed values stand where masked ones stood: texts in the record, names of people in the labels', () => {
  const fields = { tag: { kind: 'serial' }, member: { kind: 'ref', of: 'members.member' } } as const
  const record: AnyRecord = {
    id: 'o',
    version: 1,
    createdAt: 0,
    updatedAt: 0,
    can: [],
    tag: '04A****E5F6',
    member: 'm',
  }
  const labels = { 'members.member': { m: '王**', n: '李**' }, 'assets.station': { s: '科苑' } }
  expect(withRevealed({ fields }, { record, labels }, { tag: '04A1B2C3D4E5F6', member: '王小明' })).toEqual({
    record: { ...record, tag: '04A1B2C3D4E5F6' },
    labels: { 'members.member': { m: '王小明', n: '李**' }, 'assets.station': { s: '科苑' } },
  })
})
