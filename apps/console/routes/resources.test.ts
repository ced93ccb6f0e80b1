import { type Field, usualPath } from '@wattyard/resource'
import { expect, test } from 'vitest'
import { REGISTERED } from './modules.ts'

const contracts = import.meta.glob<Record<string, unknown>>(['../../../modules/*/contract/**/*.ts', '!**/*.test.ts'], {
  eager: true,
})

interface Defined {
  readonly name: string
  readonly path: string
  readonly fields: Readonly<Record<string, Field>>
  readonly commands: Readonly<Record<string, { readonly input?: Readonly<Record<string, Field>> }>>
}

/** Returns whether an export of a contract is a definition. */
function isDefinition(value: unknown): value is Defined {
  return (
    value !== null &&
    typeof value === 'object' &&
    ['name', 'path', 'fields', 'list', 'commands'].every(key => key in value)
  )
}

const definitions = Object.values(contracts).flatMap(contract => Object.values(contract).filter(isDefinition))
const registered = new Map(REGISTERED.flatMap(module => Object.entries(module.resources)))

test('every definition is registered', () => {
  expect(definitions.length).toBeGreaterThan(30)
  const paths = Object.fromEntries(definitions.map(({ name, path }) => [name, path === usualPath(name) ? '' : path]))
  expect(Object.fromEntries(registered)).toEqual(paths)
})

test('every referenced resource can be looked up', () => {
  const fields = definitions.flatMap(one => [
    ...Object.values(one.fields),
    ...Object.values(one.commands).flatMap(command => Object.values(command.input ?? {})),
  ])
  const targets = new Set(
    fields.flatMap(({ kind, of }) => (of !== undefined && (kind === 'ref' || kind === 'refs') ? [of] : [])),
  )
  expect([...targets].filter(name => !registered.has(name))).toEqual([])
})
