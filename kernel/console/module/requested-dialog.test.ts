import { defineResource, field } from '@wattyard/resource'
import { expect, test } from 'vitest'
import { anyResource } from '../resource/records.ts'
import { canOpenByLink } from './requested-dialog.ts'

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

test('an address opens only dialogs that the user may use and that ask first', () => {
  const can = ['stop', 'rename', 'blink', 'all']
  expect(can.map(command => canOpenByLink(lamp, { can }, command))).toEqual([true, true, false, false])
  expect(canOpenByLink(lamp, { can: [] }, 'stop')).toBe(false)
  for (const odd of ['', 'constructor', 'delete', 'update'])
    expect(canOpenByLink(lamp, { can: [odd] }, odd)).toBe(false)
})
