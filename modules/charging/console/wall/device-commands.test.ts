import type { Me } from '@wattyard/console-kit'
import { command } from '@wattyard/gateway/contract'
import { fieldsSchema } from '@wattyard/resource/schema'
import { expect, test } from 'vitest'
import { commandBody, commandsFor, DEVICE_COMMANDS, initialFields, missingFields } from './device-commands.ts'

const PILE = '019a2b3c-0000-7000-8000-000000000001'
const NOW = 1_800_000_000_000
const FILLED = {
  tag: 'CARD-1',
  key: 'HeartbeatInterval',
  value: '60',
  location: 'https://files.example/f.bin',
  keys: 'A, B',
}

test.each(DEVICE_COMMANDS.map(one => [one.name, one] as const))('%s sends what its definition takes', (name, one) => {
  const values = { ...initialFields(one, NOW), ...FILLED }
  expect(missingFields(one, values)).toEqual([])
  const body = commandBody(one, { pileId: PILE, connector: 2 }, values)
  const rule = command.commands[name as keyof typeof command.commands]
  expect(fieldsSchema(rule.input).safeParse(body).error).toBeUndefined()
})

test('required inputs are reported as missing, optional ones are not', () => {
  const named = (name: string) => DEVICE_COMMANDS.find(one => one.name === name) ?? DEVICE_COMMANDS[0]!
  expect(missingFields(named('setConfiguration'), { key: ' ', value: '' })).toEqual(['key', 'value'])
  expect(missingFields(named('getConfiguration'), {})).toEqual([])
  expect(commandBody(named('getConfiguration'), { pileId: 'p', connector: null }, { keys: '' })).toEqual({
    pile: 'p',
    keys: [],
  })
  expect(commandBody(named('changeAvailability'), { pileId: 'p', connector: 0 }, { operative: 'false' })).toEqual({
    piles: ['p'],
    connector: 0,
    operative: false,
  })
})

test('every command of the gateway except the stop of a session is available here', () => {
  const here = new Set([...DEVICE_COMMANDS.map(one => one.name), 'remoteStop'])
  expect(here).toEqual(new Set(Object.keys(command.commands)))
})

test('each command is offered to whoever may give it, whatever else they may', () => {
  const me = (...permissions: string[]) => ({ user: { id: '9' }, roles: ['desk'], permissions }) as unknown as Me // what rights depend on
  const names = (who: Me | null) =>
    (['connector', 'pile'] as const).map(on => commandsFor(who, on).map(({ name }) => name))
  expect(names(me('gateway.command:trigger', 'gateway.command:read'))).toEqual([['trigger'], []])
  expect(names(me('gateway.command:reset'))).toEqual([[], ['reset']])
  expect(names(null)).toEqual([[], []])
  expect(names(me(...command.permissions)).flat()).toEqual(DEVICE_COMMANDS.map(({ name }) => name))
})
