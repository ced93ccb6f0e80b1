import { createHash } from 'node:crypto'
import { pathNames } from '@wattyard/calls'
import { type App, inputSchema, type Route } from '@wattyard/server-kit'
import { z } from 'zod'

/**
 * Serves the description of all calls that the app has by then. Its text is built for the first who asks, and once: that takes a
 * third of a second, which no start has to wait for and each request of a stranger must not cost again.
 */
export function serveDescription({ fastify, routes }: Pick<App, 'fastify' | 'routes'>, version: string): void {
  let built: { text: Buffer; tag: string } | undefined
  const build = () => {
    const text = Buffer.from(JSON.stringify(openapiOf(routes(), version)))
    return { text, tag: `"${createHash('sha256').update(text).digest('base64url')}"` }
  }
  fastify.get('/chg/openapi.json', (request, reply) => {
    const { text, tag } = (built ??= build())
    void reply.header('etag', tag).header('cache-control', 'no-cache').type('application/json; charset=utf-8')
    return request.headers['if-none-match'] === tag ? reply.code(304).send() : reply.send(text)
  })
}

/** Returns the product's API as OpenAPI 3.1, from the schemas that check every request. */
export function openapiOf(routes: readonly Route[], version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const methods = Array.isArray(route.method) ? route.method : [route.method]
    for (const method of methods) {
      const { inPath, rest: schema } = splitInput(route)
      const operation: Record<string, unknown> = {
        summary: route.summary ?? route.path,
        tags: [route.path.split('/')[2] ?? 'chg'],
        security: route.access === 'public' ? [] : [{ session: [], handle: [] }],
        'x-permission': route.access,
        responses: {
          200: {
            description: 'Envelope',
            content: { 'application/json': { schema: answerOf(route) } },
          },
        },
      }
      const inQuery = method === 'GET' ? queryParameters(schema) : []
      if (method === 'GET' || inPath.length > 0) operation.parameters = [...inPath, ...inQuery]
      if (method !== 'GET')
        operation.requestBody = {
          content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } },
        }
      ;(paths[`/chg${route.path.replaceAll(/:(\w+)/g, '{$1}')}`] ??= {})[String(method).toLowerCase()] = operation
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Wattyard', version },
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'sid' },
        handle: { type: 'apiKey', in: 'query', name: 'token' },
      },
      schemas: {
        Envelope: {
          type: 'object',
          required: ['success', 'msg', 'code', 'data', 'requestId'],
          properties: {
            success: { type: 'boolean' },
            msg: { type: 'string' },
            code: { type: 'string' },
            data: {},
            requestId: { type: 'string' },
          },
        },
      },
    },
  }
}

/** Returns the schema of the envelope, with the declared answer inside when the call declares one. */
function answerOf({ output }: Route): Record<string, unknown> {
  const envelope = { $ref: '#/components/schemas/Envelope' }
  if (!output) return envelope
  const data = z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' })
  return { allOf: [envelope, { type: 'object', required: ['data'], properties: { data } }] }
}

interface ObjectSchema {
  properties?: Record<string, unknown>
  required?: string[]
}

/** Returns what a route takes in its path, as parameters, and the schema of the rest. */
function splitInput(route: Route): { inPath: unknown[]; rest: ObjectSchema } {
  const schema = inputSchema(route) as ObjectSchema // inputs are objects
  const names = pathNames(route.path)
  if (names.length === 0) return { inPath: [], rest: schema }
  const { properties = {}, required = [] } = schema
  const inPath = names.map(name => ({ name, in: 'path', required: true, schema: properties[name] ?? {} }))
  const others = Object.fromEntries(Object.entries(properties).filter(([key]) => !names.includes(key)))
  const rest = { ...schema, properties: others, required: required.filter(key => !names.includes(key)) }
  return { inPath, rest }
}

function queryParameters(schema: ObjectSchema): unknown[] {
  return Object.entries(schema.properties ?? {}).map(([name, of]) => ({
    name,
    in: 'query',
    required: schema.required?.includes(name) ?? false,
    schema: of,
  }))
}
