import { newId, type Route } from '@wattyard/server-kit'
import type { TestServer } from '@wattyard/testing'
import { z } from 'zod'
import type { World } from './world.ts'

/** Ends the session that asks, changes its password or stays open: calling it would spoil what comes after. */
export const APART = /^\/c\/logout$|^\/api\/(live$|security\/(session|freetry)|user\/pwd\/|sys\/user\/(pwd|chgPwd)$)/

/** A route by one of its methods. */
export interface Called {
  route: Route
  method: 'GET' | 'POST'
}

/** Every route by each of its methods. */
export function callsOf({ app }: TestServer): Called[] {
  return app.routes().flatMap(route => ([route.method].flat() as Called['method'][]).map(method => ({ route, method })))
}

/** A value that passes a part of a JSON schema, whatever it means. */
function filler(schema: z.core.JSONSchema.JSONSchema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first && typeof first === 'object') return filler(first)
  if (schema.format === 'uuid' || isId(schema)) return newId()
  if (schema.format === 'email') return 'm@example.org'
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(Number(schema.minimum ?? 1), 1)
  if (schema.type === 'boolean') return false
  if (schema.type === 'array') return schema.minItems ? [filler((schema.items ?? {}) as typeof schema)] : [] // one schema for all
  if (schema.type === 'object') return {}
  return 'x'.repeat(Math.max(schema.minLength ?? 1, 1))
}

const isId = (schema: z.core.JSONSchema.JSONSchema): boolean =>
  schema.type === 'string' && /0-9a-f|uuid/i.test(schema.pattern ?? schema.format ?? '')

const schemas = new WeakMap<Route, z.core.JSONSchema.JSONSchema>()

/** The JSON schema of a route's input, made once: a matrix asks for it thousands of times. */
function schemaOf(route: Route): z.core.JSONSchema.JSONSchema {
  const schema = schemas.get(route) ?? z.toJSONSchema(route.input, { io: 'input', unrepresentable: 'any' })
  schemas.set(route, schema)
  return schema
}

/** Inputs of a call that take an id or a list of them. */
export function idInputs({ route, method }: Called): { key: string; isList: boolean; rest: Record<string, unknown> }[] {
  const schema = schemaOf(route)
  const properties = Object.entries(schema.properties ?? {}) as [string, z.core.JSONSchema.JSONSchema][]
  const rest = requiredInputs({ route, method })
  return properties.flatMap(([key, of]) => {
    const inner = of.anyOf?.find(one => typeof one === 'object' && one.type !== 'null') ?? of
    if (typeof inner !== 'object') return []
    const isList = inner.type === 'array'
    const item = isList ? inner.items : inner
    const takesId =
      typeof item === 'object' && !Array.isArray(item) && (isId(item) || /(^|[a-z])(id|Id|ids|Ids)$/.test(key))
    return takesId ? [{ key, isList, rest }] : []
  })
}

/** Inputs that take texts of which none can be a question about somebody: numbers of pages, instants and places in a list. */
const NO_QUESTION = /^(page|pageSize|size|from|to|after|zone|month|day|year|at|limit|offset|before|since|until)$/

/** Inputs of a call that take any text: searches, filters and names. */
export function textInputs({ route }: Called): string[] {
  const properties = Object.entries(schemaOf(route).properties ?? {}) as [string, z.core.JSONSchema.JSONSchema][]
  return properties.flatMap(([key, of]) => {
    const inner = of.anyOf?.find(one => typeof one === 'object' && one.type === 'string') ?? of
    const takesText =
      typeof inner === 'object' && inner.type === 'string' && !inner.enum && !inner.format && !isId(inner)
    return takesText && !NO_QUESTION.test(key) ? [key] : []
  })
}

/** Values for the required inputs of a call. */
export function requiredInputs({ route }: Called): Record<string, unknown> {
  const schema = schemaOf(route)
  const properties = Object.entries(schema.properties ?? {}) as [string, z.core.JSONSchema.JSONSchema][]
  const required = new Set(schema.required)
  return Object.fromEntries(properties.filter(([key]) => required.has(key)).map(([key, of]) => [key, filler(of)]))
}

/** Resources of other modules whose ids are tried on a route; each route tries others. */
const STRANGERS = 4

/**
 * Returns the resources whose ids could mean something in an input of a call: its own one, else those of its module, the one
 * that the input is named after and some others in turn, so that a matrix grows with its routes and not with routes times
 * resources. Calls over the resources of all modules try each of them.
 */
export function meantResources(
  { served, modules }: Pick<World, 'served' | 'modules'>,
  { route }: Called,
  key: string,
): World['served'] {
  const own = served.find(({ resource }) => route.path.startsWith(`/api/${resource.path}/`))
  if (own) return [own]
  const paths = modules.flatMap(({ routes = [] }) => routes.map(({ path }) => path))
  const home = modules.find(({ routes = [] }) => routes.some(({ path }) => path === route.path))
  if (!home) return served
  const kind = key.replace(/Ids?$/, '').toLowerCase()
  const isNear = ({ resource }: World['served'][number]): boolean =>
    (home.resources ?? []).some(one => one.resource.name === resource.name) ||
    resource.name.toLowerCase().endsWith(`.${kind}`)
  const strangers = served.filter(one => !isNear(one))
  const first = paths.indexOf(route.path) * STRANGERS
  return [
    ...served.filter(isNear),
    ...strangers.filter((_, at) => (at - (first % strangers.length) + strangers.length) % strangers.length < STRANGERS),
  ]
}
