import { ownerField, writableFields } from '@wattyard/resource'
import { afterAll, describe, expect, test } from 'vitest'
import { checkHistory, lookedAt } from './check-history.ts'
import { checkInputs } from './check-inputs.ts'
import { checkMessages, messagesRead } from './check-messages.ts'
import { checkOwner, ownersChecked } from './check-owner.ts'
import { checkRecords } from './check-records.ts'
import { checkScope, scopeChecked } from './check-scope.ts'
import { checkTable } from './check-table.ts'
import { checkWords } from './check-words.ts'
import { HINTS } from './hints.ts'
import { conformanceWorld } from './world.ts'

/*
 * One test over every definition of every module as the app wires them (ARCHITECTURE.md, "One
 * definition"). A definition that needs more than its field kinds say gets a line in hints.ts.
 */

const world = await conformanceWorld()
afterAll(() => world.close())

test('there are definitions to check, and no hint is left over', () => {
  const names = world.served.map(({ resource }): string => resource.name)
  const commands = world.served.reduce((sum, { resource }) => sum + Object.keys(resource.commands).length, 0)
  console.log(`conformance: ${names.length} definitions with ${commands} commands: ${names.join(' ')}`)
  expect(names.length).toBeGreaterThan(0)
  expect(Object.keys(HINTS).filter(name => !names.includes(name))).toEqual([])
})

/** Kinds without a natural limit. Power and duration start at 0, shares and coordinates have limits of their own. */
const UNLIMITED: ReadonlySet<string> = new Set(['integer', 'money', 'price', 'energy', 'quantity', 'percent'])
/** Inputs that may be anything, and why. */
const ANY_NUMBER: Readonly<Record<string, string>> = {}

test('every number that people type states its smallest and largest value', () => {
  const typed = world.served.flatMap(({ resource }) => [
    ...(resource.writes === 'crud'
      ? writableFields(resource, 'create').map(([key, of]) => [`${resource.name}.${key}`, of] as const)
      : []),
    ...Object.entries(resource.commands).flatMap(([command, { input = {} }]) =>
      Object.entries(input).map(([key, of]) => [`${resource.name} ${command}.${key}`, of] as const),
    ),
  ])
  const numbers = typed.filter(([, { kind }]) => UNLIMITED.has(kind))
  // Money has a largest amount by its kind.
  const open = numbers.filter(([, of]) => of.min === undefined || (of.kind !== 'money' && of.max === undefined))
  expect(numbers.length).toBeGreaterThan(20)
  expect(open.map(([name]) => name).filter(name => !(name in ANY_NUMBER))).toEqual([])
  expect(Object.keys(ANY_NUMBER).filter(name => !open.some(([one]) => one === name))).toEqual([])
})

test('the permissions that added fields take exist, and so do the fields', () => {
  const known = new Set(world.served.flatMap(({ resource }) => resource.permissions))
  const stated = world.served.flatMap(({ resource: { name, added = {}, addedNeeds = {} } }) =>
    Object.entries<string | undefined>(addedNeeds).map(
      ([key, permission = '']) => [`${name}.${key}`, key in added && known.has(permission)] as const,
    ),
  )
  expect(stated.length).toBeGreaterThan(2)
  expect(stated.filter(([, isRight]) => !isRight)).toEqual([])
})

describe.each(world.served.map(served => [served.resource.name, served] as const))('%s', (_name, served) => {
  checkWords(world, served.resource)
  checkTable(world, served.resource)
  describe('input', () => checkInputs(world, served))
  describe('messages', () => checkMessages(world, served))
  describe('scope', () => checkScope(world, served))
  if (ownerField(served.resource) !== null) describe('owner', () => checkOwner(world, served))
  describe('records', () => checkRecords(world, served))
  describe('history', () => checkHistory(world, served))
})

test('messages were read', () => {
  console.log(`conformance: ${messagesRead.messages} refusals of ${messagesRead.fields} fields`)
  expect(messagesRead.fields).toBeGreaterThan(100)
})

test('the reach of people was tried', () => {
  console.log(`conformance: ${scopeChecked.calls} calls by people who see another part of the tenant`)
  expect(scopeChecked.calls).toBeGreaterThan(500)
})

test('records that are somebody’s own were tried', () => {
  console.log(`conformance: definitions with an owner: ${ownersChecked.join(' ')}`)
  expect(ownersChecked).toContain('platform.approval')
})

test('histories were looked at', () => {
  console.log(`conformance: histories of ${lookedAt.changes} changes and ${lookedAt.commands} commands`)
  expect(lookedAt.changes).toBeGreaterThan(20)
  expect(lookedAt.commands).toBeGreaterThan(5)
})
