import { defineResource, field } from '@wattyard/resource'
import { expect, test } from 'vitest'
import { anyResource } from '../resource/records.ts'
import { mayBeAsked } from './asked.ts'

const lamp = anyResource(
  defineResource({
    name: 'probe.lamp',
    path: 'probe/lamp',
    scope: 'shared',
    writes: 'commands-only',
    fields: { code: field.code() },
    list: { columns: ['code'], filters: [], sort: 'code' },
    label: 'code',
    commands: {
      stop: { on: 'one', confirm: true },
      rename: { on: 'one', input: { code: field.code() } },
      blink: { on: 'one' },
      all: { on: 'batch', confirm: true },
    },
  }),
)

test('an address opens only what the caller may do, and only what asks first', () => {
  const can = ['stop', 'rename', 'blink', 'all']
  expect(can.map(command => mayBeAsked(lamp, { can }, command))).toEqual([true, true, false, false])
  expect(mayBeAsked(lamp, { can: [] }, 'stop')).toBe(false)
  for (const odd of ['', 'constructor', 'delete', 'update']) expect(mayBeAsked(lamp, { can: [odd] }, odd)).toBe(false)
})
