import { newId, type Route } from '@wattyard/server-kit'
import type { TestServer } from '@wattyard/testing'
import { z } from 'zod'

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

/** Inputs of a call that take an id or a list of them. */
export function idInputs({ route, method }: Called): { key: string; isList: boolean; rest: Record<string, unknown> }[] {
  const schema = z.toJSONSchema(route.input, { io: 'input', unrepresentable: 'any' })
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

/** Values for the required inputs of a call. */
export function requiredInputs({ route }: Called): Record<string, unknown> {
  const schema = z.toJSONSchema(route.input, { io: 'input', unrepresentable: 'any' })
  const properties = Object.entries(schema.properties ?? {}) as [string, z.core.JSONSchema.JSONSchema][]
  const required = new Set(schema.required)
  return Object.fromEntries(properties.filter(([key]) => required.has(key)).map(([key, of]) => [key, filler(of)]))
}
